// Where the nodes of a Monte-Carlo tree lie, addressed by 32-bit indices: the children of a node side by side and their
// all-moves-as-first counts side by side elsewhere. Every descent writes nearly all counts of the nodes on its way but only
// one child of each, so threads pass each other the cache lines of the counts alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <numeric>
#include <type_traits>
#include <vector>

#include "search/montecarlo/node.h"

namespace losange::search {

// What a tree keeps besides its nodes: an AmafWord for each, or a ValueNote for each that has children.
enum class Besides { Nothing, Amaf, Notes };

// Blocks of nodes out of chunks of fixed size, in each chunk first the nodes, then their counts; a note lies in front of
// its block, in the place of nodes. Each thread fills a chunk of its own; taking a chunk is one atomic addition. Chunks are kept for the next
// search until the arena goes.
template <class NodeType, Besides kBesides>
class Arena {
 public:
  static constexpr int kShift = 12;
  static constexpr NodeIndex kChunkNodes = NodeIndex{1} << kShift;
  static constexpr std::size_t kNodeBytes = sizeof(NodeType) * kChunkNodes;
  static constexpr std::size_t kChunkBytes =
      kNodeBytes + (kBesides == Besides::Amaf ? sizeof(AmafWord) * kChunkNodes : 0);

  // The nodes whose place a note takes.
  static constexpr NodeIndex kNoteNodes =
      kBesides == Besides::Notes ? (sizeof(ValueNote) + sizeof(NodeType) - 1) / sizeof(NodeType)
                                 : 0;
  static_assert(alignof(ValueNote) <= alignof(NodeType));

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

  NodeType* at(NodeIndex index) const {
    return reinterpret_cast<NodeType*>(chunks_[index >> kShift].get()) +
           (index & (kChunkNodes - 1));
  }
  AmafWord* amaf_at(NodeIndex index) const requires(kBesides == Besides::Amaf) {
    return reinterpret_cast<AmafWord*>(chunks_[index >> kShift].get() + kNodeBytes) +
           (index & (kChunkNodes - 1));
  }
  // The note of the block that begins at `first`.
  ValueNote& note_at(NodeIndex first) const requires(kBesides == Besides::Notes) {
    return *reinterpret_cast<ValueNote*>(at(first - kNoteNodes));
  }
  // The index of the first of `count` fresh nodes, or 0 when the limit is reached.
  NodeIndex allocate(Cursor& cursor, NodeIndex count) {
    assert(count > 0 && kNoteNodes + count < kChunkNodes);
    if (cursor.end - cursor.next < kNoteNodes + count && !take_chunk(cursor)) return 0;
    const NodeIndex first = cursor.next + kNoteNodes;
    cursor.next = first + count;
    for (NodeIndex i = 0; i < count; ++i) new (at(first + i)) NodeType;
    if constexpr (kBesides == Besides::Amaf) {
      for (NodeIndex i = 0; i < count; ++i) new (amaf_at(first + i)) AmafWord;
    }
    if constexpr (kBesides == Besides::Notes) new (at(first - kNoteNodes)) ValueNote;
    return first;
  }
  bool full() const { return taken_.load(std::memory_order_relaxed) >= limit_; }

  // Between searches, one thread.
  std::size_t chunk_count() const { return chunks_.size(); }
  std::size_t taken() const { return std::min<std::size_t>(taken_, free_.size()); }
  void set_limit(std::size_t chunks) { limit_ = std::min(chunks, free_.size()); }
  // All chunks are free again.
  void clear() { release(taken()); }
  // Frees the chunks that were taken first; the later ones stay in use.
  void release(std::size_t count) {
    std::rotate(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(count),
                free_.begin() + static_cast<std::ptrdiff_t>(taken()));
    taken_ = taken() - count;
  }

 private:
  struct Free {
    void operator()(std::byte* chunk) const { ::operator delete (chunk, std::align_val_t{64}); }
  };
  bool take_chunk(Cursor& cursor) {
    if (full()) return false;
    const std::size_t i = taken_.fetch_add(1, std::memory_order_relaxed);
    if (i >= limit_) {
      taken_.fetch_sub(1, std::memory_order_relaxed);
      return false;
    }
    const NodeIndex chunk = free_[i];
    if (!chunks_[chunk]) {
      chunks_[chunk].reset(static_cast<std::byte*>(
          ::operator new (kChunkBytes, std::align_val_t{64}, std::nothrow)));
      if (!chunks_[chunk]) return false;  // the machine has less than we may use
    }
    cursor.next = chunk << kShift;
    cursor.end = cursor.next + kChunkNodes;
    if (cursor.next == 0) cursor.next = 1;  // index 0 means "no children"
    return true;
  }

  static_assert(std::is_trivially_destructible_v<NodeType>);

  std::vector<std::unique_ptr<std::byte, Free>> chunks_;
  std::vector<NodeIndex> free_;  // a permutation of the chunks: those in use first
  std::atomic<std::size_t> taken_{0};
  std::size_t limit_ = 0;
};

}  // namespace losange::search
