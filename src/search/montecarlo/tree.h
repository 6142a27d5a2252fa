// The tree of a Monte-Carlo search: nodes in an arena, addressed by 32-bit indices, the children of a
// node side by side and their all-moves-as-first counts side by side elsewhere: every descent writes
// nearly all counts of the nodes on its way but only one child of each, so threads pass each other the
// cache lines of the counts alone. Used by descent.h (many threads at once) and montecarlo.h
// (one thread, between searches). A node's numbers are relaxed atomics: a rare lost update of an
// all-moves-as-first count is tolerated (Enzenberger and Mueller 2009), visits and values are never
// lost. Children are built out of sight and published by one release store.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "game/game.h"

namespace losange::search {

// What is known for certain of a node, for the side whose move led to it.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win };

constexpr Proof reversed(Proof proof) {
  if (proof == Proof::Win) return Proof::Loss;
  return proof == Proof::Loss ? Proof::Win : proof;
}
// The value of something proven, in {-1, 0, 1}.
constexpr int value_of(Proof proof) {
  return static_cast<int>(proof) - static_cast<int>(Proof::Draw);
}
constexpr Proof proof_of(int value) {
  return static_cast<Proof>(value + static_cast<int>(Proof::Draw));
}

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoChildren = 0;
inline constexpr std::uint16_t kMostPrior = 0xFFFF;
inline constexpr NodeIndex kGrowing = ~NodeIndex{0};  // a thread is building the children

// All moves as first: how often the mover played this move later on, and the sum of those results.
// Both in one word, so that an update is one load, one addition and one store:
//   bits 63..32  sum of results in {-1, 0, 1}, two's complement    bits 31..0  count
struct AmafWord {
  std::atomic<std::uint64_t> word{0};

  static constexpr std::uint64_t delta(int result) {
    return (static_cast<std::uint64_t>(static_cast<std::int64_t>(result)) << 32) + 1;
  }
  static std::uint32_t count(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
  static std::int32_t sum(std::uint64_t word) { return static_cast<std::int32_t>(word >> 32); }

  std::uint64_t load() const { return word.load(std::memory_order_relaxed); }
  void add(std::uint64_t delta) { word.store(load() + delta, std::memory_order_relaxed); }
};

// One position of the tree, with the move that led to it. 24 bytes for Hex:
//   value 8 | visits 4 | children 4 | child_count 2 | prior 2 | move 2 | proof 1
template <class Move>
struct Node {
  static constexpr double kValueUnit =
      1.0 / (1 << 20);  // of the fixed-point sum: exact, in any order

  std::atomic<std::int64_t> value_sum{0};  // for the side whose move led here
  std::atomic<std::uint32_t> visits{0};    // descents through here, those under way included
  std::atomic<NodeIndex> children{kNoChildren};
  std::uint16_t child_count = 0;  // written before `children` is published
  std::uint16_t prior = 0;        // how good the move looked at first, of kMostPrior
  Move move{};
  std::atomic<Proof> proof{Proof::Unknown};

  std::uint32_t visit_count() const { return visits.load(std::memory_order_relaxed); }
  Proof known() const { return proof.load(std::memory_order_relaxed); }
  bool has_children() const {
    const NodeIndex first = children.load(std::memory_order_acquire);
    return first != kNoChildren && first != kGrowing;
  }
  // Mean result for the side whose move led here; what is proven counts instead of what was seen.
  double mean() const {
    if (known() != Proof::Unknown) return value_of(known());
    const std::uint32_t n = visit_count();
    const auto sum = static_cast<double>(value_sum.load(std::memory_order_relaxed));
    return n == 0 ? 0 : sum * kValueUnit / n;
  }
  // Everything but the link to the children. Precondition: no thread works on either node.
  void copy_numbers(const Node& o) {
    const auto copy = [](auto& to, const auto& from) {
      to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
    };
    copy(value_sum, o.value_sum);
    copy(visits, o.visits);
    copy(proof, o.proof);
    prior = o.prior;
    move = o.move;
  }
};

// The children of one node, and what all moves as first say of each; nothing (null) in a tree without.
template <class NodeType>
struct Children : std::span<NodeType> {
  AmafWord* amaf = nullptr;

  Children() = default;
  Children(NodeType* first, std::size_t count, AmafWord* counts = nullptr)
      : std::span<NodeType>(first, count), amaf(counts) {}
};

// Blocks of nodes out of chunks of fixed size, in each chunk first the nodes, then their counts. Each
// thread fills a chunk of its own; taking a chunk is one atomic addition. Chunks are kept for the next
// search until the arena goes.
template <class NodeType, bool kAmaf>
class Arena {
 public:
  static constexpr int kShift = 12;
  static constexpr NodeIndex kChunkNodes = NodeIndex{1} << kShift;
  static constexpr std::size_t kNodeBytes = sizeof(NodeType) * kChunkNodes;
  static constexpr std::size_t kChunkBytes =
      kNodeBytes + (kAmaf ? sizeof(AmafWord) * kChunkNodes : 0);

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
  AmafWord* amaf_at(NodeIndex index) const requires kAmaf {
    return reinterpret_cast<AmafWord*>(chunks_[index >> kShift].get() + kNodeBytes) +
           (index & (kChunkNodes - 1));
  }
  // The index of the first of `count` fresh nodes, or 0 when the limit is reached.
  NodeIndex allocate(Cursor& cursor, NodeIndex count) {
    assert(count > 0 && count < kChunkNodes);
    if (cursor.end - cursor.next < count && !take_chunk(cursor)) return 0;
    const NodeIndex first = cursor.next;
    cursor.next += count;
    for (NodeIndex i = 0; i < count; ++i) new (at(first + i)) NodeType;
    if constexpr (kAmaf) {
      for (NodeIndex i = 0; i < count; ++i) new (amaf_at(first + i)) AmafWord;
    }
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

// The nodes below one position, kept from move to move. Searches take two thirds of the memory; the rest is for moving what
// is worth keeping before the next one. Knows the moves of a game, not its positions: boards of all sizes share its code.
template <class Move, bool kAmaf>
class NodeTree {
 public:
  using NodeType = Node<Move>;
  using ArenaType = Arena<NodeType, kAmaf>;

  explicit NodeTree(std::size_t memory_bytes) : arena_(memory_bytes) {}

  ArenaType& arena() { return arena_; }
  NodeType& root() const { return *arena_.at(root_); }
  // Precondition: the node has children.
  Children<NodeType> children(const NodeType& node) const {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    if constexpr (kAmaf) return {arena_.at(first), node.child_count, arena_.amaf_at(first)};
    return {arena_.at(first), node.child_count};
  }
  Children<NodeType> root_children() const {
    return root().has_children() ? children(root()) : Children<NodeType>{};
  }

  // Makes room when more than half of it is taken, some of it by what is no longer below the root.
  // Keeps the top of the tree; what does not fit is forgotten.
  void compact() {
    if (arena_.taken() * 2 <= search_share()) return;
    const std::size_t old = arena_.taken();
    arena_.set_limit(std::min(arena_.chunk_count(), old + kept_share()));
    typename ArenaType::Cursor cursor;
    std::deque<std::pair<NodeIndex, NodeIndex>> queue;  // (old, new), top first
    const NodeIndex new_root = arena_.allocate(cursor, 1);
    if (new_root == 0) return;
    copy_numbers(root_, new_root);
    for (queue.emplace_back(root_, new_root); !queue.empty(); queue.pop_front()) {
      const auto [from, to] = queue.front();
      const NodeType& node = *arena_.at(from);
      if (!node.has_children()) continue;
      const NodeIndex old_first = node.children.load(std::memory_order_relaxed);
      const NodeIndex new_first = arena_.allocate(cursor, node.child_count);
      if (new_first == 0) break;
      for (NodeIndex i = 0; i < node.child_count; ++i) {
        copy_numbers(old_first + i, new_first + i);
        if (arena_.at(old_first + i)->has_children())
          queue.emplace_back(old_first + i, new_first + i);
      }
      arena_.at(to)->child_count = node.child_count;
      arena_.at(to)->children.store(new_first, std::memory_order_release);
    }
    arena_.release(old);
    arena_.set_limit(search_share());
    root_ = new_root;
  }

 protected:
  // Nothing but a root; `last` is the move that led there, if one did.
  void clear(const Move& last) {
    arena_.clear();
    arena_.set_limit(search_share());
    typename ArenaType::Cursor cursor;
    root_ = arena_.allocate(cursor, 1);
    if (root_ == 0) throw std::bad_alloc();
    root().move = last;
  }
  // The node that a line from the root leads to, if there is one.
  std::optional<NodeIndex> find(const std::vector<Move>& line) const {
    NodeIndex index = root_;
    for (const Move& move : line) {
      const NodeType& node = *arena_.at(index);
      if (!node.has_children()) return std::nullopt;
      const NodeIndex first = node.children.load(std::memory_order_acquire);
      NodeIndex i = 0;
      while (i < node.child_count && !(arena_.at(first + i)->move == move)) ++i;
      if (i == node.child_count) return std::nullopt;
      index = first + i;
    }
    return index;
  }
  void set_root(NodeIndex index) { root_ = index; }

 private:
  void copy_numbers(NodeIndex from, NodeIndex to) {
    arena_.at(to)->copy_numbers(*arena_.at(from));
    if constexpr (kAmaf) {
      arena_.amaf_at(to)->word.store(arena_.amaf_at(from)->load(), std::memory_order_relaxed);
    }
  }
  std::size_t search_share() const { return arena_.chunk_count() - kept_share(); }
  std::size_t kept_share() const { return std::max<std::size_t>(1, arena_.chunk_count() / 3); }

  ArenaType arena_;
  NodeIndex root_ = 0;
};

// The same with the position at its root.
template <game::Position P, bool kAmaf>
class Tree : public NodeTree<typename P::Move, kAmaf> {
  using Nodes = NodeTree<typename P::Move, kAmaf>;

 public:
  using Move = typename P::Move;

  using Nodes::Nodes;

  const P& position() const { return *position_; }
  bool started() const { return position_.has_value(); }

  // An empty tree at `position`; `last` is the move that led there, if one did.
  void restart(const P& position, Move last) {
    Nodes::clear(last);
    position_ = position;
  }
  // Goes down along `moves` and makes that node the root, if it was reached and its position has this
  // hash; false, with the tree as it was, otherwise.
  bool advance(const std::vector<Move>& moves, std::uint64_t hash) {
    if (!started()) return false;
    const auto index = Nodes::find(moves);
    if (!index) return false;
    P position = *position_;
    for (const Move& move : moves) position.play(move);
    if (position.hash() != hash) return false;
    Nodes::set_root(*index);
    position_ = position;
    return true;
  }

 private:
  std::optional<P> position_;
};

}  // namespace losange::search
