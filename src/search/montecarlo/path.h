// What every worker on a Monte-Carlo tree does with the way it went: give the last node its children, look closely at one
// that is often visited, back up values and proofs, take back a way that led nowhere. Base of Descent (a leaf at a time) and
// BatchDescent (several leaves at once). Nothing here knows how a child is chosen or a leaf evaluated.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "search/montecarlo/closer.h"
#include "search/montecarlo/tree.h"

namespace losange::search {

// How the tree grows and learns, whatever the policies.
struct TreeRules {
  std::uint32_t expand_after = 1;  // visits before a node gets children
  bool solver = true;              // exact results are backed up (Winands et al. 2008)
  std::uint32_t batch = 1;         // leaves evaluated at once, by workers that can
  bool shared = false;             // other descents are under way: virtual losses keep them apart
  float correction = 0;            // of evaluations (value_bias.h), by workers that can
  std::uint32_t closer_after = 0;  // visits before a node is looked at closely (closer.h); 0: never
};

// What the children of a node say of it. A winning move decides; otherwise the best of them once all
// are known.
template <class Layout>
Proof decide(const NodeTree<Layout>& tree, const typename Layout::NodeType& node) {
  if (!node.has_children()) return Proof::Unknown;
  Proof best = tree.has_open_moves(node) ? Proof::Unknown : Proof::Loss;
  for (const auto& child : tree.children(node)) {
    const Proof proof = child.known();
    if (proof == Proof::Win) return Proof::Loss;
    if (proof == Proof::Unknown) best = Proof::Unknown;
    if (proof == Proof::Draw && best == Proof::Loss) best = Proof::Draw;
  }
  return reversed(best);
}

// A closer look (closer.h) may have proven the root of a kept tree while it was a node like others: without a move to show
// for a win, or all of its moves lost and none searched. As a root it is to be played from, so what its own moves and
// their answers do not show is open again.
template <class Layout>
void reopen_root(NodeTree<Layout>& tree) {
  auto& root = tree.root();
  if (!root.has_children() || root.known() == Proof::Unknown) return;
  if (decide(tree, root) == Proof::Win) {
    for (auto& child : tree.children(root)) {
      if (decide(tree, child) == Proof::Unknown)
        child.proof.store(Proof::Unknown, std::memory_order_relaxed);
    }
  }
  root.proof.store(decide(tree, root), std::memory_order_relaxed);
}

template <game::Position P, class LayoutType>
class PathWork {
 public:
  using Layout = LayoutType;
  using TreeType = Tree<P, Layout>;
  using NodeType = typename TreeType::NodeType;
  struct Step {
    NodeType* node;
    game::Side to_move;  // at the node
  };
  using Path = std::vector<Step>;

  PathWork(TreeType& tree, const TreeRules& rules) : tree_(tree), rules_(rules) {}

 protected:
  static constexpr auto kUnits = static_cast<std::int64_t>(1 / kValueUnit);

  // The right to give the node its children, for one thread alone.
  static bool claim(NodeType& node) {
    NodeIndex expected = kNoChildren;
    return node.children.compare_exchange_strong(expected, kGrowing, std::memory_order_acquire);
  }
  static void release(NodeType& node) {
    node.children.store(kNoChildren, std::memory_order_release);
  }
  // Before the tree makes room: blocks that were taken are gone then.
  void drop_cursor() { cursor_ = {}; }

  // One step down. Returns the visits before.
  std::uint32_t enter(Path& path, NodeType& node, game::Side to_move) const {
    path.push_back({&node, to_move});
    return add(node.visits, 1u);
  }
  // Virtual losses: until its value is backed up, a path counts as lost for those who chose its moves, so that others
  // go elsewhere.
  void add_virtual_losses(const Path& path) const {
    for (const Step& step : path) add_virtual_loss(path, step);
  }
  void add_virtual_loss(const Path& path, const Step& step) const {
    if (has_virtual_loss(path, step))
      step.node->value_sum.fetch_sub(kUnits, std::memory_order_relaxed);
  }
  // As if the path had not been gone. Precondition: it has its virtual losses.
  void take_back(const Path& path) const {
    for (const Step& step : path) {
      step.node->visits.fetch_sub(1, std::memory_order_relaxed);
      if (has_virtual_loss(path, step))
        step.node->value_sum.fetch_add(kUnits, std::memory_order_relaxed);
    }
  }
  // `value` is for First.
  void back_up_value(const Path& path, float value) const {
    const auto units = static_cast<std::int64_t>(value * static_cast<float>(kUnits));
    for (const Step& step : path) back_up_units(path, step, sign_of(step) * units);
  }
  // One step of it, `units` for the side whose move led there.
  void back_up_units(const Path& path, const Step& step, std::int64_t units) const {
    add(step.node->value_sum, units + (has_virtual_loss(path, step) ? kUnits : 0));
  }
  // Of what is good for First, for the side whose move led there.
  static int sign_of(const Step& step) { return step.to_move == game::Side::Second ? 1 : -1; }
  // The leaf is proven: so may be what stands above it.
  void back_up_proof(const Path& path) const {
    for (std::size_t i = path.size() - 1; i-- > 0;) {
      NodeType& node = *path[i].node;
      if (node.known() != Proof::Unknown) continue;
      const Proof proof = decide(tree_, node);
      if (proof == Proof::Unknown) return;
      node.proof.store(proof, std::memory_order_relaxed);
    }
  }
  // A node that has had so many visits before is looked at closely, once: it may be proven then, or moves of it.
  template <class Policy>
  void look_closer_at(NodeType& node, const P& position, std::uint32_t visits_before,
                      Policy& policy) const {
    if constexpr (LooksCloser<Policy, P>) {
      if (rules_.closer_after == 0 || visits_before != rules_.closer_after) return;
      if (!node.has_children() || node.known() != Proof::Unknown) return;
      const auto seen = policy.look_closer(position);
      if (seen.outcome != game::Outcome::Ongoing) {
        const game::Side moved = game::other(position.to_move());
        node.proof.store(proof_of(game::value_for(moved, seen.outcome)), std::memory_order_relaxed);
      } else {
        leave_out(node, seen);
      }
    }
  }
  // The same at the root, where it proves no more than moves, since one must be played. False when the side to move has lost
  // for certain: it should still play what is hardest to meet, which a tree of proven losses does not tell.
  template <class Policy>
  bool look_closer_at_root(Policy& policy) const {
    if constexpr (LooksCloser<Policy, P>) {
      if (rules_.closer_after == 0 || !tree_.root().has_children()) return true;
      const auto seen = policy.look_closer(tree_.position());
      if (seen.outcome == game::win_for(game::other(tree_.position().to_move()))) return false;
      const auto loses = [&](const auto& move) { return seen.loses(move); };
      if (Layout::all_moves(tree_.arena(), tree_.root(), loses)) return false;
      leave_out(tree_.root(), seen);
    }
    return true;
  }
  // What a proven node is worth to First; `to_move` is the side to move there.
  static float exact_value(Proof proof, game::Side to_move) {
    return static_cast<float>(to_move == game::Side::Second ? value_of(proof) : -value_of(proof));
  }

  // Returns the number before. Alone on the tree, no locked instruction is needed.
  template <class T>
  T add(std::atomic<T>& number, T amount) const {
    if (rules_.shared) return number.fetch_add(amount, std::memory_order_relaxed);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + amount, std::memory_order_relaxed);
    return before;
  }

  TreeType& tree_;
  TreeRules rules_;
  Arena::Cursor cursor_;

 private:
  bool has_virtual_loss(const Path& path, const Step& step) const {
    return rules_.shared && &step != &path.front();
  }
  // Moves that are known to lose.
  template <class Seen>
  void leave_out(NodeType& node, const Seen& seen) const {
    const auto loses = [&](const auto& move) { return seen.loses(move); };
    if constexpr (requires { Layout::close_lost(tree_.arena(), node, loses); })
      Layout::close_lost(tree_.arena(), node, loses);
    for (NodeType& child : tree_.children(node)) {
      if (child.known() == Proof::Unknown && seen.loses(child.move))
        child.proof.store(Proof::Loss, std::memory_order_relaxed);
    }
    if (const Proof proof = decide(tree_, node); proof != Proof::Unknown)
      node.proof.store(proof, std::memory_order_relaxed);
  }
};

}  // namespace losange::search
