// Keeps a thread's all-moves-as-first counts for the busiest nodes to itself for a while. Every descent
// counts at every child of the root, so without it two threads would pass the same cache lines to and fro
// and be slower than one. A busy node is told late by a few descents of its many. Visits and values are
// always told at once: threads that do not see where the others go all go there, and play worse for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "search/montecarlo/child_array.h"

namespace losange::search {

// From so many visits on a node is busy, and up to a share of its visits, but never many, may wait in each
// thread.
inline constexpr std::uint32_t kBusyVisits = 32, kLateShare = 16, kMostWaiting = 32;

template <class NodeType, class MoveSet>
class AmafBuffer {
 public:
  // Counts the result, in {-1, 0, 1}, at the children whose move is in `moves`, sooner or later. Their
  // parent has so many visits.
  void add(const Children<NodeType>& children, std::uint32_t visits, int result,
           const MoveSet& moves) {
    if (!slots_) slots_ = std::make_unique<Slots>();
    Slot& slot = (*slots_)[slot_of(children.amaf)];
    if (slot.children.amaf != children.amaf) {
      slot.flush();
      slot.children = children;
    }
    slot.tallies[static_cast<std::size_t>(result + 1)].add(moves);
    if (++slot.waiting >= std::min(kMostWaiting, visits / kLateShare)) slot.flush();
  }

  void flush() {
    if (!slots_) return;
    for (Slot& slot : *slots_) slot.flush();
  }

 private:
  using Tally = typename MoveSet::Tally;
  static_assert(kMostWaiting <= Tally::kMostSets);
  static constexpr std::size_t kSlots = 1024;

  struct Slot {
    Children<NodeType> children;
    std::uint32_t waiting = 0;
    std::array<Tally, 3> tallies;  // of the moves that lost, drew, won

    void flush() {
      if (waiting == 0) return;
      const auto lost = tallies[0].counts(), drawn = tallies[1].counts(), won = tallies[2].counts();
      for (std::size_t i = 0; i < children.size(); ++i) {
        const auto move = children[i].move;
        children.amaf[i].add(lost.of(move) * AmafWord::delta(-1) +
                             drawn.of(move) * AmafWord::delta(0) +
                             won.of(move) * AmafWord::delta(1));
      }
      for (Tally& tally : tallies) tally.clear();
      waiting = 0;
    }
  };
  using Slots = std::array<Slot, kSlots>;

  static std::size_t slot_of(const AmafWord* counts) {
    return (reinterpret_cast<std::uintptr_t>(counts) * 0x9E3779B97F4A7C15ULL) >> 54;
  }
  static_assert(kSlots == 1024, "slot_of gives ten bits");

  std::unique_ptr<Slots> slots_;
};

}  // namespace losange::search
