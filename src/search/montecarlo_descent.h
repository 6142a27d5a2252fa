// One iteration of the Monte-Carlo tree search, whole: go down, grow, evaluate, back up. A Descent is one
// thread's worker; any number of them work on one Tree without locks. A virtual loss on the way down
// keeps them apart. The policies are types and inlined:
//
//   Leaf    MoveSet, Sample{value for First, played[side]}; leaf(position, last, random) gives at least
//           one Sample. A copy a thread. MoveSet says which moves one side made below the leaf:
//           insert(move), contains(move), and permutes(move) false for a move that changes what the moves
//           before and after it mean (the swap of Hex). With kAmaf = false none of it is compiled.
//   Growth  growth(position, last, candidates) lists the moves worth a node, with priors in [0, 1]. It may
//           leave out only moves that cannot change the result, and never all of them. It answers with
//           the result where it knows that already, else Outcome::Ongoing.
//   Select  montecarlo_selection.h.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/fixed_vector.h"
#include "base/random.h"
#include "search/montecarlo_selection.h"
#include "search/montecarlo_tree.h"

namespace losange::search {

template <class Move>
struct Candidate {
  Move move;
  float prior = 0;
};
template <game::Position P>
using Candidates = base::FixedVector<Candidate<typename P::Move>, P::Moves::capacity()>;

// For games without all-moves-as-first.
struct NoMoveSet {
  static constexpr bool kAmaf = false;
};

// Every legal move, none better than the others.
template <game::Position P>
struct EveryMove {
  game::Outcome operator()(const P& position, const typename P::Move&, Candidates<P>& out) const {
    typename P::Moves moves;
    position.legal_moves(moves);
    out.clear();
    for (const auto& move : moves) out.push_back({move});
    return game::Outcome::Ongoing;
  }
};

// How the tree grows and learns, whatever the policies.
struct TreeRules {
  std::uint32_t expand_after = 1;  // visits before a node gets children
  bool solver = true;              // exact results are backed up (Winands et al. 2008)
  bool shared = false;             // other threads work on the tree
};

template <game::Position P, class Leaf, class Growth, class Select>
class Descent {
 public:
  using Move = typename P::Move;
  using MoveSet = typename Leaf::MoveSet;
  static constexpr bool kAmaf = MoveSet::kAmaf;
  using TreeType = Tree<P, kAmaf>;
  using NodeType = typename TreeType::NodeType;

  Descent(TreeType& tree, const Select& select, const Growth& growth, const Leaf& leaf,
          const TreeRules& rules, std::uint64_t seed)
      : tree_(tree), select_(select), growth_(growth), leaf_(leaf), rules_(rules), random_(seed) {}

  // One descent. Precondition: the game goes on at the root.
  void run() {
    P position = tree_.position();
    go_down(position);
    NodeType& leaf = *path_.back().node;
    const game::Side moved = game::other(position.to_move());
    if (rules_.solver && position.outcome() != game::Outcome::Ongoing) {
      leaf.proof.store(proof_of(game::value_for(moved, position.outcome())),
                       std::memory_order_relaxed);
    }
    const Proof proof = leaf.known();
    if (proof == Proof::Unknown && position.outcome() == game::Outcome::Ongoing) {
      back_up(leaf_(std::as_const(position), leaf.move, random_));
      return;
    }
    const int exact = proof == Proof::Unknown
                          ? game::value_for(game::Side::First, position.outcome())
                          : value_of(proof) * (moved == game::Side::First ? 1 : -1);
    const typename Leaf::Sample sample{.value = static_cast<float>(exact), .played = {}};
    back_up(std::span(&sample, 1));
    if (proof != Proof::Unknown) back_up_proof();
  }

  // Gives the node its children unless it has them; false when it has none to choose from: another
  // thread is at it, its result is known without them, or the memory is used up.
  bool grow(NodeType& node, const P& position) {
    NodeIndex expected = kNoChildren;
    if (tree_.arena().full() && cursor_.next == cursor_.end) return false;
    if (!node.children.compare_exchange_strong(expected, kGrowing, std::memory_order_acquire)) {
      return expected != kGrowing;
    }
    const game::Outcome result = growth_(position, node.move, candidates_);
    // The root needs children even when its result is known: there is a move to play.
    if (result != game::Outcome::Ongoing && rules_.solver && &node != &tree_.root()) {
      const game::Side moved = game::other(position.to_move());
      node.proof.store(proof_of(game::value_for(moved, result)), std::memory_order_relaxed);
      node.children.store(kNoChildren, std::memory_order_release);
      return false;
    }
    const auto count = static_cast<std::uint32_t>(candidates_.size());
    const NodeIndex first = tree_.arena().allocate(cursor_, count);
    if (first == 0) {
      cursor_ = {};
      node.children.store(kNoChildren, std::memory_order_release);
      return false;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      std::swap(candidates_[i], candidates_[i + random_.below(count - i)]);
      NodeType& child = *tree_.arena().at(first + i);
      child.move = candidates_[i].move;
      child.prior = static_cast<std::uint16_t>(candidates_[i].prior * kMostPrior);
    }
    node.child_count = static_cast<std::uint16_t>(count);
    node.children.store(first, std::memory_order_release);
    return true;
  }

 private:
  struct Step {
    NodeType* node;
    game::Side to_move;  // at the node
  };

  void go_down(P& position) {
    path_.clear();
    NodeType* node = &tree_.root();
    std::uint32_t visits_before = rules_.expand_after;  // the root always grows
    add(node->visits, 1u);
    path_.push_back({node, position.to_move()});
    while (node->known() == Proof::Unknown) {
      if (!node->has_children()) {
        if (visits_before < rules_.expand_after) break;
        if (position.outcome() != game::Outcome::Ongoing || !grow(*node, position)) break;
      }
      node = &select_child(select_, *node, tree_.children(*node));
      position.play(node->move);
      visits_before = add(node->visits, 1u);
      if (rules_.shared) node->value_sum.fetch_sub(kUnits, std::memory_order_relaxed);
      path_.push_back({node, position.to_move()});
    }
  }

  // The leaf is proven: so may be what stands above it.
  void back_up_proof() {
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      NodeType& node = *path_[i].node;
      if (node.known() != Proof::Unknown) continue;
      const Proof proof = decide(node);
      if (proof == Proof::Unknown) return;
      node.proof.store(proof, std::memory_order_relaxed);
    }
  }
  // A winning move decides; otherwise the best of the children once all are known.
  Proof decide(const NodeType& node) const {
    const NodeType* children = tree_.children(node);
    Proof best = Proof::Loss;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const Proof proof = children[i].known();
      if (proof == Proof::Win) return Proof::Loss;
      if (proof == Proof::Unknown) best = Proof::Unknown;
      if (proof == Proof::Draw && best == Proof::Loss) best = Proof::Draw;
    }
    return reversed(best);
  }

  void back_up(std::span<const typename Leaf::Sample> samples) {
    float value = 0;
    for (const auto& sample : samples) value += sample.value;
    value /= static_cast<float>(samples.size());
    const auto units = static_cast<std::int64_t>(value * static_cast<float>(kUnits));
    for (const Step& step : path_) {
      const bool first_moved = step.to_move == game::Side::Second;
      const std::int64_t result = first_moved ? units : -units;
      const bool lent = rules_.shared && &step != &path_.front();
      add(step.node->value_sum, result + (lent ? kUnits : 0));
    }
    if constexpr (kAmaf) {
      if (!select_.uses_amaf()) return;
      const auto most_visits = static_cast<std::uint32_t>(kMostAmaf / samples.size());
      for (const auto& sample : samples) back_up_amaf(sample, most_visits);
    }
  }

  // From the leaf up: at each node the moves its mover made later, in the tree or below it, count as if
  // they had been made there. A node with more than `most_visits` has learnt enough: its counts are full.
  void back_up_amaf(const typename Leaf::Sample& sample, std::uint32_t most_visits) {
    std::array<MoveSet, 2> played = sample.played;
    const int value = sample.value > 0.5f ? 1 : sample.value < -0.5f ? -1 : 0;
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      const NodeType& node = *path_[i].node;
      const Move move = path_[i + 1].node->move;
      if (!MoveSet::permutes(move)) {
        played = {};
        continue;
      }
      MoveSet& mine = played[game::index(path_[i].to_move)];
      mine.insert(move);
      if (node.visit_count() > most_visits) continue;
      const std::uint64_t delta =
          AmafWord::delta(path_[i].to_move == game::Side::First ? value : -value);
      NodeType* children = tree_.children(node);
      for (NodeType* child = children; child != children + node.child_count; ++child) {
        child->amaf.add(mine.contains(child->move) ? delta : 0);
      }
    }
  }

  // Returns the number before. Alone on the tree, no locked instruction is needed.
  template <class T>
  T add(std::atomic<T>& number, T amount) const {
    if (rules_.shared) return number.fetch_add(amount, std::memory_order_relaxed);
    const T before = number.load(std::memory_order_relaxed);
    number.store(before + amount, std::memory_order_relaxed);
    return before;
  }

  static constexpr std::size_t kMostAmaf = std::size_t{1} << 31;
  static constexpr auto kUnits = static_cast<std::int64_t>(1 / NodeType::kValueUnit);

  TreeType& tree_;
  const Select& select_;
  Growth growth_;
  Leaf leaf_;
  TreeRules rules_;
  base::Random random_;
  typename TreeType::ArenaType::Cursor cursor_;
  Candidates<P> candidates_;
  std::vector<Step> path_;
};

}  // namespace losange::search
