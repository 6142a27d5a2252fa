// Children side by side: the layout of a tree whose selection looks at every move of a node, as UCT
// and RAVE do. All children of a node are made at once. Their all-moves-as-first counts follow the
// nodes and are not mixed with them: a playout writes nearly all counts of the nodes on its way but
// only one child of each, so threads share the cache lines of the counts alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

#include "search/montecarlo/arena.h"
#include "search/montecarlo/candidates.h"
#include "search/montecarlo/node.h"

namespace losange::search {

// The children of one node. `amaf` has one count a child, or is null in a tree without.
template <class NodeType>
struct Children : std::span<NodeType> {
  AmafWord* amaf = nullptr;

  Children() = default;
  Children(NodeType* first, std::size_t count, AmafWord* counts = nullptr)
      : std::span<NodeType>(first, count), amaf(counts) {}
};

template <class MoveType, bool kAmaf>
struct ChildArray {
  using Move = MoveType;
  using NodeType = Node<Move>;
  using ChildRange = Children<NodeType>;
  static_assert(std::is_trivially_destructible_v<NodeType>);

  // Precondition: the node has children.
  static ChildRange children(const Arena& arena, const NodeType& node) {
    auto* const first = arena.at<NodeType>(node.children.load(std::memory_order_acquire));
    const std::size_t count = node.child_count;
    if constexpr (kAmaf) return {first, count, reinterpret_cast<AmafWord*>(first + count)};
    return {first, count};
  }
  // Moves that have no node yet and are not known to lose.
  static bool has_open_moves(const Arena&, const NodeType&) { return false; }
  // Whether `is` holds for every move of the node.
  template <class Is>
  static bool all_moves(const Arena& arena, const NodeType& node, Is&& is) {
    const ChildRange range = children(arena, node);
    return std::all_of(range.begin(), range.end(),
                       [&](const NodeType& child) { return is(child.move); });
  }

  // Fills the block that gives `node` its children. False when the memory is used up.
  template <class List>
  static bool make_children(Arena& arena, Arena::Cursor& cursor, NodeType& node,
                            const List& candidates) {
    const NodeIndex block = allocate(arena, cursor, candidates.size());
    if (block == 0) return false;
    auto* const first = arena.at<NodeType>(block);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      first[i].move = candidates[i].move;
      first[i].prior = static_cast<std::uint16_t>(candidates[i].prior * kMostPrior);
    }
    node.child_count = static_cast<std::uint16_t>(candidates.size());
    node.children.store(block, std::memory_order_release);
    return true;
  }

  // The units that the children of a node take, and a copy of them for `to`, themselves without
  // children. False when there is no room. Precondition: the node has children.
  static NodeIndex units(const Arena&, const NodeType& node) { return units(node.child_count); }
  static bool copy_children(Arena& arena, Arena::Cursor& cursor, const NodeType& from,
                            NodeType& to) {
    const NodeIndex block = allocate(arena, cursor, from.child_count);
    if (block == 0) return false;
    const ChildRange old = children(arena, from);
    to.child_count = from.child_count;
    to.children.store(block, std::memory_order_release);
    const ChildRange copies = children(arena, to);
    for (std::size_t i = 0; i < old.size(); ++i) {
      copies[i].copy_numbers(old[i]);
      if constexpr (kAmaf) copy_number(copies.amaf[i].word, old.amaf[i].word);
    }
    return true;
  }

 private:
  static NodeIndex units(std::size_t count) {
    return Arena::units(count * (sizeof(NodeType) + (kAmaf ? sizeof(AmafWord) : 0)));
  }
  static NodeIndex allocate(Arena& arena, Arena::Cursor& cursor, std::size_t count) {
    const NodeIndex block = arena.allocate(cursor, units(count));
    if (block == 0) return 0;
    arena.add_nodes(count);
    auto* const first = reinterpret_cast<NodeType*>(arena.bytes_at(block));
    for (std::size_t i = 0; i < count; ++i) new (first + i) NodeType;
    if constexpr (kAmaf) {
      auto* const counts = reinterpret_cast<AmafWord*>(first + count);
      for (std::size_t i = 0; i < count; ++i) new (counts + i) AmafWord;
    }
    return block;
  }
};

}  // namespace losange::search
