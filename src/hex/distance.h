// How many stones a side still needs: distances by 0-1 breadth-first search, where the side's own stones
// cost 0, empty cells 1 and the other side's stones cannot be passed. The search goes a whole ring of cells
// at a time. Used by the shortest-path player and by evaluations.
#pragma once

#include <array>
#include <cstdint>

#include "hex/position.h"

namespace losange::hex {

inline constexpr std::uint16_t kUnreachable = 0xFFFF;

// By cell: the empty cells to fill to join it with the edge, the cell itself among them when it is empty.
template <int W>
using Distances = std::array<std::uint16_t, Bitboard<W>::kBits>;

// edge 0 is top or left, 1 bottom or right, whichever the side joins.
template <int W>
Distances<W> edge_distances(const Position<W>& position, Side side, int edge);

template <int W>
struct ShortestPaths {
  int length = 0;     // stones the side needs to join its edges; kUnreachable when it cannot
  Bitboard<W> cells;  // the empty cells on any path of that length
};

template <int W>
ShortestPaths<W> shortest_paths(const Position<W>& position, Side side);

}  // namespace losange::hex
