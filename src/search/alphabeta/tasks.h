// Alpha-beta by OpenMP tasks: at nodes high in the tree the first move is searched alone, then every
// other one is a task; they share alpha, and a cut-off halts them all. Below kTaskDepth one thread does the
// rest. Built where the compiler has OpenMP.
#pragma once

#include <mutex>
#include <vector>

#include "base/containers/stable_sort.h"
#include "search/alphabeta/node.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace losange::search {

#ifdef _OPENMP
inline constexpr bool kHasTasks = true;
#else
inline constexpr bool kHasTasks = false;
#endif

template <game::Position P, class E>
class TaskSearch {
 public:
  using Worker = AlphaBetaWorker<P, E>;
  using Move = typename P::Move;
  static constexpr int kTaskDepth = 4;

  explicit TaskSearch(std::vector<Worker>& workers) : workers_(workers) {}

#ifdef _OPENMP
  Worker& worker() { return workers_[static_cast<std::size_t>(omp_get_thread_num())]; }

  // Like AlphaBetaWorker::search, inside a parallel region. The value is no good when the budget is spent
  // or `above` is cut.
  [[gnu::noinline]] Score search(const P& position, const Move& last, int ply, int depth,
                                 Score alpha, Score beta, const SplitPoint* above) {
    Worker& mine = worker();
    // A worker ends at the last ply; extensions may lead there with depth to spare.
    if (depth < kTaskDepth || ply >= kMaxPly - 1)
      return mine.search(position, last, ply, depth, alpha, beta);
    mine.line(ply).clear();
    if (!mine.count()) return 0;
    if (const auto result = mine.over(position, ply)) return *result;
    const std::uint64_t key = Hooks<P, E>::key(mine.evaluator(), position);
    const auto known = mine.probe(position, key, ply, depth, alpha, beta);
    if (known.value) return *known.value;
    Node node{.position = position, .last = last, .ply = ply, .depth = depth, .beta = beta};
    node.alpha = alpha;
    node.split.parent = above;
    const game::Outcome outcome = mine.moves_of(position, last, ply, depth, known.move, node.moves);
    if (outcome != game::Outcome::Ongoing || node.moves.empty()) {
      return mine.settled(position, outcome, ply);
    }
    base::stable_sort(node.moves.begin(), node.moves.end(),
                      [](const auto& a, const auto& b) { return a.order > b.order; });
    const std::size_t count = mine.breadth(node.moves.size());
    search_move(node, 0, above);
    // `worker()` again in each: a task runs on the thread that picks it.
    for (std::size_t i = 1; i < count && !node.split.cut && !mine.halted(); ++i) {
#pragma omp task firstprivate(i) shared(node)
      {
        Worker& other = worker();
        const SplitPoint* before = other.enter(&node.split);
        other.guard([&] {
          if (!node.split.cut_anywhere()) search_move(node, i, &node.split);
        });
        other.enter(before);
      }
    }
#pragma omp taskwait
    if (mine.halted_meanwhile() || (above != nullptr && above->cut_anywhere())) return 0;
    if (count < node.moves.size()) node.best = std::max(node.best, -kMostEvaluation);
    mine.remember(key, ply, depth, node.best, alpha, beta,
                  node.best > alpha ? node.best_move : kNoMoveKey);
    mine.line(ply) = node.line;
    return node.best;
  }

 private:
  struct Node {
    const P& position;
    const Move& last;
    int ply, depth;
    Score beta;
    SplitPoint split{};
    OrderedMoves<P> moves{};
    std::atomic<Score> alpha{0};
    std::mutex mutex{};  // guards what follows
    Score best = -kWinScore;
    std::uint16_t best_move = kNoMoveKey;
    typename Worker::Line line{};
  };

  void search_move(Node& node, std::size_t index, const SplitPoint* split) {
    const Move move = node.moves[index].move;
    P child = node.position;
    child.play(move);
    const int extra =
        worker().extension(node.position, node.last, move, child, node.ply, node.moves.size());
    const int depth = node.depth - 1 + extra;
    Score alpha = node.alpha;
    Score value = alpha + 1;
    if (index > 0) value = -search(child, move, node.ply + 1, depth, -alpha - 1, -alpha, split);
    if (value > alpha && !worker().halted()) {
      alpha = node.alpha;
      value = -search(child, move, node.ply + 1, depth, -node.beta, -alpha, split);
    }
    if (worker().halted()) return;
    const std::lock_guard lock(node.mutex);
    if (value <= node.best || (split != nullptr && split->cut_anywhere())) return;
    node.best = value;
    node.best_move = static_cast<std::uint16_t>(E::move_key(move));
    if (value <= node.alpha) return;
    node.alpha = value;
    worker().join_line(node.ply, move);
    node.line = worker().line(node.ply);
    if (value >= node.beta) node.split.cut = true;
  }
#else

 private:
#endif
  std::vector<Worker>& workers_;
};

}  // namespace losange::search
