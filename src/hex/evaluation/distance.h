// How many stones a side still needs: distances by 0-1 breadth-first search, where the side's own stones
// cost 0, empty cells 1 and the other side's stones cannot be passed. The search goes a whole ring of cells
// at a time. Used by the shortest-path player and, inlined at every leaf, by the evaluations of alpha-beta.
#pragma once

#include <array>
#include <cstdint>

#include "hex/board/position.h"

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
  Bitboard<W>
      pinned;  // of these, the cells on every such path: taking one makes the side's way longer
};

// The board of one side. `anchored`: its stones connected to its first and to its last edge.
template <int W>
struct PathBoard {
  const Geometry<W>& geometry;
  int side;
  Bitboard<W> own, empty;
  std::array<Bitboard<W>, 2> anchored;

  PathBoard(const Position<W>& position, Side side)
      : geometry(position.geometry()),
        side(game::index(side)),
        own(position.stones(side)),
        empty(position.empty()),
        anchored{position.anchored(side, 0), position.anchored(side, 1)} {}

  // The cells next to a set, directly or over own stones.
  Bitboard<W> beyond(const Bitboard<W>& set) const {
    const auto near = geometry.spread(set);
    const auto stones = near & own;
    return stones.none() ? near : near | geometry.spread(geometry.flood(stones, own));
  }
  Bitboard<W> at_edge(int edge) const {
    return (geometry.edges[side][edge] | geometry.spread(anchored[edge])) & empty;
  }
  bool joined() const { return overlaps(anchored[0], anchored[1]); }
};

// The length alone. Precondition for both: not joined().
template <int W>
inline int shortest_length(const PathBoard<W>& board) {
  const auto goal = board.at_edge(1);
  auto ring = board.at_edge(0);
  auto reached = ring;
  for (int length = 1; ring.any(); ++length) {
    if (overlaps(ring, goal)) return length;
    ring = board.beyond(ring) & board.empty & ~reached;
    reached |= ring;
  }
  return kUnreachable;
}

// Every path has one empty cell in each ring of cells at the same distance. Going back from the goal
// leaves of each ring what lies on a shortest path; who is alone there is on all of them.
template <int W>
inline ShortestPaths<W> shortest_paths(const PathBoard<W>& board) {
  std::uint64_t rings[Bitboard<W>::kBits][W];  // not initialised: only the few in use are written
  const auto goal = board.at_edge(1);
  auto ring = board.at_edge(0);
  auto reached = ring;
  int length = 1;
  for (; !overlaps(ring, goal); ++length) {
    if (ring.none()) return {kUnreachable, {}, {}};
    for (int i = 0; i < W; ++i) rings[length][i] = ring.words[i];
    ring = board.beyond(ring) & board.empty & ~reached;
    reached |= ring;
  }
  ShortestPaths<W> paths{length, {}, {}};
  ring &= goal;
  while (true) {
    paths.cells |= ring;
    if (ring.count() == 1) paths.pinned |= ring;
    if (--length == 0) return paths;
    ring = board.beyond(ring);
    for (int i = 0; i < W; ++i) ring.words[i] &= rings[length][i];
  }
}

template <int W>
inline ShortestPaths<W> shortest_paths(const Position<W>& position, Side side) {
  const PathBoard<W> board(position, side);
  return board.joined() ? ShortestPaths<W>{} : shortest_paths(board);
}

}  // namespace losange::hex
