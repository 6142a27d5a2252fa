// Descents whose leaves are evaluated several at a time, for evaluations that cost far more than the way
// down (a net). Every node gets its children and their priors with its first evaluation. A
// BatchDescent is one thread's worker; any number of them work on one Tree. The leaf policy, a copy a
// thread:
//
//   Request   position, last (the move that led there), before (the one before it), must_list; for answers: candidates,
//             value for the side to move, shape (what positions like it have in common, for value_bias.h; 0: nothing),
//             proof for the side that moved there
//   prepare(request)   what can be said without an evaluation. True when that is all: the proof is set,
//                      or candidates and value are. With must_list the proof may not be set.
//   evaluate(span of Request*)   candidates with priors and the value of each
//   look_closer(position)        if it likes, a closer look (closer.h)
//
// A batch may take seconds (a thousand leaves on a processor): it is evaluated in portions of a few milliseconds, and
// what is left of it when the search ends is given up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "search/montecarlo/path.h"
#include "search/montecarlo/selection.h"
#include "search/montecarlo/value_bias.h"

namespace losange::search {

// How many leaves may be evaluated before the next look at the end of the search, from how long the last ones took.
// Shared by the workers of a search, and kept from one search to the next.
class Portion {
 public:
  std::size_t leaves() const { return leaves_.load(std::memory_order_relaxed); }
  void learn(std::size_t leaves, double seconds) {
    if (seconds < kSeconds && leaves < this->leaves()) return;  // fewer than allowed tell nothing
    const double fit = static_cast<double>(leaves) * kSeconds / std::max(seconds, 1e-6);
    leaves_.store(static_cast<std::size_t>(std::clamp(fit, 1.0, kMost)), std::memory_order_relaxed);
  }

 private:
  static constexpr double kSeconds = 0.02;
  static constexpr double kMost = 1 << 20;

  std::atomic<std::size_t> leaves_{4};
};

template <game::Position P, class Leaf, class Select>
class BatchDescent : PathWork<P, EdgeList<typename P::Move>> {
  using Work = PathWork<P, EdgeList<typename P::Move>>;
  using Layout = typename Work::Layout;

 public:
  using typename Work::TreeType;
  using NodeType = typename TreeType::NodeType;
  using Request = typename Leaf::Request;

  BatchDescent(TreeType& tree, const Select& select, const Leaf& leaf, const TreeRules& rules,
               Portion& portion, ValueBias& bias)
      : Work(tree, rules),
        select_(select),
        leaf_(leaf),
        portion_(portion),
        bias_(bias),
        slots_(std::max(1u, rules.batch)) {}

  // An evaluation takes milliseconds: the clock is looked at after every batch.
  static constexpr std::uint64_t kRunsPerLook = 1;
  static constexpr std::uint64_t kRunsPerJudgement = 4;
  std::uint32_t width() const { return static_cast<std::uint32_t>(slots_.size()); }
  // The root's own evaluation, which gives it its children, and one of them, even once the search is halted.
  void begin(const std::atomic<bool>&) {
    const std::atomic<bool> never{false};
    run(1, never);
    run(1, never);
  }
  // Once the root has its children; false when nodes below it should not be looked at closely.
  bool look_closer_at_root() {
    const bool look = Work::look_closer_at_root(leaf_);
    if (tree_.root().has_children()) Layout::show_lost(tree_.arena(), cursor_, tree_.root());
    return look;
  }
  void look_no_closer() { rules_.closer_after = 0; }
  // So many visits, fewer once `halt` is set or the tree is full. Returns how many. Those that meet
  // at one leaf wait for its evaluation and go down again.
  std::uint64_t run(std::uint64_t visits, const std::atomic<bool>& halt) {
    std::uint64_t done = 0;
    while (done < visits && !halt.load(std::memory_order_relaxed) && !tree_.arena().full()) {
      const Progress progress =
          run_batch(std::min<std::uint64_t>(visits - done, slots_.size()), halt);
      if (progress.leaves == 0) std::this_thread::yield();  // another thread evaluates the leaf
      done += progress.visits;
    }
    return done;
  }
  // The tree may make room after this.
  void end() { Work::drop_cursor(); }

 private:
  // What the leaf of a path needs before its value can be backed up, or instead of that.
  enum class Need {
    Value,  // it was never evaluated
    Moves,  // it was, and the tree has forgotten its moves
    Rest    // the selection wants a move that is not listed yet
  };
  struct Slot {
    Request request;
    typename Work::Path path;
    Need need = Need::Value;
  };
  enum class Way { Finished, Waiting, Blocked };
  // A leaf that only got its moves back is no visit: it brings nothing new.
  struct Progress {
    std::uint64_t visits = 0, leaves = 0;
  };

  Progress run_batch(std::uint64_t most, const std::atomic<bool>& halt) {
    Progress progress;
    waiting_.clear();
    while (progress.leaves + waiting_.size() < most && !halt.load(std::memory_order_relaxed)) {
      Slot& slot = slots_[waiting_.size()];
      const Way way = descend(slot);
      if (way == Way::Blocked) break;
      if (way == Way::Finished) {
        ++progress.leaves;
        ++progress.visits;
      } else {
        waiting_.push_back(&slot.request);
      }
    }
    const std::size_t answered = evaluate(halt);
    for (std::size_t i = 0; i < answered; ++i) progress.visits += finish(slots_[i]) ? 1 : 0;
    for (std::size_t i = answered; i < waiting_.size(); ++i) give_up(slots_[i]);
    progress.leaves += answered;
    return progress;
  }

  // How many of those that wait have their answers, from the first on.
  std::size_t evaluate(const std::atomic<bool>& halt) {
    std::size_t answered = 0;
    while (answered < waiting_.size() && !halt.load(std::memory_order_relaxed)) {
      const std::size_t count = std::min(portion_.leaves(), waiting_.size() - answered);
      const base::Stopwatch watch;
      leaf_.evaluate(std::span(waiting_).subspan(answered, count));
      portion_.learn(count, watch.seconds());
      answered += count;
    }
    return answered;
  }

  Way descend(Slot& slot) {
    Request& request = slot.request;
    request.position = tree_.position();
    if (!go_down(slot, *request.position)) {
      Work::take_back(slot.path);
      return Way::Blocked;
    }
    NodeType& node = *slot.path.back().node;
    const P& position = *request.position;
    if (position.outcome() != game::Outcome::Ongoing) {
      const game::Side moved = game::other(position.to_move());
      node.proof.store(proof_of(game::value_for(moved, position.outcome())),
                       std::memory_order_relaxed);
    }
    if (node.known() != Proof::Unknown) {
      if (slot.need == Need::Rest) Layout::release_rest(tree_.arena(), node);
      finish_proven(slot);
      return Way::Finished;
    }
    if (slot.need != Need::Rest && !Work::claim(node)) {
      Work::take_back(slot.path);
      return Way::Blocked;
    }
    request.last = node.move;
    request.before = slot.path.size() > 1 ? slot.path.end()[-2].node->move : typename P::Move{};
    request.must_list = &node == &tree_.root();
    request.proof = Proof::Unknown;
    if (!leaf_.prepare(request)) return Way::Waiting;
    if (request.proof == Proof::Unknown) return finish(slot) ? Way::Finished : Way::Blocked;
    node.proof.store(request.proof, std::memory_order_relaxed);
    release(slot);
    finish_proven(slot);
    return Way::Finished;
  }

  // To a leaf, or to a node whose other moves must be listed first: that is claimed then. False when
  // there is no way: the memory is used up, or other threads are at all moves.
  bool go_down(Slot& slot, P& position) {
    slot.path.clear();
    NodeType* node = &tree_.root();
    std::uint32_t visits_before = Work::enter(slot.path, *node, position.to_move());
    bool found = true;
    slot.need = Need::Value;
    while (node->known() == Proof::Unknown && node->has_children()) {
      const auto choice = Layout::choose(tree_.arena(), select_, *node);
      if (choice.needs_rest) {
        if (!Layout::claim_rest(tree_.arena(), *node)) continue;
        slot.need = Need::Rest;
        break;
      }
      NodeType* child = choice.child;
      if (choice.edge != nullptr) child = Layout::open(tree_.arena(), cursor_, *node, *choice.edge);
      if (child == nullptr) {
        if (choice.edge != nullptr && !tree_.arena().full()) continue;  // another thread took it
        found = false;
        break;
      }
      node = child;
      position.play(node->move);
      visits_before = Work::enter(slot.path, *node, position.to_move());
      Work::look_closer_at(*node, position, visits_before, leaf_);
    }
    if (slot.need == Need::Value && visits_before > 0) slot.need = Need::Moves;
    Work::add_virtual_losses(slot.path);
    return found;
  }

  void release(const Slot& slot) const {
    NodeType& node = *slot.path.back().node;
    if (slot.need == Need::Rest) {
      Layout::release_rest(tree_.arena(), node);
    } else {
      Work::release(node);
    }
  }
  // Nothing came of it.
  void give_up(const Slot& slot) const {
    Work::take_back(slot.path);
    release(slot);
  }
  void finish_proven(const Slot& slot) const {
    const auto& leaf = slot.path.back();
    back_up(slot.path, Work::exact_value(leaf.node->known(), leaf.to_move));
    Work::back_up_proof(slot.path);
  }
  // Precondition: the node is claimed, candidates and value are there. Whether that was a visit.
  bool finish(Slot& slot) {
    const auto& leaf = slot.path.back();
    Request& request = slot.request;
    if (slot.need == Need::Rest) {
      Layout::make_rest(tree_.arena(), cursor_, *leaf.node, request.candidates);
      Work::take_back(slot.path);
      return false;
    }
    const bool first = slot.need == Need::Value;
    float value = -request.value;  // for the side whose move led there
    const auto begin = [&](Expansion& expansion) {
      value = bias_.begin(expansion.note, value, request.shape);
      if (!first) bias_.learn(expansion.note, static_cast<std::int64_t>(value * Work::kUnits));
    };
    if (!Layout::make_edges(tree_.arena(), cursor_, *leaf.node, request.candidates,
                            request.must_list, begin)) {
      give_up(slot);
      return false;
    }
    if (!first) {
      Work::take_back(slot.path);
      return false;
    }
    back_up(slot.path, static_cast<float>(Work::sign_of(leaf)) * value);
    return true;
  }
  // `value` is for First. From the leaf up: what a node on the way learns of its own evaluation counts above it too.
  void back_up(const typename Work::Path& path, float value) const {
    if (!bias_.used()) return Work::back_up_value(path, value);
    auto units = static_cast<std::int64_t>(value * static_cast<float>(Work::kUnits));
    for (std::size_t i = path.size(); i-- > 0;) {
      const NodeType& node = *path[i].node;
      const int sign = Work::sign_of(path[i]);
      std::int64_t change = 0;
      if (node.known() == Proof::Unknown && node.has_children())
        change = bias_.learn(tree_.note(node), sign * units);
      units += sign * change;
      Work::back_up_units(path, path[i], sign * units);
    }
  }

  using Work::tree_;
  using Work::rules_;
  using Work::cursor_;
  const Select& select_;
  Leaf leaf_;
  Portion& portion_;
  ValueBias& bias_;
  std::vector<Slot> slots_;
  std::vector<Request*> waiting_;
};

}  // namespace losange::search
