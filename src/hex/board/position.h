// A Hex position: First joins top and bottom, Second joins left and right. Trivially copyable: three words
// of bookkeeping and six bitboards (120 bytes up to 11x11).
//
// The win test is incremental and exact: for each side the position knows which of its stones are
// connected to its first edge and which to its last ("anchored"). A new stone that touches an anchored
// one, or the edge, anchors the rest of its chain by a flood through stones not yet anchored, so every
// stone is flooded at most twice in a game. The side wins when the new stone is anchored both ways.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/containers/fixed_vector.h"
#include "game/game.h"
#include "hex/board/geometry.h"

namespace losange::hex {

using game::Outcome;
using game::Side;

// A cell, or the swap.
struct Move {
  std::uint16_t code = kNone;

  static constexpr std::uint16_t kSwap = 0x7FFF;
  static constexpr std::uint16_t kNone = 0xFFFF;

  static constexpr Move at(int cell) { return {static_cast<std::uint16_t>(cell)}; }
  static constexpr Move swap() { return {kSwap}; }
  constexpr bool is_swap() const { return code == kSwap; }
  constexpr bool is_cell() const { return code < kSwap; }
  constexpr int cell() const { return code; }
  constexpr auto operator<=>(const Move&) const = default;
};

template <int W>
class Position {
 public:
  using Set = Bitboard<W>;
  using Move = hex::Move;
  using Moves = base::FixedVector<Move, Set::kBits + 1>;

  // The empty board. Throws base::UserError on a bad size.
  Position(int size, bool swap_rule);
  // Any stones, legal or not in number; throws when both sides claim a cell.
  static Position from_stones(int size, const Set& first, const Set& second, Side to_move,
                              bool swap_rule = false);
  // Flat list, row by row: 0 empty, 1 First, 2 Second. Throws unless its length is a square.
  static Position from_flat(std::span<const int> cells, Side to_move);
  std::vector<int> to_flat() const;

  Side to_move() const { return to_move_; }
  Outcome outcome() const { return outcome_; }
  std::uint64_t hash() const { return hash_ ^ (swap_available() ? kSwapKey : 0); }
  std::uint64_t recomputed_hash() const;
  void legal_moves(Moves& out) const;
  void play(Move move);

  int size() const { return geometry_->size; }
  const hex::Geometry<W>& geometry() const { return *geometry_; }
  const Set& stones(Side side) const { return stones_[game::index(side)]; }
  // The side's stones connected to its first (top, left) or last (bottom, right) edge.
  const Set& anchored(Side side, int edge) const { return anchored_[game::index(side)][edge]; }
  Set occupied() const { return stones_[0] | stones_[1]; }
  Set empty() const { return geometry_->board & ~occupied(); }
  bool is_empty(int cell) const { return !stones_[0].test(cell) && !stones_[1].test(cell); }
  int stone_count() const { return stone_count_; }

  bool swap_available() const {
    return swap_rule_ && stone_count_ == 1 && to_move_ == Side::Second &&
           outcome_ == Outcome::Ongoing;
  }
  bool is_legal(Move move) const;
  // Empty cells where a stone of `side` wins at once.
  Set winning_cells(Side side) const;
  // A shortest chain of the winner's stones from edge to edge; empty while the game goes on.
  std::vector<int> winning_chain() const;

  // Records and free analysis, outside the rules of play.
  void put(int cell, Side side);  // precondition: the cell is empty and the game goes on
  void pass() { set_to_move(game::other(to_move_)); }
  void set_to_move(Side side);
  void give_up_swap() { swap_rule_ = false; }

  // The same game seen after a half turn, and with the colours exchanged on the long diagonal.
  Position rotated() const;
  Position transposed() const;

  // Equal boards with the same side to move and the same moves; the way there does not matter.
  bool operator==(const Position& o) const {
    return geometry_ == o.geometry_ && stones_ == o.stones_ && to_move_ == o.to_move_ &&
           swap_available() == o.swap_available();
  }

 private:
  static constexpr std::uint64_t kSideKey = 0x9D39247E33776D41ULL;
  static constexpr std::uint64_t kSwapKey = 0x2AF7398005AAA5C7ULL;

  Position(const hex::Geometry<W>& geometry, bool swap_rule)
      : geometry_(&geometry), hash_(geometry.size_key), swap_rule_(swap_rule) {}

  const hex::Geometry<W>* geometry_;
  std::array<Set, 2> stones_{};
  std::array<std::array<Set, 2>, 2> anchored_{};
  std::uint64_t hash_;
  std::int16_t stone_count_ = 0;
  Side to_move_ = Side::First;
  Outcome outcome_ = Outcome::Ongoing;
  bool swap_rule_;
};

template <int W>
inline void Position<W>::put(int cell, Side side) {
  const int s = game::index(side);
  const Set& near = geometry_->neighbours[cell];
  stones_[s].set(cell);
  hash_ ^= geometry_->keys[cell][s];
  ++stone_count_;

  int anchors = 0;
  for (int edge = 0; edge < 2; ++edge) {
    Set& anchored = anchored_[s][edge];
    if (!geometry_->edges[s][edge].test(cell) && !overlaps(near, anchored)) continue;
    ++anchors;
    anchored.set(cell);
    const Set loose = stones_[s] & ~anchored;
    if (overlaps(near, loose)) anchored |= geometry_->flood(near, loose);
  }
  if (anchors == 2) outcome_ = game::win_for(side);
}

template <int W>
inline void Position<W>::set_to_move(Side side) {
  if (side != to_move_) hash_ ^= kSideKey;
  to_move_ = side;
}

template <int W>
inline void Position<W>::play(Move move) {
  if (move.is_swap()) [[unlikely]] {
    *this = transposed();
    swap_rule_ = false;
    return;
  }
  put(move.cell(), to_move_);
  set_to_move(game::other(to_move_));
}

template <int W>
inline void Position<W>::legal_moves(Moves& out) const {
  out.clear();
  if (outcome_ != Outcome::Ongoing) return;
  empty().for_each([&](int cell) { out.push_back(Move::at(cell)); });
  if (swap_available()) out.push_back(Move::swap());
}

template <int W>
inline typename Position<W>::Set Position<W>::winning_cells(Side side) const {
  const int s = game::index(side);
  Set result = empty();
  for (int edge = 0; edge < 2; ++edge) {
    result &= geometry_->edges[s][edge] | geometry_->spread(anchored_[s][edge]);
  }
  return result;
}

extern template class Position<2>;
extern template class Position<4>;
extern template class Position<6>;

}  // namespace losange::hex
