#include "net/input/position_features.h"

#include <algorithm>

#include "hex/evaluation/mix.h"
#include "hex/evaluation/two_distance.h"

namespace losange::net {

namespace {

template <int W>
struct Potential {
  hex::Potentials<W> of;
  int least = hex::LeastPotential::kNone;
  int cells[3] = {0, 0, 0};  // with at most 0, 1, 2 more than the least

  Potential(const hex::Position<W>& position, game::Side side)
      : of(hex::two_distances(position, side)) {
    const auto empty = position.empty();
    empty.for_each(
        [&](int cell) { least = std::min<int>(least, of[static_cast<std::size_t>(cell)]); });
    if (least == hex::LeastPotential::kNone) return;
    empty.for_each([&](int cell) {
      for (int more = of[static_cast<std::size_t>(cell)] - least; more < 3; ++more) ++cells[more];
    });
  }
  bool has_least(int cell) const {
    return least != hex::LeastPotential::kNone && of[static_cast<std::size_t>(cell)] == least;
  }
};

// Further than this is as bad as out of reach.
constexpr int most_distance(int size) { return 2 * size; }

}  // namespace

template <int W>
void write_position_features(const hex::Position<W>& position, float* out) {
  const int size = position.size();
  const auto edge = static_cast<float>(size), cells = edge * edge;
  const hex::MixFrontier<W> mix({.bridges = 1}, position);
  const auto mover = position.to_move();
  const Potential<W> own(position, mover), other(position, game::other(mover));
  const auto add = [&](int count, float scale) { *out++ = static_cast<float>(count) / scale; };
  const auto add_side = [&](const auto& counts, const auto& paths, const Potential<W>& potential) {
    add(std::min<int>(counts.distance, most_distance(size)), edge);
    add(counts.distance == 1 ? 1 : 0, 1);
    add(paths.cells.count(), cells);
    add(paths.pinned.count(), edge);
    add(counts.liberties - counts.reached, cells);
    add(counts.bridges, cells);
    add(counts.liberties, cells);
    add(counts.centre, cells);
    add(counts.stones, cells);
    add(std::min(potential.least, most_distance(size)), edge);
    add(potential.cells[0], edge);
    add(potential.cells[1], cells);
    add(potential.cells[2], cells);
  };
  add_side(mix.own_counts(), mix.own_paths(), own);
  add_side(mix.other_counts(), mix.other_paths(), other);
  int mutual = 0;
  position.empty().for_each(
      [&](int cell) { mutual += own.has_least(cell) && other.has_least(cell) ? 1 : 0; });
  add(mutual, edge);
  add(size, hex::kDefaultSize);
  add(position.empty().count(), cells);
}

template void write_position_features<2>(const hex::Position<2>&, float*);
template void write_position_features<4>(const hex::Position<4>&, float*);
template void write_position_features<6>(const hex::Position<6>&, float*);

}  // namespace losange::net
