// Keeps a thread's all-moves-as-first counts for the busiest nodes to itself for a while. Every descent
// counts at every child of the root, so without it two threads would pass the same cache lines to and fro
// and be slower than one. A busy node is told late by a few descents of its many. Visits and values are
// always told at once: threads that do not see where the others go all go there, and play worse for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "search/montecarlo_tree.h"

namespace losange::search {

// From so many visits on a node is busy, and up to a share of its visits, but never many, may wait in each
// thread.
inline constexpr std::uint32_t kBusyVisits = 32, kLateShare = 16, kMostWaiting = 32;

template <class NodeType, std::size_t kMostChildren>
class AmafBuffer {
 public:
  using Move = decltype(NodeType::move);

  // Adds `delta` to the children whose move is in `moves`, sooner or later. The node has so many visits.
  template <class MoveSet>
  void add(NodeType* children, std::uint32_t child_count, std::uint32_t visits, std::uint64_t delta,
           const MoveSet& moves) {
    if (!slots_) slots_ = std::make_unique<Slots>();
    Slot& slot = (*slots_)[slot_of(children)];
    if (slot.children != children) {
      slot.flush();
      slot.children = children;
      slot.child_count = child_count;
      for (std::uint32_t i = 0; i < child_count; ++i) slot.moves[i] = children[i].move;
    }
    for (std::uint32_t i = 0; i < child_count; ++i) {
      slot.deltas[i] += moves.contains(slot.moves[i]) ? delta : 0;
    }
    if (++slot.waiting >= std::min(kMostWaiting, visits / kLateShare)) slot.flush();
  }

  void flush() {
    if (!slots_) return;
    for (Slot& slot : *slots_) slot.flush();
  }

 private:
  static constexpr std::size_t kSlots = 1024;

  struct Slot {
    NodeType* children = nullptr;
    std::uint32_t child_count = 0, waiting = 0;
    std::array<Move, kMostChildren> moves{};  // a copy: the children's cache lines belong to others
    std::array<std::uint64_t, kMostChildren> deltas{};

    void flush() {
      if (waiting == 0) return;
      for (std::uint32_t i = 0; i < child_count; ++i) {
        if (deltas[i] != 0) children[i].amaf.add(deltas[i]);
      }
      std::fill_n(deltas.begin(), child_count, std::uint64_t{0});
      waiting = 0;
    }
  };
  using Slots = std::array<Slot, kSlots>;

  static std::size_t slot_of(const NodeType* children) {
    return (reinterpret_cast<std::uintptr_t>(children) * 0x9E3779B97F4A7C15ULL) >> 54;
  }
  static_assert(kSlots == 1024, "slot_of gives ten bits");

  std::unique_ptr<Slots> slots_;
};

}  // namespace losange::search
