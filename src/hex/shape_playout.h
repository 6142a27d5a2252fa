// Playouts that defend shapes (Cazenave and Saffidine 2009): an intrusion into a shape of the side to
// move is answered at once by a reply that saves it, any other move is uniform. Used at the leaves of
// the Monte-Carlo tree. The board is a word a row with two bits a cell, so that the pattern of a move's
// six neighbours is three shifts away and its saving replies one table away; the random moves come from
// a deck shuffled once, from which the cells taken by replies are skipped.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "hex/position.h"

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
  // A cell as row << 6 | 2 * column, both counted from 1: line and bit of its state in lines_[0].
  using Spot = std::uint16_t;

  void set_up(const Position<W>& from, base::Random& random);
  template <bool kShapes, bool kZiggurats>
  void fill(int side, Move last, base::Random& random);
  Spot bridge_reply(Spot spot, base::Random& random) const;
  Spot ziggurat_reply(Spot spot, int side, base::Random& random) const;
  int decided_after(const Position<W>& from, int winner) const;
  int cell_of(Spot spot) const { return ((spot >> 6) - 1) * size_ + (spot & 63) / 2 - 1; }

  ShapeType type_;
  PlayoutEnd end_;
  int size_ = 0;
  int free_ = 0;                 // empty cells of `from`
  std::uint64_t inside_ = 0;     // the low bit of each cell of a line
  // Lines of two-bit states with a border around: [0] rows; [1] columns, kept for ziggurats only.
  std::array<std::array<std::uint64_t, kMaxSize + 2>, 2> lines_;
  std::array<Spot, Bitboard<W>::kBits> deck_;
  std::array<Spot, Bitboard<W>::kBits> order_;  // the moves as played
};

extern template class ShapePlayout<2>;
extern template class ShapePlayout<4>;
extern template class ShapePlayout<6>;

}  // namespace losange::hex
