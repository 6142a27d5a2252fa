#include "hex/evaluation/two_distance.h"

#include <algorithm>

namespace losange::hex {

namespace {

constexpr int kStep = 100;      // a unit of potential in points of value
constexpr int kMostCount = 30;  // ways beyond which more do not matter

// Counts members of sets a cell at a time, up to two.
template <int W>
struct UpToTwo {
  Bitboard<W> one{}, two{};  // at least one, at least two

  void add(const Bitboard<W>& set) {
    two |= one & set;
    one |= set;
  }
};

// Sets in a fixed place, of which only those in use are ever written.
template <int W, int Capacity>
class SetList {
 public:
  void push_back(const Bitboard<W>& set) {
    for (int i = 0; i < W; ++i) words_[size_][i] = set.words[i];
    ++size_;
  }
  int size() const { return size_; }
  bool full() const { return size_ == Capacity; }
  Bitboard<W> operator[](int index) const {
    Bitboard<W> set;
    for (int i = 0; i < W; ++i) set.words[i] = words_[index][i];
    return set;
  }

 private:
  std::uint64_t words_[Capacity][W];
  int size_ = 0;
};

template <int W>
class Spreading {
  using Set = Bitboard<W>;

 public:
  using Rings = SetList<W, LeastPotential::kNone / 2>;  // the cells at distance 1, 2, ...

  Spreading(const Position<W>& position, Side side)
      : geometry_(position.geometry()), empty_(position.empty()) {
    for (int edge = 0; edge < 2; ++edge) {
      const Set held = geometry_.spread(position.anchored(side, edge));
      at_edge_[edge] = (geometry_.edges[game::index(side)][edge] | held) & empty_;
    }
    // A chain joins what is around it; one that holds an edge is also the edge.
    const auto& own = position.stones(side);
    for (Set rest = own; rest.any();) {
      const Set chain = geometry_.flood(Set::single(rest.first()), own);
      rest &= ~chain;
      const Set around = geometry_.spread(chain) & empty_;
      if (around.any()) chains_.push_back(around);
    }
  }

  void rings(int edge, Rings& out) const {
    Set reached, ring = at_edge_[edge];
    while (ring.any() && !out.full()) {
      out.push_back(ring);
      reached |= ring;
      ring = next(reached);
    }
  }

 private:
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
    Set singles;
    for (int i = 0; i < chains_.size(); ++i) {
      const Set around = chains_[i], inside = around & reached;
      const int members = inside.count();
      if (members >= 2) count.two |= around;
      if (members == 1) singles |= inside;
    }
    singles.for_each([&](int cell) {
      Set others;
      for (int i = 0; i < chains_.size(); ++i) {
        const Set around = chains_[i];
        if ((around & reached) == Set::single(cell)) others |= around;
      }
      count.add(others & ~geometry_.neighbours[static_cast<std::size_t>(cell)]);
    });
    return count.two & empty_ & ~reached;
  }

  const Geometry<W>& geometry_;
  Set empty_;
  std::array<Set, 2> at_edge_;
  SetList<W, Set::kBits> chains_;  // the empty cells around each chain
};

}  // namespace

template <int W>
Potentials<W> two_distances(const Position<W>& position, Side side) {
  const Spreading<W> spreading(position, side);
  Potentials<W> sums, parts;
  sums.fill(0);
  for (const int edge : {0, 1}) {
    typename Spreading<W>::Rings rings;
    spreading.rings(edge, rings);
    parts.fill(LeastPotential::kNone);
    for (int i = 0; i < rings.size(); ++i) {
      rings[i].for_each([&](int cell) {
        parts[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(i + 1);
      });
    }
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
      sums[cell] =
          static_cast<std::uint8_t>(std::min(LeastPotential::kNone, sums[cell] + parts[cell]));
    }
  }
  return sums;
}

template <int W>
LeastPotential least_two_distance(const Position<W>& position, Side side) {
  const Spreading<W> spreading(position, side);
  typename Spreading<W>::Rings from, to;
  spreading.rings(0, from);
  spreading.rings(1, to);
  LeastPotential least;
  for (int i = 0; i < from.size() && i + 2 <= least.potential; ++i) {
    for (int j = 0; j < to.size() && i + j + 2 <= least.potential; ++j) {
      const int count = (from[i] & to[j]).count();
      if (count == 0) continue;
      if (i + j + 2 < least.potential) least = {i + j + 2, 0};
      least.count += count;
    }
  }
  return least;
}

int two_distance_value(const LeastPotential& own, const LeastPotential& other) {
  return kStep * (other.potential - own.potential) + std::min(own.count, kMostCount) -
         std::min(other.count, kMostCount);
}

template Potentials<1> two_distances(const Position<1>&, Side);
template Potentials<2> two_distances(const Position<2>&, Side);
template Potentials<4> two_distances(const Position<4>&, Side);
template Potentials<6> two_distances(const Position<6>&, Side);
template LeastPotential least_two_distance(const Position<2>&, Side);
template LeastPotential least_two_distance(const Position<4>&, Side);
template LeastPotential least_two_distance(const Position<6>&, Side);

}  // namespace losange::hex
