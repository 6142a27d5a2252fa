// Playouts that defend shapes (Cazenave and Saffidine 2009): an intrusion into a shape of the side to
// move is answered at once by a reply that saves it, any other move is uniform. Used at the leaves of
// the Monte-Carlo tree. The board is a word a row with two bits a cell, so that the pattern of a move's
// six neighbours is three shifts away and its saving replies one table away; the random moves come from
// a deck shuffled once, from which the cells taken by replies are skipped.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "hex/shapes/neighbourhood.h"

namespace losange::hex {

// What is defended; each type includes the ones before it.
enum class ShapeType {
  Uniform = 1,
  Bridges = 2,    // between two stones
  EdgeTwo = 3,    // and edge template II: a bridge to the edge
  Ziggurats = 4,  // and edge template III
};

// How far a playout counts as played; the winner is the same.
enum class PlayoutEnd {
  FullBoard,
  Chain,   // to the move that completes the winner's chain
  Shapes,  // to a move that joins the winner's edges by stones and unbroken shapes of the type
};

template <int W>
struct PlayoutResult {
  Side winner;
  std::array<Bitboard<W>, 2> played;  // the cells each side played, by index(side)
};

// One object a thread. No allocation a call, and no memory from one call to the next: the result depends
// on the arguments alone.
template <int W>
class ShapePlayout {
 public:
  ShapePlayout(ShapeType type, PlayoutEnd end) : type_(type), end_(end) {}

  // `last` is the move that led to `from` (Move{} if none): an answer to it may be due at once.
  // Precondition: the game goes on. A swap that is still open is not played.
  PlayoutResult<W> play(const Position<W>& from, Move last, base::Random& random);

 private:
  void set_up(const Position<W>& from, base::Random& random);
  template <bool kShapes, bool kZiggurats>
  void fill(int side, Move last, base::Random& random);
  // A reply that saves a shape of the opponent of `side`, who just played at `spot`; 0 if none is due.
  Spot bridge_reply(Spot spot, int side, base::Random& random) const;
  Spot ziggurat_reply(Spot spot, int side, base::Random& random) const;
  void put_in_columns(Spot spot, int side) {
    columns_[(spot & 63) >> 1] |= std::uint64_t{neighbourhood::stone_of(side)} << 2 * (spot >> 6);
  }
  int decided_after(const Position<W>& from, int winner) const;

  ShapeType type_;
  PlayoutEnd end_;
  int size_ = 0;
  int free_ = 0;  // empty cells of `from`
  Lines rows_;
  std::array<std::uint64_t, kMaxSize + 2>
      columns_;  // likewise without a border, for ziggurats only
  std::array<Spot, Bitboard<W>::kBits> deck_;
  std::array<Spot, Bitboard<W>::kBits> order_;  // the moves as played
};

extern template class ShapePlayout<2>;
extern template class ShapePlayout<4>;
extern template class ShapePlayout<6>;

}  // namespace losange::hex
