// A board as one word a row, for the two questions playouts ask: is it joined top to bottom by stones,
// and is it joined by stones and shapes. Rows can be swept, which a Bitboard cannot: a chain that runs
// down the board is followed in one pass.
#pragma once

#include <array>
#include <cstdint>

#include "hex/board/geometry.h"

namespace losange::hex {

// The bits start to start + count - 1 of a set. Precondition: 0 < count < 32.
template <int W>
inline std::uint32_t bits_at(const Bitboard<W>& set, int start, int count) {
  const int word = start >> 6, shift = start & 63;
  std::uint64_t bits = set.words[word] >> shift;
  if (shift + count > 64) bits |= set.words[word + 1] << (64 - shift);
  return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << count) - 1));
}
template <int W>
inline void set_bits_at(Bitboard<W>& set, int start, int count, std::uint64_t bits) {
  const int word = start >> 6, shift = start & 63;
  set.words[word] |= bits << shift;
  if (shift + count > 64) set.words[word + 1] |= bits >> (64 - shift);
}

// The owner joins top and bottom. Rows of nothing stand above and below the board.
struct Rows {
  static constexpr int kMargin = 3;
  using Words = std::array<std::uint32_t, kMaxSize + 2 * kMargin>;

  int size = 0;
  Words own{}, empty{};  // the first row of the board has the index kMargin

  bool joined() const;
  // Joined through unbroken bridges too, and to the edges by template II and by ziggurats where asked.
  bool joined_by_shapes(bool edge_two, bool ziggurats) const;

 private:
  template <bool kBridges>
  bool sweep(Words reached, const Words& goal) const;
  template <bool kBridges>
  std::uint32_t entered(const Words& reached, int row) const;
  // The stones that hold the edge (0 top, 1 bottom), themselves or by a shape.
  Words holds_edge(int edge, bool edge_two, bool ziggurats) const;
};

}  // namespace losange::hex
