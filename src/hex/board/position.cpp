#include "hex/board/position.h"

#include <cmath>
#include <deque>

#include "base/error.h"

namespace losange::hex {

namespace {

const auto& checked_geometry(int size, auto words) {
  check_size(size);
  if (size * size > Bitboard<words>::kBits) {
    throw base::UserError("hex.larger-type", "board size {} needs a larger board type", size);
  }
  return geometry<words>(size);
}

}  // namespace

template <int W>
Position<W>::Position(int size, bool swap_rule)
    : Position(checked_geometry(size, std::integral_constant<int, W>{}), swap_rule) {}

template <int W>
Position<W> Position<W>::from_stones(int size, const Set& first, const Set& second, Side to_move,
                                     bool swap_rule) {
  Position p(size, swap_rule);
  if (overlaps(first, second))
    throw base::UserError("hex.both", "a cell holds stones of both sides");
  first.for_each([&](int cell) { p.put(cell, Side::First); });
  second.for_each([&](int cell) { p.put(cell, Side::Second); });
  p.set_to_move(to_move);
  return p;
}

template <int W>
Position<W> Position<W>::from_flat(std::span<const int> cells, Side to_move) {
  const int size = static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells.size()))));
  if (static_cast<std::size_t>(size) * static_cast<std::size_t>(size) != cells.size()) {
    throw base::UserError(
        "hex.flat-square",
        "a flat board of {} cells is not square: give size x size cells, row by row", cells.size());
  }
  check_size(size);
  Set stones[2];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < 0 || cells[i] > 2) {
      throw base::UserError(
          "hex.flat-cell",
          "cell {} of the flat board is {}: use 0 for empty, 1 for the first player, "
          "2 for the second",
          i, cells[i]);
    }
    if (cells[i] != 0) stones[cells[i] - 1].set(static_cast<int>(i));
  }
  return from_stones(size, stones[0], stones[1], to_move);
}

template <int W>
std::vector<int> Position<W>::to_flat() const {
  std::vector<int> cells(geometry_->cells, 0);
  for (int s = 0; s < 2; ++s) stones_[s].for_each([&](int cell) { cells[cell] = s + 1; });
  return cells;
}

template <int W>
std::uint64_t Position<W>::recomputed_hash() const {
  std::uint64_t hash = geometry_->size_key;
  for (int s = 0; s < 2; ++s) {
    stones_[s].for_each([&](int cell) { hash ^= geometry_->keys[cell][s]; });
  }
  if (to_move_ == Side::Second) hash ^= kSideKey;
  return hash ^ (swap_available() ? kSwapKey : 0);
}

template <int W>
bool Position<W>::is_legal(Move move) const {
  if (outcome_ != Outcome::Ongoing) return false;
  if (move.is_swap()) return swap_available();
  return move.is_cell() && move.cell() < geometry_->cells && is_empty(move.cell());
}

template <int W>
std::vector<int> Position<W>::winning_chain() const {
  if (outcome_ == Outcome::Ongoing) return {};
  const int s = outcome_ == Outcome::FirstWins ? 0 : 1;
  const Set& start = geometry_->edges[s][0];
  const Set& goal = geometry_->edges[s][1];
  std::vector<int> came_from(geometry_->cells, -1);
  std::deque<int> queue;
  Set seen = start & stones_[s];
  seen.for_each([&](int cell) { queue.push_back(cell); });
  while (!queue.empty()) {
    const int cell = queue.front();
    queue.pop_front();
    if (goal.test(cell)) {
      std::vector<int> chain;
      for (int c = cell; c >= 0; c = came_from[c]) chain.push_back(c);
      return {chain.rbegin(), chain.rend()};
    }
    const Set next = geometry_->neighbours[cell] & stones_[s] & ~seen;
    next.for_each([&](int c) {
      came_from[c] = cell;
      queue.push_back(c);
    });
    seen |= next;
  }
  return {};
}

template <int W>
Position<W> Position<W>::rotated() const {
  return from_stones(size(), geometry_->rotated(stones_[0]), geometry_->rotated(stones_[1]),
                     to_move_, swap_rule_);
}

template <int W>
Position<W> Position<W>::transposed() const {
  return from_stones(size(), geometry_->transposed(stones_[1]), geometry_->transposed(stones_[0]),
                     game::other(to_move_), swap_rule_);
}

template class Position<1>;  // up to 8x8, for connections
template class Position<2>;
template class Position<4>;
template class Position<6>;

}  // namespace losange::hex
