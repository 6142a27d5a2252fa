// Keeps a thread's all-moves-as-first counts for the busiest nodes to itself for a while. Every descent
// counts at every child of the root, so without it two threads would pass the same cache lines to and fro
// and be slower than one. A busy node is told late by a few descents of its many.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "search/montecarlo_tree.h"

namespace losange::search {

template <class NodeType, std::size_t kMostChildren>
class AmafBuffer {
 public:
  // From so many visits on a node is busy.
  static constexpr std::uint32_t kBusy = 128;

  AmafBuffer() = default;
  ~AmafBuffer() { flush(); }
  AmafBuffer(const AmafBuffer&) = delete;
  AmafBuffer& operator=(const AmafBuffer&) = delete;

  // Adds `delta` to the children for which `counts` holds, sooner or later.
  template <class Counts>
  void add(NodeType* children, std::uint32_t child_count, std::uint64_t delta, const Counts& counts) {
    if (!slots_) slots_ = std::make_unique<Slots>();
    Slot& slot = (*slots_)[slot_of(children)];
    if (slot.children != children) {
      slot.flush();
      slot.children = children;
      slot.child_count = child_count;
    }
    for (std::uint32_t i = 0; i < child_count; ++i) slot.deltas[i] += counts(children[i]) ? delta : 0;
    if (++slot.waiting == kLongest) slot.flush();
  }

  void flush() {
    if (!slots_) return;
    for (Slot& slot : *slots_) slot.flush();
  }

 private:
  static constexpr std::uint32_t kLongest = 32;  // descents until the node is told
  static constexpr std::size_t kSlots = 256;

  struct Slot {
    NodeType* children = nullptr;
    std::uint32_t child_count = 0, waiting = 0;
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
    return (reinterpret_cast<std::uintptr_t>(children) * 0x9E3779B97F4A7C15ULL) >> 56;
  }
  static_assert(kSlots == 256, "slot_of gives eight bits");

  std::unique_ptr<Slots> slots_;
};

}  // namespace losange::search
