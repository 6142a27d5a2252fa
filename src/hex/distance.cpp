#include "hex/distance.h"

#include <algorithm>

namespace losange::hex {

template <int W>
Distances<W> edge_distances(const Position<W>& position, Side side, int edge) {
  const auto& geometry = position.geometry();
  const auto& start = geometry.edges[game::index(side)][edge];
  const auto& own = position.stones(side);
  const auto empty = position.empty();
  Distances<W> distances;
  distances.fill(kUnreachable);
  auto ring = geometry.flood(start, own);
  auto reached = ring;
  for (std::uint16_t distance = 0;; ++distance) {
    ring.for_each([&](int cell) { distances[static_cast<std::size_t>(cell)] = distance; });
    auto next = geometry.spread(ring) & empty;
    if (distance == 0) next |= start & empty;
    next = next & ~reached;
    if (next.none()) return distances;
    ring = next | geometry.flood(geometry.spread(next), own & ~reached);
    reached |= ring;
  }
}

template <int W>
ShortestPaths<W> shortest_paths(const Position<W>& position, Side side) {
  const auto from = edge_distances(position, side, 0), to = edge_distances(position, side, 1);
  const auto empty = position.empty();
  // An empty cell counts from both edges.
  const auto through = [&](int cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (from[i] == kUnreachable || to[i] == kUnreachable) return static_cast<int>(kUnreachable);
    return from[i] + to[i] - (empty.test(cell) ? 1 : 0);
  };
  ShortestPaths<W> paths{kUnreachable, {}};
  (empty | position.stones(side)).for_each([&](int cell) {
    paths.length = std::min(paths.length, through(cell));
  });
  if (paths.length == kUnreachable) return paths;
  empty.for_each([&](int cell) {
    if (through(cell) == paths.length) paths.cells.set(cell);
  });
  return paths;
}

template Distances<2> edge_distances(const Position<2>&, Side, int);
template Distances<4> edge_distances(const Position<4>&, Side, int);
template Distances<6> edge_distances(const Position<6>&, Side, int);
template ShortestPaths<2> shortest_paths(const Position<2>&, Side);
template ShortestPaths<4> shortest_paths(const Position<4>&, Side);
template ShortestPaths<6> shortest_paths(const Position<6>&, Side);

}  // namespace losange::hex
