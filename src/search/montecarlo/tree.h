// The tree of a Monte-Carlo search, used by many threads at once. Two layouts know how the children
// of a node are stored: ChildArray (child_array.h) for rollouts, EdgeList (edge_list.h) for nets.
// Children are built out of sight and published by one release store.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "game/game.h"
#include "search/montecarlo/arena.h"
#include "search/montecarlo/child_array.h"
#include "search/montecarlo/edge_list.h"

namespace losange::search {

// The nodes below one position, kept from move to move. Searches take two thirds of the memory; the
// rest is for a copy of what is kept when that is used up. Knows the moves of a game, not its
// positions: boards of all sizes share its code.
template <class LayoutType>
class NodeTree {
 public:
  using Layout = LayoutType;
  using Move = typename Layout::Move;
  using NodeType = typename Layout::NodeType;
  using ChildRange = typename Layout::ChildRange;

  explicit NodeTree(std::size_t memory_bytes) : arena_(memory_bytes) {}

  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  NodeType& root() const { return *root_; }
  // Precondition: the node has children.
  ChildRange children(const NodeType& node) const { return Layout::children(arena_, node); }
  ChildRange root_children() const {
    return root().has_children() ? children(root()) : ChildRange{};
  }
  // Whether the node has moves without a node of their own that are not known to lose. Precondition:
  // the node has children.
  bool has_open_moves(const NodeType& node) const { return Layout::has_open_moves(arena_, node); }
  // Precondition: the node was evaluated.
  ValueNote& note(const NodeType& node) const { return Layout::expansion(arena_, node).note; }

  // How many threads may grow the tree. Each fills chunks of its own, so a small tree serves few:
  // when one finds no chunk, the others have had one to fill.
  int max_threads() const {
    const std::size_t chunks = (search_share() - kept_share()) / 2;
    return static_cast<int>(std::clamp<std::size_t>(chunks, 1, 1 << 20));
  }

  // Forgets the subtrees with the fewest visits, so that half of what a search may take is free
  // again. The children of a node go together; a node that loses them keeps its visits and its
  // value, and gets them again when it is next visited. False, and the tree is as it was, when
  // `halt` was set meanwhile or there is no room for the copy. No other thread may use the tree.
  bool make_room(const std::atomic<bool>& halt) {
    const std::size_t old = arena_.taken();
    const std::uint64_t old_nodes = arena_.nodes();
    arena_.set_limit(arena_.chunk_count());
    NodeType* copy = nullptr;
    try {
      copy = copy_busiest(halt);
    } catch (const std::bad_alloc&) {  // not even for the lists that it works with
    }
    arena_.set_limit(search_share());
    if (copy == nullptr) {
      arena_.release_last(arena_.taken() - old);
      arena_.remove_nodes(arena_.nodes() - old_nodes);
      return false;
    }
    arena_.release_first(old);
    arena_.remove_nodes(old_nodes);
    root_ = copy;
    return true;
  }

 protected:
  // Nothing but a root; `last` is the move that led there, if one did.
  void clear(const Move& last) {
    arena_.release_first(arena_.taken());
    arena_.remove_nodes(arena_.nodes());
    arena_.set_limit(search_share());
    Arena::Cursor cursor;
    root_ = make_root(cursor);
    if (root_ == nullptr) throw std::bad_alloc();
    root_->move = last;
  }
  // The node that a line from the root leads to, or null.
  NodeType* find(const std::vector<Move>& line) const {
    NodeType* node = root_;
    for (const Move& move : line) {
      if (!node->has_children()) return nullptr;
      NodeType* next = nullptr;
      for (NodeType& child : children(*node)) {
        if (child.move == move) next = &child;
      }
      if (next == nullptr) return nullptr;
      node = next;
    }
    return node;
  }
  void set_root(NodeType& node) { root_ = &node; }

 private:
  static constexpr std::size_t kNodesPerCheck = 1024;

  NodeType* make_root(Arena::Cursor& cursor) {
    const NodeIndex index = arena_.allocate(cursor, Arena::units(sizeof(NodeType)));
    if (index == 0) return nullptr;
    arena_.add_nodes(1);
    return new (arena_.bytes_at(index)) NodeType;
  }
  // Which nodes keep their children when so many units may stay: those with more visits than `above`,
  // and of those with just as many, as many as fit into `spare`.
  struct Kept {
    std::uint32_t above = 0;
    std::uint64_t spare = 0;
  };
  // Nothing when `halt` was set meanwhile.
  std::optional<Kept> choose_kept(std::uint64_t budget, const std::atomic<bool>& halt) const {
    constexpr std::uint32_t kMost = 0xFFFF;
    std::vector<std::uint64_t> units(kMost + 1);  // of the children of nodes, by their visits
    std::vector<const NodeType*> stack{root_};
    for (std::size_t seen = 0; !stack.empty(); ++seen) {
      if (seen % kNodesPerCheck == 0 && halt.load(std::memory_order_relaxed)) return std::nullopt;
      const NodeType& node = *stack.back();
      stack.pop_back();
      if (!node.has_children()) continue;
      units[std::min(node.visit_count(), kMost)] += Layout::units(arena_, node);
      for (const NodeType& child : children(node)) {
        if (child.has_children()) stack.push_back(&child);
      }
    }
    std::uint32_t visits = kMost;
    while (visits > 0 && units[visits] <= budget) budget -= units[visits--];
    return Kept{visits, budget};
  }
  // A copy of the busiest part of the tree. Null when there is no room for it, or when `halt` was set.
  NodeType* copy_busiest(const std::atomic<bool>& halt) {
    // Blocks do not cross chunks: a little of each chunk stays empty.
    auto kept = choose_kept(kept_share() * Arena::kChunkUnits * 7 / 8, halt);
    Arena::Cursor cursor;
    NodeType* const copy = kept ? make_root(cursor) : nullptr;
    if (copy == nullptr) return nullptr;
    copy->copy_numbers(*root_);
    std::deque<std::pair<const NodeType*, NodeType*>> queue{{root_, copy}};
    for (std::size_t seen = 0; !queue.empty(); ++seen, queue.pop_front()) {
      if (seen % kNodesPerCheck == 0 && halt.load(std::memory_order_relaxed)) return nullptr;
      const auto [from, to] = queue.front();
      if (from != root_ && from->visit_count() <= kept->above) {
        const std::uint64_t units = Layout::units(arena_, *from);
        if (from->visit_count() < kept->above || units > kept->spare) continue;
        kept->spare -= units;
      }
      if (!Layout::copy_children(arena_, cursor, *from, *to)) {
        if (from == root_) return nullptr;
        continue;
      }
      const ChildRange copies = children(*to);
      auto child = copies.begin();
      for (const NodeType& old : children(*from)) {
        if (old.has_children()) queue.emplace_back(&old, &*child);
        ++child;
      }
    }
    return copy;
  }
  std::size_t search_share() const { return arena_.chunk_count() - kept_share(); }
  std::size_t kept_share() const { return std::max<std::size_t>(1, arena_.chunk_count() / 3); }

  Arena arena_;
  NodeType* root_ = nullptr;
};

// The same with the position at its root.
template <game::Position P, class Layout>
class Tree : public NodeTree<Layout> {
  using Nodes = NodeTree<Layout>;

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
    auto* const node = Nodes::find(moves);
    if (node == nullptr) return false;
    P position = *position_;
    for (const Move& move : moves) position.play(move);
    if (position.hash() != hash) return false;
    Nodes::set_root(*node);
    position_ = position;
    return true;
  }

 private:
  std::optional<P> position_;
};

}  // namespace losange::search
