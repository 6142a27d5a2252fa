#include "solver/recent_connections.h"

#include <algorithm>

namespace losange::solver {

template <int W>
const hex::Connections<W>& RecentConnections<W>::find(const Position& position, game::Side side,
                                                      const std::atomic<bool>* over) {
  ++calls_;
  Kept* earlier = nearest(position, side);
  if (earlier != nullptr) earlier->used = calls_;
  // In place of the one that was of no use for the longest time.
  if (kept_.size() < kKept) kept_.push_back(std::make_unique<Kept>());
  const auto oldest = std::min_element(
      kept_.begin(), kept_.end(), [](const auto& a, const auto& b) { return a->used < b->used; });
  Kept& place = **oldest;
  place.connections.end_when(over);
  if (earlier != nullptr && earlier != &place) {
    place.connections.find_from(earlier->connections, position);
  } else {
    place.connections.find(position, side);
  }
  place.stones = {position.stones(game::Side::First), position.stones(game::Side::Second)};
  place.side = side;
  place.used = calls_;
  // No search goes on where the edges are joined.
  place.size = place.connections.complete() && !place.connections.joined() ? position.size() : 0;
  if (place.size == 0) place.used = 0;
  return place.connections;
}

// With all of its stones here, and the fewest new ones.
template <int W>
typename RecentConnections<W>::Kept* RecentConnections<W>::nearest(const Position& position,
                                                                   game::Side side) {
  Kept* best = nullptr;
  int most = 0;
  for (const auto& kept : kept_) {
    if (kept->size != position.size() || kept->side != side) continue;
    int missing = 0, stones = 0;
    for (const auto one : {game::Side::First, game::Side::Second}) {
      const Set& old = kept->stones[static_cast<std::size_t>(game::index(one))];
      missing += (old & ~position.stones(one)).any() ? 1 : 0;
      stones += old.count();
    }
    if (missing > 0 || (best != nullptr && stones <= most)) continue;
    best = kept.get();
    most = stones;
  }
  return best;
}

template class RecentConnections<1>;
template class RecentConnections<2>;
template class RecentConnections<6>;

}  // namespace losange::solver
