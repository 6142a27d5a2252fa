// One iteration of the Monte-Carlo tree search, whole: go down, grow, evaluate, back up. A Descent is one
// thread's worker; any number of them work on one Tree without locks. A virtual loss on the way down
// keeps them apart. The policies are types and inlined:
//
//   Leaf    MoveSet, Sample{value for First, played[side]}; leaf(position, last, random, halt) gives at least
//           one Sample, and no more that take time once `halt` is set. A copy a thread. MoveSet says which moves one side made below the leaf:
//           insert(move), contains(move), and permutes(move) false for a move that changes what the moves
//           before and after it mean (the swap of Hex). MoveSet::Tally counts in how many sets a move was:
//           add(set) up to kMostSets times, counts().of(move), clear(). With kAmaf = false none of it is
//           compiled.
//   Growth  growth(position, last, candidates) lists the moves worth a node, with priors in [0, 1]. It may
//           leave out only moves that cannot change the result, and never all of them. It answers with
//           the result where it knows that already, else Outcome::Ongoing. It may offer a closer look
//           (closer.h).
//   Select  selection.h.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "search/montecarlo/amaf.h"
#include "search/montecarlo/path.h"
#include "search/montecarlo/selection.h"

namespace losange::search {

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

template <game::Position P, class Leaf, class Growth, class Select>
class Descent : PathWork<P, ChildArray<typename P::Move, Leaf::MoveSet::kAmaf>> {
  using Work = PathWork<P, ChildArray<typename P::Move, Leaf::MoveSet::kAmaf>>;

 public:
  using Move = typename P::Move;
  using MoveSet = typename Leaf::MoveSet;
  static constexpr bool kAmaf = MoveSet::kAmaf;
  using typename Work::TreeType;
  using NodeType = typename TreeType::NodeType;

  Descent(TreeType& tree, const Select& select, const Growth& growth, const Leaf& leaf,
          const TreeRules& rules, std::uint64_t seed)
      : Work(tree, rules), select_(select), growth_(growth), leaf_(leaf), random_(seed) {}

  // How many runs go by between two looks at the clock, and between two at whether the move is settled.
  static constexpr std::uint64_t kRunsPerLook = 16;
  static constexpr std::uint64_t kRunsPerJudgement = 128;
  // Descents of one run. Threads that share a tree claim some at a time: the counter they are claimed from
  // is one more cache line that all of them write.
  std::uint32_t width() const { return rules_.shared ? 8 : 1; }
  // Gives a new root its children and a move to answer, even once `halt` is set.
  void begin(const std::atomic<bool>& halt) {
    grow(tree_.root(), tree_.position());
    run_once(halt);
  }
  // Once the root has its children; false when nodes below it should not be looked at closely.
  bool look_closer_at_root() { return Work::look_closer_at_root(growth_); }
  void look_no_closer() { rules_.closer_after = 0; }
  // So many descents, fewer once `halt` is set or the tree is full; gives back how many.
  std::uint64_t run(std::uint64_t descents, const std::atomic<bool>& halt) {
    std::uint64_t done = 0;
    for (; done < descents && !halt.load(std::memory_order_relaxed) && !tree_.arena().full();
         ++done) {
      run_once(halt);
    }
    return done;
  }
  // The tree gets all that this thread still keeps to itself, and may make room.
  void end() {
    if constexpr (kAmaf) amaf_buffer_.flush();
    Work::drop_cursor();
  }

 private:
  // One descent. Precondition: the game goes on at the root.
  void run_once(const std::atomic<bool>& halt) {
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
      back_up(leaf_(std::as_const(position), leaf.move, random_, halt));
      return;
    }
    const float exact =
        proof == Proof::Unknown
            ? static_cast<float>(game::value_for(game::Side::First, position.outcome()))
            : Work::exact_value(proof, position.to_move());
    const typename Leaf::Sample sample{.value = exact, .played = {}};
    back_up(std::span(&sample, 1));
    if (proof != Proof::Unknown) Work::back_up_proof(path_);
  }

  // Gives the node its children unless it has them; false when it has none to choose from: another
  // thread is at it, its result is known without them, or the memory is used up.
  bool grow(NodeType& node, const P& position) {
    if (!Work::claim(node)) return node.has_children();
    const game::Outcome result = growth_(position, node.move, candidates_);
    // The root needs children even when its result is known: there is a move to play.
    if (result != game::Outcome::Ongoing && rules_.solver && &node != &tree_.root()) {
      const game::Side moved = game::other(position.to_move());
      node.proof.store(proof_of(game::value_for(moved, result)), std::memory_order_relaxed);
      Work::release(node);
      return false;
    }
    const auto count = static_cast<std::uint32_t>(candidates_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      std::swap(candidates_[i], candidates_[i + random_.below(count - i)]);
    }
    if (Work::Layout::make_children(tree_.arena(), Work::cursor_, node, candidates_)) return true;
    Work::release(node);
    return false;
  }

  void go_down(P& position) {
    path_.clear();
    NodeType* node = &tree_.root();
    std::uint32_t visits_before = rules_.expand_after;  // the root always grows
    Work::enter(path_, *node, position.to_move());
    while (node->known() == Proof::Unknown) {
      if (!node->has_children()) {
        if (visits_before < rules_.expand_after) break;
        if (position.outcome() != game::Outcome::Ongoing || !grow(*node, position)) break;
      }
      node = &select_child(select_, *node, tree_.children(*node));
      position.play(node->move);
      visits_before = Work::enter(path_, *node, position.to_move());
      // At once, while this thread has the node's cache line.
      Work::add_virtual_loss(path_, path_.back());
      Work::look_closer_at(*node, position, visits_before, growth_);
    }
  }

  void back_up(std::span<const typename Leaf::Sample> samples) {
    float value = 0;
    for (const auto& sample : samples) value += sample.value;
    value /= static_cast<float>(samples.size());
    Work::back_up_value(path_, value);
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
      const int result = path_[i].to_move == game::Side::First ? value : -value;
      const auto children = tree_.children(node);
      if (rules_.shared && node.visit_count() >= kBusyVisits) {
        amaf_buffer_.add(children, node.visit_count(), result, mine);
        continue;
      }
      const std::uint64_t delta = AmafWord::delta(result);
      for (std::size_t j = 0; j < children.size(); ++j) {
        children.amaf[j].add(mine.contains(children[j].move) ? delta : 0);
      }
    }
  }

  static constexpr std::size_t kMostAmaf = std::size_t{1} << 31;

  using Work::tree_;
  using Work::rules_;
  const Select& select_;
  Growth growth_;
  Leaf leaf_;
  base::Random random_;
  Candidates<P> candidates_;
  typename Work::Path path_;
  struct NoBuffer {};
  [[no_unique_address]] std::conditional_t<kAmaf, AmafBuffer<NodeType, MoveSet>, NoBuffer>
      amaf_buffer_;
};

}  // namespace losange::search
