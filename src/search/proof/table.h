// What a proof search knows of the positions it has met: proof numbers, the work they took, what a result rests on, and the
// moves with the keys of the positions after them, so that a position is looked at closely once. Grows up to a bound on its memory; then the half
// that took the least work is forgotten at once, which costs little to find again, and what was forgotten cannot come back
// to drive out the rest before as much new work is done.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/error.h"

namespace losange::search {

// For the side to move: positions that must at least be decided to prove that it reaches its goal, and that it does not.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1U << 30;

  std::uint32_t proof = 1, disproof = 1;

  static constexpr ProofNumbers won() { return {0, kInfinite}; }
  static constexpr ProofNumbers lost() { return {kInfinite, 0}; }
  constexpr bool is_won() const { return proof == 0; }
  constexpr bool is_lost() const { return disproof == 0; }
  constexpr bool decided() const { return is_won() || is_lost(); }
  bool operator==(const ProofNumbers&) const = default;
};

// What a table that was read from a file says of a position cannot be.
[[noreturn]] inline void contradicted() {
  throw base::UserError("what an earlier search kept cannot be true: begin anew without it");
}

template <class Move, class Reason>
class ProofTable {
 public:
  struct Edge {
    std::uint64_t key;  // of the position after the move
    Move move;
    std::uint16_t proof = 1, disproof = 1;  // of that position until it is looked at
  };
  struct Entry {
    static constexpr std::uint32_t kNoEdges = ~std::uint32_t{0};

    std::uint64_t key = 0;
    ProofNumbers numbers;
    std::uint32_t work = 0;  // positions looked at below, itself included; 0: a free slot
    std::uint32_t first_edge = kNoEdges;
    std::uint16_t edges = 0;
    std::uint16_t width = 0;  // moves that count at a time
    Reason reason{};          // of the result, until then of leaving out all other moves
  };

  explicit ProofTable(std::size_t bytes) : bytes_(std::max(bytes, kLeastBytes)), slots_(kFirst) {}

  // Nothing of a position that is not there. What it points to holds until the next store.
  const Entry* find(std::uint64_t key) const {
    const Entry& slot = slots_[place_of(key)];
    return slot.work == 0 ? nullptr : &slot;
  }
  const Edge* edges_of(const Entry& entry) const { return edges_.data() + entry.first_edge; }

  // Adds to the work of the position; its edges are kept where they are not yet.
  void store(std::uint64_t key, ProofNumbers numbers, std::uint32_t work,
             const std::vector<Edge>& edges, int width, const Reason& reason) {
    if (2 * (used_ + 1) > slots_.size() || memory(edges_.size() + edges.size()) > bytes_)
      make_room();
    Entry& slot = slots_[place_of(key)];
    used_ += slot.work == 0 ? 1 : 0;
    slot.key = key;
    slot.numbers = numbers;
    slot.reason = reason;
    slot.work = std::max(
        1U, slot.work + std::min(work, std::numeric_limits<std::uint32_t>::max() - slot.work));
    slot.width = static_cast<std::uint16_t>(std::min(width, 0xFFFF));
    // The moves of a decided position are asked for by those who want its line.
    if (slot.first_edge == Entry::kNoEdges && !edges.empty()) {
      slot.first_edge = static_cast<std::uint32_t>(edges_.size());
      slot.edges = static_cast<std::uint16_t>(edges.size());
      edges_.insert(edges_.end(), edges.begin(), edges.end());
    }
  }

  template <class F>
  void for_each(F&& f) const {
    for (const Entry& entry : slots_) {
      if (entry.work != 0) f(entry);
    }
  }
  // That hold so many positions, with so many edges together.
  static std::size_t bytes_for(std::size_t positions, std::size_t edges) {
    return std::bit_ceil(2 * (positions + 1)) * sizeof(Entry) + edges * sizeof(Edge);
  }
  std::size_t size() const { return used_; }
  std::size_t memory() const { return memory(edges_.size()); }
  std::uint64_t collections() const { return collections_; }

 private:
  static constexpr std::size_t kFirst = 1 << 10, kLeastBytes = std::size_t{1} << 18;

  std::size_t memory(std::size_t edges) const {
    return slots_.size() * sizeof(Entry) + edges * sizeof(Edge);
  }
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = (key * 0x9E3779B97F4A7C15ULL >> 20) & mask;
    while (slots_[place].work != 0 && slots_[place].key != key) place = (place + 1) & mask;
    return place;
  }
  // Twice the slots while they fit beside as many edges again, else half the entries.
  void make_room() {
    const std::size_t twice = 2 * slots_.size() * sizeof(Entry);
    if (2 * (used_ + 1) > slots_.size() && twice + edges_.size() * sizeof(Edge) <= bytes_) {
      rebuild(2 * slots_.size(), 0);
      return;
    }
    std::vector<std::uint32_t> work;
    for (const Entry& entry : slots_) {
      if (entry.work != 0) work.push_back(entry.work);
    }
    const auto middle = work.begin() + static_cast<std::ptrdiff_t>(work.size() / 2);
    std::nth_element(work.begin(), middle, work.end());
    rebuild(slots_.size(), work.empty() ? 0 : *middle);
    ++collections_;
  }
  // With the entries that took more work than that.
  void rebuild(std::size_t slots, std::uint32_t work) {
    std::vector<Entry> old(slots);
    std::vector<Edge> old_edges;
    old.swap(slots_);
    old_edges.swap(edges_);
    used_ = 0;
    for (Entry& entry : old) {
      if (entry.work <= work) continue;
      if (entry.first_edge != Entry::kNoEdges) {
        const auto first = old_edges.begin() + entry.first_edge;
        entry.first_edge = static_cast<std::uint32_t>(edges_.size());
        edges_.insert(edges_.end(), first, first + entry.edges);
      }
      slots_[place_of(entry.key)] = entry;
      ++used_;
    }
  }

  std::size_t bytes_;
  std::vector<Entry> slots_;
  std::vector<Edge> edges_;
  std::size_t used_ = 0;
  std::uint64_t collections_ = 0;
};

}  // namespace losange::search
