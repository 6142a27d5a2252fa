// The tree of a Monte-Carlo search. Used by descent.h and batch.h (many threads at once) and montecarlo.h (one thread, between
// searches). Children are built out of sight and published by one release store.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "game/game.h"
#include "search/montecarlo/arena.h"

namespace losange::search {

// The nodes below one position, kept from move to move. Searches take two thirds of the memory; the rest is for moving what
// is worth keeping before the next one. Knows the moves of a game, not its positions: boards of all sizes share its code.
template <class Move, Besides kBesides>
class NodeTree {
 public:
  using NodeType = Node<Move>;
  using ArenaType = Arena<NodeType, kBesides>;

  explicit NodeTree(std::size_t memory_bytes) : arena_(memory_bytes) {}

  ArenaType& arena() { return arena_; }
  NodeType& root() const { return *arena_.at(root_); }
  // Precondition: the node has children.
  Children<NodeType> children(const NodeType& node) const {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    if constexpr (kBesides == Besides::Amaf)
      return {arena_.at(first), node.child_count, arena_.amaf_at(first)};
    return {arena_.at(first), node.child_count};
  }
  // The same.
  ValueNote& note(const NodeType& node) const {
    return arena_.note_at(node.children.load(std::memory_order_acquire));
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
      if constexpr (kBesides == Besides::Notes)
        arena_.note_at(new_first).copy(arena_.note_at(old_first));
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
    if constexpr (kBesides == Besides::Amaf) {
      arena_.amaf_at(to)->word.store(arena_.amaf_at(from)->load(), std::memory_order_relaxed);
    }
  }
  std::size_t search_share() const { return arena_.chunk_count() - kept_share(); }
  std::size_t kept_share() const { return std::max<std::size_t>(1, arena_.chunk_count() / 3); }

  ArenaType arena_;
  NodeIndex root_ = 0;
};

// The same with the position at its root.
template <game::Position P, Besides kBesides>
class Tree : public NodeTree<typename P::Move, kBesides> {
  using Nodes = NodeTree<typename P::Move, kBesides>;

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
