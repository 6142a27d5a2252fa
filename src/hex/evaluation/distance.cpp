#include "hex/evaluation/distance.h"

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

template Distances<2> edge_distances(const Position<2>&, Side, int);
template Distances<4> edge_distances(const Position<4>&, Side, int);
template Distances<6> edge_distances(const Position<6>&, Side, int);

}  // namespace losange::hex
