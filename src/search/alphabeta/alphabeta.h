// Alpha-beta for any game: iterative deepening with aspiration windows over AlphaBetaWorker, on one thread or
// several. evaluator.h says what a game has to give. Used by the strategies negamax and hexproject;
// docs/alphabeta.md explains the settings. The table and the learnt order stay from move to move.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/containers/stable_sort.h"
#include "base/error.h"
#include "base/threads/parallel.h"
#include "search/alphabeta/reference.h"
#include "search/alphabeta/root_move.h"
#include "search/alphabeta/tasks.h"
#include "search/budget.h"
#include "search/flat.h"

namespace losange::search {

template <game::Position P, class E>
class AlphaBeta {
 public:
  using Move = typename P::Move;
  using Worker = AlphaBetaWorker<P, E>;
  using Hook = Hooks<P, E>;

  AlphaBeta(const AlphaBetaSettings& settings, E evaluator)
      : settings_(settings),
        evaluator_(std::move(evaluator)),
        table_(settings.plain ? 0 : settings.table_bytes) {
    if (settings.parallel == Parallel::Tasks && !kHasTasks) {
      throw base::UserError("search.no-openmp",
                            "this build has no OpenMP: choose parallel=root or parallel=lazy");
    }
  }

  // Workers know where the table stands.
  AlphaBeta(const AlphaBeta&) = delete;
  AlphaBeta& operator=(const AlphaBeta&) = delete;

  void forget() {
    table_.clear();
    workers_.clear();
  }

  // `last` is the move that led here, `moves_left` what this side may yet have to play (for a clock).
  // Without any limit it thinks until it is stopped or the game is decided. Throws when there is no move.
  Report<Move> think(const P& position, const Limits& limits, const MovesLeft& moves_left = {},
                     const Move& last = {}, const Observer<Move>& observer = {},
                     std::stop_token stop = {}, NodeTrace<P>* trace = nullptr) {
    const auto begun = base::Clock::now();
    watch_.restart();
    typename P::Moves legal;
    position.legal_moves(legal);
    if (legal.empty())
      throw base::UserError("game.no-move", "there is no move to play: the game is over");
    if (settings_.win_first && !settings_.plain) {
      if (auto win = win_in_one<P>(position, legal)) return *std::move(win);
    }
    const auto plan = plan_time(limits, moves_left);
    std::optional<base::Clock::time_point> deadline;
    if (plan) deadline = begun + plan->most;
    SharedBudget budget(deadline, limits.nodes, stop);
    const int threads = std::max(1, limits.threads);
    while (workers_.size() < static_cast<std::size_t>(threads)) {
      workers_.emplace_back(settings_.rules, table_, evaluator_);
    }
    table_.new_search();
    for (auto& worker : workers_) worker.new_search(budget, trace);

    Search search{*this, position, last, limits, budget, plan, observer, threads};
    return search.run(legal);
  }

 private:
  // One decision: everything that lasts for a single call of think().
  struct Search {
    AlphaBeta& owner;
    const P& position;
    const Move& last;
    const Limits& limits;
    SharedBudget& budget;
    std::optional<TimePlan> plan;
    const Observer<Move>& observer;
    int threads;
    bool complete = true;  // no move was left out at the root
    Report<Move> report{};

    Report<Move> run(const typename P::Moves& legal);

   private:
    using RootMoves = std::vector<RootMove<Move>>;

    RootMoves root_moves(const typename P::Moves& legal);
    bool deepen(std::size_t worker, RootMoves& moves, int first_depth, bool tells);
    bool iterate(std::size_t worker, RootMoves& moves, int depth, std::optional<Score> guess);
    Score search_root(std::size_t worker, RootMoves& moves, int depth, Score alpha, Score beta);
    struct Root;
    void search_root_move(Worker& worker, Root& root, std::size_t index);
    Score descend(Worker& worker, const P& child, const Move& move, int depth, Score alpha,
                  Score beta, const SplitPoint* split);
    void tell(const RootMoves& moves, int depth, bool over = false);
    bool enough(const RootMoves& moves, int depth) const;
    bool tasks() const { return owner.settings_.parallel == Parallel::Tasks && threads > 1; }
    bool lazy() const { return owner.settings_.parallel == Parallel::LazySmp && threads > 1; }
  };

  AlphaBetaSettings settings_;
  E evaluator_;
  TranspositionTable table_;
  std::vector<Worker> workers_;
  base::Stopwatch watch_;
};

// The moves of the root while one depth is searched; threads share it.
template <game::Position P, class E>
struct AlphaBeta<P, E>::Search::Root {
  RootMoves& moves;
  int depth;
  Score beta;
  SplitPoint split{};
  std::atomic<Score> alpha{0};
  std::mutex mutex{};          // guards what follows, and the scores of moves
  Score best = -kWinScore;     // the largest value; where all are at or below alpha, a bound
  std::size_t best_index = 0;  // of the move to play: the one in front until another passes alpha
};

template <game::Position P, class E>
auto AlphaBeta<P, E>::Search::run(const typename P::Moves& legal) -> Report<Move> {
  RootMoves moves = root_moves(legal);
  tell(moves, 0);
  if (lazy()) {
    std::vector<RootMoves> copies(static_cast<std::size_t>(threads), moves);
    base::run_on_threads(
        threads,
        [&](int index) {
          const auto i = static_cast<std::size_t>(index);
          deepen(i, i == 0 ? moves : copies[i], 1 + index % 2, i == 0);
          if (i == 0) budget.stop();
        },
        [&] { budget.stop(); });
  } else {
    deepen(0, moves, 1, true);
  }
  for (auto& worker : owner.workers_) worker.finish();
  if (owner.settings_.random_equal) {
    bring_any_best(moves, base::stream_seed(limits.seed, position.hash()));
  }
  tell(moves, report.depth, true);
  return report;
}

template <game::Position P, class E>
auto AlphaBeta<P, E>::Search::root_moves(const typename P::Moves& legal) -> RootMoves {
  OrderedMoves<P> candidates;
  Worker& worker = owner.workers_.front();
  const std::uint64_t key = Hook::key(worker.evaluator(), position);
  const auto known = worker.probe(position, key, 0, 0, -kWinScore, kWinScore);
  const auto outcome = worker.moves_of(position, last, 0, kMaxPly, known.move, candidates);
  // Where knowledge decides the game a move must be played all the same.
  if (owner.settings_.plain || outcome != game::Outcome::Ongoing || candidates.empty()) {
    candidates.clear();
    for (const auto& move : legal) candidates.push_back({move, 0});
  }
  base::stable_sort(candidates.begin(), candidates.end(),
                    [](const auto& a, const auto& b) { return a.order > b.order; });
  const std::size_t count = worker.breadth(candidates.size());
  complete = count == candidates.size();
  RootMoves moves;
  for (std::size_t i = 0; i < count; ++i) moves.push_back({.move = candidates[i].move});
  return moves;
}

// Deeper and deeper until the limits or the game end it.
template <game::Position P, class E>
bool AlphaBeta<P, E>::Search::deepen(std::size_t worker, RootMoves& moves, int first_depth,
                                     bool tells) {
  const int most = std::min(limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
  // Values swing between odd and even depths, so the guess is the value two plies before.
  std::array<std::optional<Score>, 2> guesses;
  for (int depth = std::min(first_depth, most); depth <= most; ++depth) {
    auto& guess = guesses[static_cast<std::size_t>(depth % 2)];
    const bool whole = iterate(worker, moves, depth, guess);
    if (!whole) return false;
    guess = moves.front().score;
    if (!tells) continue;
    owner.workers_[worker].look();
    tell(moves, depth);
    if (observer) observer(report);
    if (enough(moves, depth)) return true;
  }
  return true;
}

// One depth, exact: a value outside the window is searched again with the window opened on that side.
// False when time ran out; the moves are then the best known all the same.
template <game::Position P, class E>
bool AlphaBeta<P, E>::Search::iterate(std::size_t worker, RootMoves& moves, int depth,
                                      std::optional<Score> guess) {
  Score alpha = -kWinScore, beta = kWinScore;
  const Score window = Hook::window(owner.evaluator_);
  Score reach = window;
  const bool narrow =
      owner.settings_.aspiration && !owner.settings_.plain && guess && !decided(*guess);
  if (narrow) {
    alpha = *guess - reach;
    beta = *guess + reach;
  }
  while (true) {
    const Score value = search_root(worker, moves, depth, alpha, beta);
    if (owner.workers_[worker].halted() || budget.stopped()) return false;
    reach *= 4;
    if (value <= alpha && alpha > -kWinScore) {
      alpha = reach > 100 * window ? -kWinScore : std::max(-kWinScore, value - reach);
    } else if (value >= beta && beta < kWinScore) {
      beta = reach > 100 * window ? kWinScore : std::min(kWinScore, value + reach);
    } else {
      return true;
    }
  }
}

template <game::Position P, class E>
Score AlphaBeta<P, E>::Search::search_root(std::size_t worker, RootMoves& moves, int depth,
                                           Score alpha, Score beta) {
  Root root{.moves = moves, .depth = depth, .beta = beta};
  root.alpha = alpha;
  for (auto& move : moves) move.exact = false;
  if (tasks()) {
#ifdef _OPENMP
    // The task that makes the others waits for them by itself.
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
      Worker& maker = owner.workers_[static_cast<std::size_t>(omp_get_thread_num())];
      maker.guard([&] { search_root_move(maker, root, 0); });
      for (std::size_t i = 1; i < moves.size(); ++i) {
#pragma omp task firstprivate(i) shared(root)
        {
          Worker& mine = owner.workers_[static_cast<std::size_t>(omp_get_thread_num())];
          const SplitPoint* before = mine.enter(&root.split);
          mine.guard([&] {
            if (!root.split.cut) search_root_move(mine, root, i);
          });
          mine.enter(before);
        }
      }
    }
    budget.throw_failure();
#endif
  } else {
    search_root_move(owner.workers_[worker], root, 0);
    const int helpers = lazy() ? 1 : threads;
    std::atomic<std::size_t> next{1};
    base::run_on_threads(
        helpers,
        [&](int index) {
          Worker& mine = owner.workers_[worker + static_cast<std::size_t>(index)];
          mine.enter(&root.split);
          for (std::size_t i = next++; i < moves.size() && !mine.halted() && !root.split.cut;
               i = next++) {
            search_root_move(mine, root, i);
          }
          mine.enter(nullptr);
        },
        [&] { budget.stop(); });
  }
  const auto best = moves.begin() + static_cast<std::ptrdiff_t>(root.best_index);
  std::rotate(moves.begin(), best, best + 1);
  return root.best;
}

template <game::Position P, class E>
void AlphaBeta<P, E>::Search::search_root_move(Worker& worker, Root& root, std::size_t index) {
  const AlphaBetaSettings& settings = owner.settings_;
  const Move move = root.moves[index].move;
  P child = position;
  child.play(move);
  const std::uint64_t nodes_before = worker.nodes();
  const SplitPoint* split = index == 0 ? nullptr : &root.split;
  int depth = root.depth - 1;
  // With equal moves sought, a value equal to the best must show.
  const auto floor = [&] { return root.alpha - (settings.random_equal && index > 0 ? 1 : 0); };
  Score alpha = floor(), value;
  if (settings.plain) {
    alpha = -kWinScore;
    value = -plain_negamax(worker, child, root.depth, depth);
  } else {
    const int extra = worker.extension(position, last, move, child, 0, root.moves.size());
    depth += extra;
    value = alpha + 1;
    if (index > 0 && settings.rules.scout) {
      const bool late =
          settings.rules.reductions && !settings.random_equal && depth >= 3 && index >= 3;
      const int reduction = late && extra == 0 ? worker.late_reduction(root.depth, index, true) : 0;
      value = -descend(worker, child, move, depth - reduction, -alpha - 1, -alpha, split);
      if (reduction > 0 && value > alpha && !worker.halted()) {
        value = -descend(worker, child, move, depth, -alpha - 1, -alpha, split);
      }
    }
    if (value > alpha && !worker.halted()) {
      alpha = floor();
      value = -descend(worker, child, move, depth, -root.beta, -alpha, split);
    }
  }
  if (worker.halted()) return;

  const std::lock_guard lock(root.mutex);
  if (root.split.cut) return;
  RootMove<Move>& result = root.moves[index];
  result.nodes += worker.nodes() - nodes_before;
  result.score = value;
  result.bound = bound_of(value, alpha, root.beta);
  result.exact = result.bound == Bound::Exact;
  if (value > alpha) {
    result.variation.assign(1, move);
    const auto& line = worker.line(1);
    if (!settings.plain) result.variation.insert(result.variation.end(), line.begin(), line.end());
  }
  root.best = std::max(root.best, value);
  // At or below alpha a value is only a bound, and the larger of two bounds says nothing: the move in front stays.
  if (value > root.alpha) {
    root.alpha = value;
    root.best_index = index;
  }
  if (value >= root.beta) root.split.cut = true;
}

template <game::Position P, class E>
Score AlphaBeta<P, E>::Search::descend(Worker& worker, const P& child, const Move& move, int depth,
                                       Score alpha, Score beta, const SplitPoint* split) {
#ifdef _OPENMP
  if (tasks()) {
    return TaskSearch<P, E>(owner.workers_).search(child, move, 1, depth, alpha, beta, split);
  }
#endif
  (void)split;
  return worker.search(child, move, 1, depth, alpha, beta);
}

// The report as it stands.
template <game::Position P, class E>
void AlphaBeta<P, E>::Search::tell(const RootMoves& moves, int depth, bool over) {
  E& evaluator = owner.workers_.front().evaluator();
  report.lines.clear();
  for (const auto& move : moves) {
    const double value = move.searched() ? Hook::value(evaluator, move.score) : 0;
    report.lines.push_back(move.line(value, complete));
  }
  report.best = report.lines.front().move;
  report.value = report.lines.front().value;
  report.proven = report.lines.front().proven;
  base::stable_sort(report.lines.begin() + 1, report.lines.end(),
                    [](const auto& a, const auto& b) { return a.value > b.value; });
  report.score = moves.front().searched() ? moves.front().score : 0;
  report.depth = depth;
  report.seconds = owner.watch_.seconds();
  report.nodes = budget.nodes();
  report.cut_offs = report.first_cut_offs = 0;
  // Other threads count on while they search for themselves.
  const std::size_t still = lazy() && !over ? 1 : owner.workers_.size();
  for (std::size_t i = 0; i < still; ++i) {
    report.cut_offs += owner.workers_[i].cuts().all;
    report.first_cut_offs += owner.workers_[i].cuts().first;
  }
}

template <game::Position P, class E>
bool AlphaBeta<P, E>::Search::enough(const RootMoves& moves, int depth) const {
  const Score score = moves.front().score;
  // A win found by deepening is the shortest one; a loss delayed to the end of the search is the longest.
  if (decided(score) && (complete || score > 0)) return true;
  if (budget.stopped()) return true;
  if (!plan) return false;
  if (moves.size() == 1 && depth >= 2) return true;
  // On a clock a depth that cannot be finished is not begun: the next takes a multiple of this one.
  return plan->aim < plan->most && owner.watch_.elapsed() * 2 > plan->aim;
}

}  // namespace losange::search
