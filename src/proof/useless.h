// Cells that no way of a side between its edges needs. For the checker; and for who writes proofs, to know what it will say.
#pragma once

#include <array>
#include <cstddef>

#include "hex/board/geometry.h"

namespace losange::proof {

// Cells and edges that are joined by stones.
template <int W>
struct Reach {
  hex::Bitboard<W> cells;
  std::array<bool, 2> edges;
};

template <int W>
Reach<W> reach(const hex::Geometry<W>& geometry, const std::array<hex::Bitboard<W>, 2>& edges,
               Reach<W> from, const hex::Bitboard<W>& stones) {
  while (true) {
    Reach<W> wider = from;
    wider.cells |= geometry.spread(from.cells) & stones;
    for (std::size_t edge = 0; edge < 2; ++edge) {
      wider.edges[edge] = wider.edges[edge] || overlaps(wider.cells, edges[edge]);
      if (wider.edges[edge]) wider.cells |= edges[edge] & stones;
    }
    if (wider.cells == from.cells && wider.edges == from.edges) return from;
    from = wider;
  }
}

// Whether no way of the side whose edges these are needs the cells: all that it may own around a group of them - stones,
// carrier, its edges - is joined without the group, two by two: by touching each other or one chain of stones and edges.
// Precondition: neither stones nor carrier have one of the cells.
template <int W>
bool useless(const hex::Geometry<W>& geometry, const std::array<hex::Bitboard<W>, 2>& edges,
             hex::Bitboard<W> cells, const hex::Bitboard<W>& stones,
             const hex::Bitboard<W>& carrier) {
  using Set = hex::Bitboard<W>;
  while (cells.any()) {
    const Set group = geometry.flood(Set::single(cells.first()), cells);
    cells &= ~group;
    const Set around = geometry.spread(group) & ~group & (stones | carrier);
    const std::array<bool, 2> at_edge{overlaps(group, edges[0]), overlaps(group, edges[1])};
    bool joined = true;
    const auto see = [&](const Reach<W>& from) {
      const Reach<W> all = reach(geometry, edges, from, stones);
      Set touched = all.cells | geometry.spread(all.cells);
      for (std::size_t edge = 0; edge < 2; ++edge) {
        if (all.edges[edge]) touched |= edges[edge];
        joined = joined && (!at_edge[edge] || all.edges[edge]);
      }
      joined = joined && (around & ~touched).none();
    };
    around.for_each([&](int cell) { see({Set::single(cell), {}}); });
    if (at_edge[0]) see({{}, {true, false}});
    if (at_edge[1]) see({{}, {false, true}});
    if (!joined) return false;
  }
  return true;
}

}  // namespace losange::proof
