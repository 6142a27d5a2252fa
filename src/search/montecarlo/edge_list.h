// Edges apart from nodes: the layout of a tree whose moves have priors. A node that was evaluated
// keeps its likeliest moves as edges of a few bytes, best first, and a move gets a node when it is
// first visited. PUCT scores all moves without visits alike but for their priors, so the first open
// edge stands for all of them. The moves of the last hundredth of the policy are left out at first;
// they are listed when the selection would choose one of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <new>
#include <span>
#include <type_traits>

#include "search/montecarlo/arena.h"
#include "search/montecarlo/candidates.h"
#include "search/montecarlo/node.h"

namespace losange::search {

// A node in the list of its parent's children. 32 bytes for Hex.
template <class Move>
struct LinkedNode : Node<Move> {
  std::atomic<NodeIndex> next{0};  // the sibling that was made before it; 0: none
};

// One move of a node, with its prior. 4 bytes for Hex.
template <class Move>
struct Edge {
  Move move{};
  std::atomic<std::uint16_t> word{0};  // the prior, of kMostPrior; the lowest bit: taken

  Edge() = default;
  Edge(const Move& m, float p)
      : move(m), word(static_cast<std::uint16_t>(p * kMostPrior) & kPriorBits) {}
  std::uint16_t prior() const { return word.load(std::memory_order_relaxed) & kPriorBits; }
  // The move has a node, is about to get one, or is known to lose.
  bool taken() const { return (word.load(std::memory_order_relaxed) & kTaken) != 0; }
  // False when it was taken before.
  bool take() { return (word.fetch_or(kTaken, std::memory_order_relaxed) & kTaken) == 0; }

 private:
  static constexpr std::uint16_t kTaken = 1, kPriorBits = 0xFFFE;
};

// What an evaluated node has beside its numbers. Its edges follow it in memory.
struct Expansion {
  ValueNote note;
  std::atomic<NodeIndex> first_child{0};  // the newest
  std::atomic<NodeIndex> rest{0};         // more edges, listed later; kGrowing while a thread does
  std::uint16_t edge_count = 0;
  std::uint16_t omitted_prior = 0;       // the largest of the moves left out; 0: none was
  std::atomic<std::uint16_t> opened{0};  // edges that have nodes
  std::atomic<std::uint16_t> lost{0};    // edges without nodes whose moves are known to lose

  bool lists_all() const { return omitted_prior == 0; }
};

template <class MoveType>
struct EdgeList {
  using Move = MoveType;
  using NodeType = LinkedNode<Move>;
  using EdgeType = Edge<Move>;
  static_assert(std::is_trivially_destructible_v<NodeType>);

  // The children of one node, the newest first.
  class ChildRange {
   public:
    class Iterator {
     public:
      using value_type = NodeType;
      using difference_type = std::ptrdiff_t;
      using pointer = NodeType*;
      using reference = NodeType&;
      using iterator_category = std::forward_iterator_tag;

      Iterator() = default;
      Iterator(const Arena* arena, NodeIndex index) : arena_(arena) { go_to(index); }
      NodeType& operator*() const { return *node_; }
      NodeType* operator->() const { return node_; }
      Iterator& operator++() {
        go_to(node_->next.load(std::memory_order_relaxed));
        return *this;
      }
      Iterator operator++(int) {
        Iterator old = *this;
        ++*this;
        return old;
      }
      bool operator==(const Iterator& o) const { return node_ == o.node_; }

     private:
      void go_to(NodeIndex index) {
        node_ = index == 0 ? nullptr : arena_->template at<NodeType>(index);
      }
      const Arena* arena_ = nullptr;
      NodeType* node_ = nullptr;
    };

    ChildRange() = default;
    ChildRange(const Arena& arena, NodeIndex first) : arena_(&arena), first_(first) {}
    Iterator begin() const { return {arena_, first_}; }
    Iterator end() const { return {arena_, 0}; }
    bool empty() const { return first_ == 0; }

   private:
    const Arena* arena_ = nullptr;
    NodeIndex first_ = 0;
  };

  // Precondition of what follows, where nothing else is said: the node was evaluated.
  static Expansion& expansion(const Arena& arena, const NodeType& node) {
    return *arena.at<Expansion>(node.children.load(std::memory_order_acquire));
  }
  static ChildRange children(const Arena& arena, const NodeType& node) {
    return {arena, expansion(arena, node).first_child.load(std::memory_order_acquire)};
  }
  // Moves that have no node yet and are not known to lose. To be asked before the children are
  // looked at: a move that is no longer open is among them then.
  static bool has_open_moves(const Arena& arena, const NodeType& node) {
    const Expansion& e = expansion(arena, node);
    const std::span<EdgeType> rest = rest_of(arena, e);
    if (!e.lists_all() && rest.empty()) return true;
    const std::size_t closed =
        e.opened.load(std::memory_order_acquire) + e.lost.load(std::memory_order_acquire);
    return closed < e.edge_count + rest.size();
  }

  // Whether `is` holds for every move of the node; false while some are not listed.
  template <class Is>
  static bool all_moves(const Arena& arena, const NodeType& node, Is&& is) {
    const Expansion& e = expansion(arena, node);
    const std::span<EdgeType> rest = rest_of(arena, e);
    const auto holds = [&](const EdgeType& edge) { return is(edge.move); };
    const std::span<EdgeType> some = listed(e);
    // The library of the page's build has no std::ranges::all_of.
    return (e.lists_all() || !rest.empty()) && std::all_of(some.begin(), some.end(), holds) &&
           std::all_of(rest.begin(), rest.end(), holds);
  }

  // The edges of the likeliest moves, or of all; those left out have a hundredth of the prior.
  // Sorts the candidates. `prepare` is given the expansion before other threads can see it. False
  // when the memory is used up.
  template <class List, class Prepare>
  static bool make_edges(Arena& arena, Arena::Cursor& cursor, NodeType& node, List& candidates,
                         bool all, Prepare&& prepare) {
    sort_by_prior(candidates);
    const std::size_t count = all ? candidates.size() : likely(candidates);
    const NodeIndex block = arena.allocate(cursor, units(count, 0));
    if (block == 0) return false;
    auto* const e = new (arena.bytes_at(block)) Expansion;
    e->edge_count = static_cast<std::uint16_t>(count);
    EdgeType* const edges = first_edge(*e);
    for (std::size_t i = 0; i < count; ++i)
      new (edges + i) EdgeType(candidates[i].move, candidates[i].prior);
    if (count < candidates.size())
      e->omitted_prior = std::max(edge_prior(candidates[count]), kLeast);
    prepare(*e);
    node.children.store(block, std::memory_order_release);
    return true;
  }
  // Lists the moves that make_edges left out. Precondition: the thread has set `rest` to kGrowing.
  // False, and `rest` is open again, when the memory is used up.
  template <class List>
  static bool make_rest(Arena& arena, Arena::Cursor& cursor, NodeType& node, List& candidates) {
    Expansion& e = expansion(arena, node);
    const std::span<EdgeType> listed(first_edge(e), e.edge_count);
    const auto is_listed = [&](const auto& candidate) {
      return std::any_of(listed.begin(), listed.end(),
                         [&](const EdgeType& edge) { return edge.move == candidate.move; });
    };
    sort_by_prior(candidates);
    const auto count = static_cast<std::size_t>(
        std::count_if(candidates.begin(), candidates.end(), std::not_fn(is_listed)));
    const NodeIndex block =
        arena.allocate(cursor, Arena::units(sizeof(std::uint64_t) + count * sizeof(EdgeType)));
    if (block != 0) {
      *new (arena.bytes_at(block)) std::uint64_t = count;
      EdgeType* edge = edges_after_count(arena, block);
      for (const auto& candidate : candidates) {
        if (!is_listed(candidate)) new (edge++) EdgeType(candidate.move, candidate.prior);
      }
    }
    e.rest.store(block, std::memory_order_release);
    return block != 0;
  }
  // The right to list the rest, for one thread alone.
  static bool claim_rest(const Arena& arena, const NodeType& node) {
    NodeIndex expected = 0;
    return expansion(arena, node).rest.compare_exchange_strong(expected, kGrowing);
  }
  static void release_rest(const Arena& arena, const NodeType& node) {
    expansion(arena, node).rest.store(0, std::memory_order_release);
  }

  // Where a visit goes next: to a child, to a move that gets its node now, or nowhere before the
  // rest of the moves are listed.
  struct Choice {
    NodeType* child = nullptr;
    EdgeType* edge = nullptr;
    bool needs_rest = false;
  };
  // A winning move at once, else the one with the best score among those that are not lost. A lost
  // child when there is no other.
  template <class Select>
  static Choice choose(const Arena& arena, const Select& select, const NodeType& node) {
    const Expansion& e = expansion(arena, node);
    const ChildRange range = children(arena, node);
    const auto scorer = select.at(node, range);
    Choice best;
    NodeType* lost = nullptr;
    float best_score = -std::numeric_limits<float>::infinity();
    for (NodeType& child : range) {
      const Proof proof = child.known();
      if (proof == Proof::Win) return {&child};
      if (proof == Proof::Loss) {
        lost = &child;
        continue;
      }
      const float score = scorer.score(child);
      if (score > best_score) {
        best_score = score;
        best = {&child};
      }
    }
    if (EdgeType* const edge = first_open(arena, e)) {
      if (scorer.untried(edge->prior()) > best_score) best = {nullptr, edge};
    } else if (!e.lists_all() && e.rest.load(std::memory_order_relaxed) == 0 &&
               scorer.untried(e.omitted_prior) > best_score) {
      best = {nullptr, nullptr, true};
    }
    if (best.child == nullptr && best.edge == nullptr && !best.needs_rest) best.child = lost;
    return best;
  }
  // The node of an open edge, made now. Null when another thread took the edge, or when the memory
  // is used up: then the arena is full.
  static NodeType* open(Arena& arena, Arena::Cursor& cursor, const NodeType& node, EdgeType& edge) {
    if (edge.taken()) return nullptr;
    const NodeIndex index = make_node(arena, cursor, edge);
    if (index == 0 || !edge.take()) return nullptr;
    NodeType* const child = link(arena, node, index);
    expansion(arena, node).opened.fetch_add(1, std::memory_order_release);
    return child;
  }
  // Moves of open edges that lose need no nodes.
  template <class Loses>
  static void close_lost(const Arena& arena, const NodeType& node, Loses&& loses) {
    Expansion& e = expansion(arena, node);
    for (const std::span<EdgeType> edges : {listed(e), rest_of(arena, e)}) {
      for (EdgeType& edge : edges) {
        if (!edge.taken() && loses(edge.move) && edge.take())
          e.lost.fetch_add(1, std::memory_order_release);
      }
    }
  }
  // Nodes for lost moves, so that a root shows them. One thread alone.
  static void show_lost(Arena& arena, Arena::Cursor& cursor, const NodeType& node) {
    const Expansion& e = expansion(arena, node);
    if (e.lost.load(std::memory_order_relaxed) == 0) return;
    for (const std::span<EdgeType> edges : {listed(e), rest_of(arena, e)}) {
      for (EdgeType& edge : edges) {
        const ChildRange range = children(arena, node);
        if (!edge.taken() || std::any_of(range.begin(), range.end(), [&](const NodeType& child) {
              return child.move == edge.move;
            }))
          continue;
        const NodeIndex index = make_node(arena, cursor, edge);
        if (index == 0) return;
        link(arena, node, index)->proof.store(Proof::Loss, std::memory_order_relaxed);
      }
    }
  }

  // The units of a copy of the node's edges and children, and that copy for `to`, the children
  // themselves without edges. False when there is no room.
  static NodeIndex units(const Arena& arena, const NodeType& node) {
    const Expansion& e = expansion(arena, node);
    const ChildRange range = children(arena, node);
    return units(e.edge_count + rest_of(arena, e).size(),
                 static_cast<std::size_t>(std::distance(range.begin(), range.end())));
  }
  static bool copy_children(Arena& arena, Arena::Cursor& cursor, const NodeType& from,
                            NodeType& to) {
    const NodeIndex block = arena.allocate(cursor, units(arena, from));
    if (block == 0) return false;
    const Expansion& old = expansion(arena, from);
    auto* const e = new (arena.bytes_at(block)) Expansion;
    e->note.copy(old.note);
    const std::span<EdgeType> rest = rest_of(arena, old);
    e->edge_count = static_cast<std::uint16_t>(old.edge_count + rest.size());
    e->omitted_prior = rest.empty() ? old.omitted_prior : std::uint16_t{0};
    copy_number(e->opened, old.opened);
    copy_number(e->lost, old.lost);
    EdgeType* edge = first_edge(*e);
    for (const std::span<EdgeType> edges : {listed(old), rest}) {
      for (const EdgeType& one : edges) {
        new (edge) EdgeType;
        edge->move = one.move;
        copy_number((edge++)->word, one.word);
      }
    }
    NodeIndex next = block + Arena::units(sizeof(Expansion) + e->edge_count * sizeof(EdgeType));
    std::atomic<NodeIndex>* link = &e->first_child;
    for (const NodeType& child : children(arena, from)) {
      auto* const copy = new (arena.bytes_at(next)) NodeType;
      copy->copy_numbers(child);
      link->store(next, std::memory_order_release);
      arena.add_nodes(1);
      link = &copy->next;
      next += Arena::units(sizeof(NodeType));
    }
    to.children.store(block, std::memory_order_release);
    return true;
  }

 private:
  static_assert(sizeof(Expansion) % alignof(EdgeType) == 0);
  static_assert(alignof(EdgeType) <= sizeof(std::uint64_t));
  static constexpr std::uint16_t kLeast = 2;  // of a prior that is stored and not zero

  static NodeIndex units(std::size_t edges, std::size_t nodes) {
    return Arena::units(sizeof(Expansion) + edges * sizeof(EdgeType)) +
           static_cast<NodeIndex>(nodes) * Arena::units(sizeof(NodeType));
  }
  static EdgeType* first_edge(const Expansion& e) {
    return reinterpret_cast<EdgeType*>(const_cast<Expansion*>(&e) + 1);
  }
  static std::span<EdgeType> listed(const Expansion& e) { return {first_edge(e), e.edge_count}; }
  static EdgeType* edges_after_count(const Arena& arena, NodeIndex block) {
    return reinterpret_cast<EdgeType*>(arena.bytes_at(block) + sizeof(std::uint64_t));
  }
  static std::span<EdgeType> rest_of(const Arena& arena, const Expansion& e) {
    const NodeIndex rest = e.rest.load(std::memory_order_acquire);
    if (rest == 0 || rest == kGrowing) return {};
    return {edges_after_count(arena, rest),
            static_cast<std::size_t>(*arena.at<std::uint64_t>(rest))};
  }
  // Edges are opened in their order, so those before `opened` are all taken.
  static EdgeType* first_open(const Arena& arena, const Expansion& e) {
    std::size_t i = e.opened.load(std::memory_order_relaxed);
    for (const std::span<EdgeType> edges : {listed(e), rest_of(arena, e)}) {
      for (; i < edges.size(); ++i) {
        if (!edges[i].taken()) return &edges[i];
      }
      i -= edges.size();
    }
    return nullptr;
  }
  // A node of its own for the move, or 0 when the memory is used up.
  static NodeIndex make_node(Arena& arena, Arena::Cursor& cursor, const EdgeType& edge) {
    const NodeIndex index = arena.allocate(cursor, Arena::units(sizeof(NodeType)));
    if (index == 0) return 0;
    arena.add_nodes(1);
    auto* const child = new (arena.bytes_at(index)) NodeType;
    child->move = edge.move;
    child->prior = edge.prior();
    return index;
  }
  // Makes it a child of `node`.
  static NodeType* link(const Arena& arena, const NodeType& node, NodeIndex index) {
    auto* const child = arena.at<NodeType>(index);
    std::atomic<NodeIndex>& first = expansion(arena, node).first_child;
    NodeIndex head = first.load(std::memory_order_relaxed);
    do {
      child->next.store(head, std::memory_order_relaxed);
    } while (!first.compare_exchange_weak(head, index, std::memory_order_release,
                                          std::memory_order_relaxed));
    return child;
  }

  // Equal priors keep their order.
  template <class List>
  static void sort_by_prior(List& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.prior > b.prior; });
  }
  static std::uint16_t edge_prior(const Candidate<Move>& candidate) {
    return EdgeType(candidate.move, candidate.prior).prior();
  }
  // How many candidates, best first, have all but a hundredth of the prior; at least a few.
  template <class List>
  static std::size_t likely(const List& candidates) {
    constexpr std::size_t kFewest = 4;
    constexpr float kShare = 0.99f;
    float all = 0, sum = 0;
    for (const auto& candidate : candidates) all += candidate.prior;
    std::size_t count = 0;
    while (count < candidates.size() && (count < kFewest || sum < kShare * all))
      sum += candidates[count++].prior;
    return count;
  }
};

}  // namespace losange::search
