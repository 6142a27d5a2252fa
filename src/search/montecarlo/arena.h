// Memory for the nodes of a Monte-Carlo tree: blocks of 16-byte units, addressed by 32-bit indices.
// The units come from chunks of fixed size. Each thread fills a chunk of its own, so taking a chunk
// is the only shared step. Chunks are kept for the next search until the arena is destroyed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <numeric>
#include <vector>

#include "search/montecarlo/node.h"

namespace losange::search {

class Arena {
 public:
  static constexpr std::size_t kUnit = 16;  // bytes
  static constexpr int kShift = 12;
  static constexpr NodeIndex kChunkUnits = NodeIndex{1} << kShift;
  static constexpr std::size_t kChunkBytes = kUnit * kChunkUnits;

  // Where one thread's next block goes.
  struct Cursor {
    NodeIndex next = 0, end = 0;
  };

  // Uses at most `bytes`, but never fewer than four chunks.
  explicit Arena(std::size_t bytes)
      : chunks_(std::clamp<std::size_t>(bytes / kChunkBytes, 4, (kGrowing >> kShift) - 1)),
        free_(chunks_.size()) {
    std::iota(free_.begin(), free_.end(), 0u);
  }

  static constexpr NodeIndex units(std::size_t bytes) {
    return static_cast<NodeIndex>((bytes + kUnit - 1) / kUnit);
  }
  // Precondition: an object of this type was constructed there.
  template <class T>
  T* at(NodeIndex index) const {
    static_assert(alignof(T) <= kUnit);
    return reinterpret_cast<T*>(bytes_at(index));
  }
  std::byte* bytes_at(NodeIndex index) const {
    return chunks_[index >> kShift].get() + kUnit * (index & (kChunkUnits - 1));
  }
  // The index of a fresh block, or 0 when the limit is reached: full() is true from then on.
  NodeIndex allocate(Cursor& cursor, NodeIndex units) {
    assert(units > 0 && units < kChunkUnits);
    if (cursor.end - cursor.next < units && !take_chunk(cursor)) {
      full_.store(true, std::memory_order_relaxed);
      return 0;
    }
    const NodeIndex first = cursor.next;
    cursor.next += units;
    return first;
  }
  // Whether an allocation has failed since the last release().
  bool full() const { return full_.load(std::memory_order_relaxed); }
  std::size_t bytes_taken() const { return taken() * kChunkBytes; }
  // How many nodes there are, as those that make and forget them say.
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  void add_nodes(std::uint64_t count) { nodes_.fetch_add(count, std::memory_order_relaxed); }
  void remove_nodes(std::uint64_t count) { nodes_.fetch_sub(count, std::memory_order_relaxed); }

  // The rest is for one thread, while no other uses the arena.
  std::size_t chunk_count() const { return chunks_.size(); }
  std::size_t taken() const {
    return std::min<std::size_t>(taken_.load(std::memory_order_relaxed), free_.size());
  }
  void set_limit(std::size_t chunks) { limit_ = std::min(chunks, free_.size()); }
  // Frees the `count` chunks that were taken first.
  void release_first(std::size_t count) {
    const auto begin = free_.begin();
    std::rotate(begin, begin + static_cast<std::ptrdiff_t>(count),
                begin + static_cast<std::ptrdiff_t>(taken()));
    release_last(count);
  }
  // Frees the `count` chunks that were taken last.
  void release_last(std::size_t count) {
    taken_ = taken() - count;
    full_ = false;
  }

 private:
  struct Free {
    void operator()(std::byte* chunk) const { ::operator delete (chunk, std::align_val_t{64}); }
  };
  bool take_chunk(Cursor& cursor) {
    if (taken_.load(std::memory_order_relaxed) >= limit_) return false;
    const std::size_t i = taken_.fetch_add(1, std::memory_order_relaxed);
    if (i >= limit_) {
      taken_.fetch_sub(1, std::memory_order_relaxed);
      return false;
    }
    const NodeIndex chunk = free_[i];
    if (!chunks_[chunk]) {
      chunks_[chunk].reset(static_cast<std::byte*>(
          ::operator new (kChunkBytes, std::align_val_t{64}, std::nothrow)));
      if (!chunks_[chunk]) return false;  // the machine has less than the limit
    }
    cursor.next = chunk << kShift;
    cursor.end = cursor.next + kChunkUnits;
    if (cursor.next == 0) cursor.next = 1;  // index 0 means "no block"
    return true;
  }

  std::vector<std::unique_ptr<std::byte, Free>> chunks_;
  std::vector<NodeIndex> free_;  // a permutation of the chunks: those in use first
  std::atomic<std::size_t> taken_{0};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> full_{false};
  std::size_t limit_ = 0;
};

}  // namespace losange::search
