#include "hex/two_distance.h"

#include <algorithm>

#include "base/fixed_vector.h"

namespace losange::hex {

namespace {

constexpr int kStep = 100;       // a unit of potential in points of value
constexpr int kMostCount = 30;   // ways beyond which more do not matter
constexpr int kFarthest = 2 * kMaxSize;

// Counts members of sets a cell at a time, up to two.
template <int W>
struct UpToTwo {
  Bitboard<W> one{}, two{};  // at least one, at least two

  void add(const Bitboard<W>& set) {
    two |= one & set;
    one |= set;
  }
};

template <int W>
class Spreading {
  using Set = Bitboard<W>;

 public:
  Spreading(const Position<W>& position, Side side)
      : geometry_(position.geometry()), empty_(position.empty()) {
    // A chain joins what is around it; one that holds an edge is also the edge.
    const auto& own = position.stones(side);
    for (int edge = 0; edge < 2; ++edge) {
      const Set held = geometry_.spread(position.anchored(side, edge));
      at_edge_[edge] = (geometry_.edges[game::index(side)][edge] | held) & empty_;
    }
    for (Set rest = own; rest.any();) {
      const Set chain = geometry_.flood(Set::single(rest.first()), own);
      rest &= ~chain;
      const Set around = geometry_.spread(chain) & empty_;
      if (around.any()) chains_.push_back(around);
    }
  }

  // Adds each empty cell's distance from the edge to `sums`.
  void add_distances(int edge, std::array<std::uint8_t, Set::kBits>& sums) const {
    Set reached, ring = at_edge_[edge];
    int distance = 1;
    for (; ring.any() && distance < kFarthest; ++distance) {
      ring.for_each([&](int cell) { add(sums[static_cast<std::size_t>(cell)], distance); });
      reached |= ring;
      ring = next(reached);
    }
    (empty_ & ~reached).for_each([&](int cell) { sums[static_cast<std::size_t>(cell)] = Potentials<W>::kNone; });
  }

 private:
  struct Shared {
    int cell;
    Set around;
  };

  static void add(std::uint8_t& sum, int distance) {
    sum = static_cast<std::uint8_t>(std::min<int>(Potentials<W>::kNone, sum + distance));
  }
  // The cells with two neighbours that were reached.
  Set next(const Set& reached) const {
    const int n = geometry_.size;
    const Set right = (reached & geometry_.not_last_column) << 1;
    const Set left = (reached & geometry_.not_first_column) >> 1;
    UpToTwo<W> count;
    count.add(right);
    count.add(left);
    count.add(reached >> n);
    count.add(right >> n);
    count.add(reached << n);
    count.add(left << n);
    // A chain with one reached cell beside it brings that cell to the others there, once for all chains
    // that have the same one.
    base::FixedVector<Shared, Set::kBits / 2> single;
    for (const Set& around : chains_) {
      const Set inside = around & reached;
      const int members = inside.count();
      if (members >= 2) {
        count.two |= around;
      } else if (members == 1) {
        const int cell = inside.first();
        const auto same = std::find_if(single.begin(), single.end(),
                                       [&](const Shared& entry) { return entry.cell == cell; });
        if (same != single.end()) {
          same->around |= around;
        } else {
          single.push_back({cell, around});
        }
      }
    }
    for (const auto& [cell, around] : single) {
      count.add(around & ~geometry_.neighbours[static_cast<std::size_t>(cell)]);
    }
    return count.two & empty_ & ~reached;
  }

  const Geometry<W>& geometry_;
  Set empty_;
  std::array<Set, 2> at_edge_;
  base::FixedVector<Set, Set::kBits / 2> chains_;  // the empty cells around each chain
};

}  // namespace

template <int W>
Potentials<W> two_distance(const Position<W>& position, Side side) {
  const Spreading<W> spreading(position, side);
  Potentials<W> result;
  result.of.fill(0);
  for (const int edge : {0, 1}) spreading.add_distances(edge, result.of);
  position.empty().for_each([&](int cell) {
    const int potential = result.of[static_cast<std::size_t>(cell)];
    if (potential < result.least) {
      result.least = potential;
      result.count = 0;
    }
    if (potential == result.least) ++result.count;
  });
  return result;
}

template <int W>
int two_distance_value(const Potentials<W>& own, const Potentials<W>& other) {
  const auto ways = [](const Potentials<W>& p) { return std::min(p.count, kMostCount); };
  return kStep * (other.least - own.least) + ways(own) - ways(other);
}

template Potentials<2> two_distance(const Position<2>&, Side);
template Potentials<4> two_distance(const Position<4>&, Side);
template Potentials<6> two_distance(const Position<6>&, Side);
template int two_distance_value(const Potentials<2>&, const Potentials<2>&);
template int two_distance_value(const Potentials<4>&, const Potentials<4>&);
template int two_distance_value(const Potentials<6>&, const Potentials<6>&);

}  // namespace losange::hex
