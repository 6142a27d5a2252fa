// Two-distance (van Rijswijck 2002): a cell is one further from an edge than the second-nearest of its
// neighbours, because the other side takes the nearest. Own chains make their surroundings neighbours of each
// other. The potential of a cell is its distance to both edges together; the least potential, and how many
// cells have it, say how far a side has got. An evaluation of alpha-beta, and its map of cells.
#pragma once

#include <array>
#include <cstdint>

#include "hex/board/position.h"

namespace losange::hex {

struct LeastPotential {
  static constexpr int kNone = 100;  // out of reach

  int potential = kNone;
  int count = 0;  // cells that have it
};

// By empty cell, to both edges together; other cells have kNone. Precondition for both: the game goes on.
template <int W>
using Potentials = std::array<std::uint8_t, Bitboard<W>::kBits>;
template <int W>
Potentials<W> two_distances(const Position<W>& position, Side side);
template <int W>
LeastPotential least_two_distance(const Position<W>& position, Side side);

// The value for the side to move: its potential against the other's, then how many ways lead there.
int two_distance_value(const LeastPotential& own, const LeastPotential& other);

}  // namespace losange::hex
