// Connections played out by brute force, and boards to find them on. Nothing of it comes from the search that claims them.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/random.h"
#include "hex/connections/connections.h"

namespace losange::hex {

// Two ends of a side on a board, joined by cells of a carrier alone.
class CarrierGame {
 public:
  using Set = Bitboard<2>;

  CarrierGame(const Position<2>& position, Side side, int from, int to)
      : geometry_(position.geometry()),
        side_(game::index(side)),
        stones_(position.stones(side)),
        to_(to) {
    // An empty cell at an end counts as a stone.
    for (const int end : {from, to}) {
      if (end < Set::kBits) stones_.set(end);
    }
    start_ = cells_of(from);
    goal_ = cells_of(to);
    from_edge_ = from >= Connections<2>::kFirstEdge ? from - Connections<2>::kFirstEdge : -1;
  }

  bool holds(const Set& carrier, bool owner_moves) {
    known_.clear();
    return play({}, carrier, owner_moves).holds;
  }

 private:
  struct Verdict {
    bool holds;
    Set used;
  };

  Set cells_of(int end) const {
    const int edge = end - Connections<2>::kFirstEdge;
    return edge >= 0 ? geometry_.edges[side_][edge] : Set::single(end);
  }
  // Edges are stones as well: a way may lead along either.
  bool joined(const Set& own) const {
    const Set all = own | stones_;
    Set seen = start_ & all;
    bool edges[2] = {from_edge_ == 0, from_edge_ == 1};
    while (true) {
      Set wider = seen | (geometry_.spread(seen) & all);
      for (int edge = 0; edge < 2; ++edge) {
        edges[edge] = edges[edge] || overlaps(wider, geometry_.edges[side_][edge]);
        if (edges[edge]) wider |= geometry_.edges[side_][edge] & all;
        if (edges[edge] && to_ == Connections<2>::kFirstEdge + edge) return true;
      }
      if (wider == seen) break;
      seen = wider;
    }
    return overlaps(seen, goal_);
  }
  Verdict play(const Set& own, const Set& open, bool owner_moves) {
    if (joined(own)) return {true, {}};
    if (!joined(own | open)) return {false, {}};
    const auto key = std::pair(own.words, open.words);
    auto& known = known_[owner_moves];
    if (const auto at = known.find(key); at != known.end()) return at->second;
    Verdict verdict{false, {}};
    if (owner_moves) {
      open.for_each([&](int cell) {
        if (verdict.holds) return;
        Set next = own, left = open;
        next.set(cell);
        left.reset(cell);
        verdict = play(next, left, false);
        verdict.used.set(cell);
      });
      if (!verdict.holds) verdict.used = {};
    } else {
      // A move outside of what the owner would use anyway changes nothing.
      const Verdict passed = play(own, open, true);
      verdict = passed;
      Set must = passed.used;
      while (verdict.holds && must.any()) {
        Set left = open;
        left.reset(must.first());
        const Verdict answer = play(own, left, true);
        verdict.holds = answer.holds;
        verdict.used |= answer.used;
        must &= answer.used;
      }
    }
    return known[key] = verdict;
  }

  const Geometry<2>& geometry_;
  int side_;
  Set stones_, start_, goal_;
  int to_;
  int from_edge_;
  std::map<bool,
           std::map<std::pair<std::array<std::uint64_t, 2>, std::array<std::uint64_t, 2>>, Verdict>>
      known_;
};

inline std::vector<int> random_board(int size, int least, int most, base::Random& random) {
  const int stones =
      least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
  std::vector<int> flat(size * size, 0);
  for (int placed = 0; placed < stones;) {
    const auto cell = random.below(static_cast<std::uint32_t>(flat.size()));
    if (flat[cell] != 0) continue;
    flat[cell] = 1 + static_cast<int>(random.below(2));
    ++placed;
  }
  return flat;
}

}  // namespace losange::hex
