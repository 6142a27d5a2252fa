// Monte-Carlo tree search over any game. It holds the tree from move to move: start() or advance() says
// where the game stands, think() searches from there. The game, the leaf evaluation, what grows and what
// is selected are policies (descent.h; batch.h for leaves evaluated several at a time), and when it ends is
// for the stop conditions to say (stop_conditions.h). With one thread and no time limit the answer depends on
// nothing but the seed and what was asked before. think() may run threads; the object itself is used by one
// thread at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "base/threads/alarm.h"
#include "base/threads/parallel.h"
#include "search/budget.h"
#include "search/montecarlo/batch.h"
#include "search/montecarlo/descent.h"
#include "search/montecarlo/root_report.h"
#include "search/montecarlo/stop_conditions.h"
#include "search/search.h"

namespace losange::search {

// Which root move is played: the most visited, or the one with the best score of the selection.
enum class FinalMove { Visits, Score };

template <class Select>
struct MonteCarloSettings {
  typename Select::Constants select{};
  TreeRules rules;
  FinalMove final_move = FinalMove::Visits;
  bool stop_early = true;  // when thinking on cannot change the move
  // For the next move: then all of a time that is set for each move is used, unless somebody waits.
  bool keep_tree = false;
  std::size_t memory_bytes = std::size_t{1} << 30;
};

// A leaf policy that evaluates several leaves at once lists the moves of each too.
template <class Leaf>
concept BatchLeaf = requires {
  typename Leaf::Request;
};

template <game::Position P, class Leaf, class Growth, class Select>
struct WorkerFor {
  using Type = Descent<P, Leaf, Growth, Select>;
};
template <game::Position P, BatchLeaf Leaf, class Growth, class Select>
struct WorkerFor<P, Leaf, Growth, Select> {
  using Type = BatchDescent<P, Leaf, Select>;
};

template <game::Position P, class Leaf, class Growth = EveryMove<P>, class Select = Selection>
class MonteCarlo {
 public:
  using Move = typename P::Move;
  using Worker = typename WorkerFor<P, Leaf, Growth, Select>::Type;
  using TreeType = typename Worker::TreeType;

  MonteCarlo(MonteCarloSettings<Select> settings, Leaf leaf, Growth growth = {})
      : settings_(std::move(settings)),
        select_(settings_.select),
        leaf_(std::move(leaf)),
        growth_(std::move(growth)),
        tree_(settings_.memory_bytes),
        bias_(BatchLeaf<Leaf> ? static_cast<double>(settings_.rules.correction) : 0) {}

  const TreeType& tree() const { return tree_; }
  // Forgets everything; `last` is the move that led to the position.
  void start(const P& position, Move last = {}) {
    tree_.restart(position, last);
    bias_.clear();
  }
  // Goes on below the root along `moves`, keeping what is known there. False, and nothing changed, when
  // the tree has no such line or it does not lead to a position with this hash.
  bool advance(const std::vector<Move>& moves, std::uint64_t hash) {
    return tree_.advance(moves, hash);
  }

  // Searches from the root until a limit is reached or `stop` is requested; limits.nodes counts descents.
  // `moves_left` serves the clock. Throws base::UserError when the game is over.
  Report<Move> think(const Limits& limits, const MovesLeft& moves_left = {},
                     const Observer<Move>& observer = {}, std::stop_token stop = {});

 private:
  // What the threads of one think() share.
  struct Run {
    const Observer<Move>& observer;
    const TimeLimit time;
    const SettledChoice settled;
    DescentLimit descents;
    const base::Stopwatch watch{};
    base::Stopwatch shown{};
    std::uint64_t looks = 0;  // of the first thread
    bool out_of_memory = false;
    int vain_rounds = 0;
    alignas(64) std::atomic<bool> halt{false};  // apart from what is written while all read it
  };

  std::unique_ptr<Worker> make_worker(const TreeRules& rules, std::uint64_t seed) {
    if constexpr (BatchLeaf<Leaf>) {
      return std::make_unique<Worker>(tree_, select_, leaf_, rules, portion_, bias_);
    } else {
      return std::make_unique<Worker>(tree_, select_, growth_, leaf_, rules, seed);
    }
  }
  // All of the tree but its root.
  void forget() {
    const P position = tree_.position();
    const Move last = tree_.root().move;
    tree_.restart(position, last);
  }
  void begin(Run& run, Worker& worker);
  void search(Run& run, const std::vector<std::unique_ptr<Worker>>& workers);
  void work(Run& run, Worker& worker, bool first_thread);
  void look_around(Run& run);
  Report<Move> report(const Run& run) const;

  // Rounds between two times of making room that brought no visit.
  static constexpr int kMostVainRounds = 3;
  static constexpr std::uint64_t kMostVisits = std::uint64_t{0xFFFF0000};

  MonteCarloSettings<Select> settings_;
  Select select_;
  Leaf leaf_;
  Growth growth_;
  TreeType tree_;
  // For leaves that are evaluated several at a time.
  Portion portion_;
  ValueBias bias_;
};

template <game::Position P, class Leaf, class Growth, class Select>
auto MonteCarlo<P, Leaf, Growth, Select>::think(const Limits& limits, const MovesLeft& moves_left,
                                                const Observer<Move>& observer,
                                                std::stop_token stop) -> Report<Move> {
  if (tree_.position().outcome() != game::Outcome::Ongoing) {
    throw base::UserError("game.no-move", "there is no move to play: the game is over");
  }
  const auto begun = base::Clock::now();
  const base::Stopwatch watch;
  reopen_root(tree_);
  const int threads = std::clamp(limits.threads, 1, tree_.max_threads());
  TreeRules rules = settings_.rules;
  rules.shared = threads > 1 || rules.batch > 1;
  std::vector<std::unique_ptr<Worker>> workers;
  workers.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) {
    workers.push_back(make_worker(rules, base::stream_seed(limits.seed ^ tree_.position().hash(),
                                                           static_cast<std::uint64_t>(i))));
  }
  const std::uint64_t visits = tree_.root().visit_count();
  const std::uint64_t room = kMostVisits - std::min(kMostVisits, visits);
  const bool stop_early =
      settings_.stop_early && !(settings_.keep_tree && is_for_each_move(limits));
  const auto plan = plan_time(limits, moves_left, stop_early ? kEarlyPromise : kWholeShare);
  Run run{.observer = observer,
          .time = {plan},
          .settled = {plan, stop_early, settings_.final_move == FinalMove::Visits, limits.prompt},
          .descents = DescentLimit(std::min(room, limits.nodes.value_or(room))),
          .watch = watch};
  const auto halt = [&run] { run.halt = true; };
  const std::stop_callback on_stop(std::move(stop), halt);
  std::optional<base::Alarm> alarm;
  if (plan) alarm.emplace(begun + plan->most, halt);
  try {
    // The root grows and is visited before any limit counts: there is always a move to answer.
    if (!has_answer(tree_)) begin(run, *workers.front());
    if (!run.halt && !workers.front()->look_closer_at_root()) {
      for (const auto& worker : workers) worker->look_no_closer();
    }
    search(run, workers);
  } catch (...) {
    // Nodes are claimed, and paths counted as lost, that nobody will take back.
    forget();
    throw;
  }
  return report(run);
}

// Until a limit is reached. Whenever the memory is used up, the tree makes room. That brings nothing
// when it frees no memory for new nodes: then the search ends.
template <game::Position P, class Leaf, class Growth, class Select>
void MonteCarlo<P, Leaf, Growth, Select>::search(
    Run& run, const std::vector<std::unique_ptr<Worker>>& workers) {
  const auto halt = [&run] { run.halt = true; };
  while (true) {
    const std::uint64_t visits_before = run.descents.made();
    base::run_on_threads(
        static_cast<int>(workers.size()),
        [&](int i) { work(run, *workers[static_cast<std::size_t>(i)], i == 0); }, halt);
    if (run.halt || !tree_.arena().full() || run.descents.left() == 0) return;
    if (!tree_.make_room(run.halt)) {
      if (run.halt) return;
      if (run.descents.made() > 0) {
        run.out_of_memory = true;
        return;
      }
      // A tree that was kept leaves no room for a single visit: start again without it.
      forget();
      begin(run, *workers.front());
    }
    if (run.descents.made() == visits_before && ++run.vain_rounds > kMostVainRounds) {
      run.out_of_memory = true;
      return;
    }
  }
}

// A tree that was kept may have left no memory for the children of its root: then it goes.
template <game::Position P, class Leaf, class Growth, class Select>
void MonteCarlo<P, Leaf, Growth, Select>::begin(Run& run, Worker& worker) {
  run.descents.claim(1);
  for (const bool kept : {true, false}) {
    if (!kept) forget();
    if (!tree_.root().has_children()) {
      tree_.root().proof.store(Proof::Unknown, std::memory_order_relaxed);
    }
    worker.begin(run.halt);
    if (has_answer(tree_)) return;
  }
  throw base::UserError("search.no-memory",
                        "there is no memory left for the search tree: end other programs");
}

template <game::Position P, class Leaf, class Growth, class Select>
void MonteCarlo<P, Leaf, Growth, Select>::work(Run& run, Worker& worker, bool first_thread) {
  while (!run.halt.load(std::memory_order_relaxed) && !tree_.arena().full()) {
    if (first_thread) look_around(run);
    if (ProvenRoot::reached(tree_.root().known())) break;
    const std::uint64_t claimed = run.descents.claim(worker.width());
    if (claimed == 0) break;
    const std::uint64_t done = worker.run(claimed, run.halt);
    if (done < claimed) run.descents.give_back(claimed - done);
  }
  worker.end();
}

// The first thread's look at the clock and the observer, now and then.
template <game::Position P, class Leaf, class Growth, class Select>
void MonteCarlo<P, Leaf, Growth, Select>::look_around(Run& run) {
  const std::uint64_t count = run.looks++;
  if (count % Worker::kRunsPerLook == 0) {
    if (run.time.reached(run.watch.elapsed(), count, Worker::kRunsPerLook)) run.halt = true;
    if (run.observer && run.shown.elapsed() >= base::Millis(100)) {
      run.shown.restart();
      run.observer(report(run));
    }
  }
  if (count % Worker::kRunsPerJudgement == 0 &&
      run.settled.reached(root_choice(tree_), run.watch.seconds(), run.descents.made(),
                          run.descents.left())) {
    run.halt = true;
  }
}

template <game::Position P, class Leaf, class Growth, class Select>
auto MonteCarlo<P, Leaf, Growth, Select>::report(const Run& run) const -> Report<Move> {
  std::vector<double> scores;
  if constexpr (!BatchLeaf<Leaf>) {
    if (settings_.final_move == FinalMove::Score) {
      const auto children = tree_.root_children();
      select_.with_scorer(tree_.root(), children, [&](const auto& scorer) {
        for (std::size_t i = 0; i < children.size(); ++i)
          scores.push_back(static_cast<double>(scorer.score(children, i)));
      });
    }
  }
  Report<Move> report = root_report(tree_, scores);
  report.nodes = run.descents.made();
  report.tree_nodes = tree_.arena().nodes();
  report.tree_bytes = tree_.arena().bytes_taken();
  report.out_of_memory = run.out_of_memory;
  report.seconds = run.watch.seconds();
  return report;
}

}  // namespace losange::search
