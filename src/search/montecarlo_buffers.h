// Keeps what a thread learns about the busiest nodes to itself for a while. Every descent counts at the
// root, at the first nodes of the main line and, all moves as first, at all their children; without this,
// threads would pass the same cache lines to and fro and two be hardly faster than one. A busy node is told
// late, by a small share of the visits it has. Used by montecarlo_descent.h when threads share the tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "search/montecarlo_tree.h"

namespace losange::search {

// From so many visits on a node is busy, and this share of its visits may wait in each thread.
inline constexpr std::uint32_t kBusyVisits = 16;
inline constexpr std::uint32_t kLateShare = 8;

inline constexpr std::size_t kBufferSlots = 1024;
inline std::size_t buffer_slot(const void* address) {
  static_assert(kBufferSlots == 1024, "ten bits");
  return (reinterpret_cast<std::uintptr_t>(address) * 0x9E3779B97F4A7C15ULL) >> 54;
}

// Visits and values of busy nodes.
template <class NodeType>
class VisitBuffer {
 public:
  // One visit with this value, for the side whose move led to the node.
  void add(NodeType& node, std::int64_t value) {
    Slot& slot = slots_[buffer_slot(&node)];
    if (slot.node != &node) {
      slot.flush();
      slot.node = &node;
      slot.most_waiting = node.visit_count() / kLateShare;
    }
    slot.value += value;
    if (++slot.waiting >= slot.most_waiting) slot.flush();
  }
  void flush() {
    for (Slot& slot : slots_) slot.flush();
  }

 private:
  struct Slot {
    NodeType* node = nullptr;
    std::uint32_t waiting = 0, most_waiting = 0;
    std::int64_t value = 0;

    void flush() {
      if (waiting == 0) return;
      node->value_sum.fetch_add(value, std::memory_order_relaxed);
      most_waiting = (node->visits.fetch_add(waiting, std::memory_order_relaxed) + waiting) / kLateShare;
      waiting = 0;
      value = 0;
    }
  };
  std::array<Slot, kBufferSlots> slots_;
};

// All moves as first: counts of the children of busy nodes.
template <class NodeType, std::size_t kMostChildren>
class AmafBuffer {
 public:
  using Move = decltype(NodeType::move);

  // Adds `delta` to the children whose move is in `moves`, sooner or later. The node has so many visits.
  template <class MoveSet>
  void add(NodeType* children, std::uint32_t child_count, std::uint32_t visits, std::uint64_t delta,
           const MoveSet& moves) {
    if (!slots_) slots_ = std::make_unique<Slots>();
    Slot& slot = (*slots_)[buffer_slot(children)];
    if (slot.children != children) {
      slot.flush();
      slot.children = children;
      slot.child_count = child_count;
      for (std::uint32_t i = 0; i < child_count; ++i) slot.moves[i] = children[i].move;
    }
    for (std::uint32_t i = 0; i < child_count; ++i) {
      slot.deltas[i] += moves.contains(slot.moves[i]) ? delta : 0;
    }
    if (++slot.waiting >= visits / kLateShare) slot.flush();
  }

  void flush() {
    if (!slots_) return;
    for (Slot& slot : *slots_) slot.flush();
  }

 private:
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
  using Slots = std::array<Slot, kBufferSlots>;

  std::unique_ptr<Slots> slots_;
};

}  // namespace losange::search
