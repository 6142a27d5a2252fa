// Two-distance (van Rijswijck 2002): a cell is one further from an edge than the second-nearest of its
// neighbours, because the other side takes the nearest. Own chains make their surroundings neighbours of each
// other. The potential of a cell is its distance to both edges together; the least potential, and how many
// cells have it, say how far a side has got. An evaluation of alpha-beta, and its map of cells.
#pragma once

#include <array>
#include <cstdint>

#include "hex/position.h"

namespace losange::hex {

template <int W>
struct Potentials {
  static constexpr std::uint8_t kNone = 100;  // out of reach

  std::array<std::uint8_t, Bitboard<W>::kBits> of;  // by empty cell: to both edges together
  int least = kNone;
  int count = 0;  // cells with the least
};

// Precondition: the game goes on.
template <int W>
Potentials<W> two_distance(const Position<W>& position, Side side);

// The value for the side to move: its potential against the other's, then how many ways lead there.
template <int W>
int two_distance_value(const Potentials<W>& own, const Potentials<W>& other);

}  // namespace losange::hex
