// One thread of an alpha-beta search: principal-variation search below the root (Marsland and Campbell 1982),
// with a transposition table, learnt move order, late-move reductions and extensions. `visit` shows one node
// whole, in numbered steps. No allocation and no virtual call a node.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "search/alphabeta/budget.h"
#include "search/alphabeta/order.h"
#include "search/alphabeta/settings.h"
#include "search/alphabeta/table.h"
#include "search/alphabeta/trace.h"

namespace losange::search {

// Plies taken off a late move, by depth and by how many moves came before.
class Reductions {
 public:
  Reductions() {
    for (int depth = 1; depth < kDepths; ++depth) {
      for (int moves = 1; moves < kMoves; ++moves) {
        table_[depth][moves] =
            static_cast<std::uint8_t>(std::max(0.0, 0.4 + std::log(depth) * std::log(moves) / 2.4));
      }
    }
  }
  int plies(int depth, std::size_t moves) const {
    return table_[std::min(depth, kDepths - 1)][std::min<std::size_t>(moves, kMoves - 1)];
  }

 private:
  static constexpr int kDepths = 64, kMoves = 64;
  std::array<std::array<std::uint8_t, kMoves>, kDepths> table_{};
};

template <game::Position P, class E>
class AlphaBetaWorker {
 public:
  using Move = typename P::Move;
  using Hook = Hooks<P, E>;
  using Line = base::FixedVector<Move, kMaxPly>;

  AlphaBetaWorker(const AlphaBetaRules& rules, TranspositionTable& table, E evaluator)
      : rules_(rules),
        table_(table),
        evaluator_(std::move(evaluator)),
        lines_(std::make_unique<std::array<Line, kMaxPly>>()) {}

  void new_search(SharedBudget& budget, NodeTrace<P>* trace) {
    budget_ = &budget;
    trace_ = trace;
    split_ = nullptr;
    halted_ = false;
    granted_ = allowance_ = 1;
    nodes_ = 0;
    cuts_ = {};
    trace_parent_ = 0;
    order_.new_search();
  }
  // Hands in the nodes not yet counted.
  void finish() {
    budget_->spend(granted_ - std::min(granted_, allowance_));
    granted_ = allowance_ = 0;
  }
  std::uint64_t nodes() const { return nodes_ + granted_ - std::min(granted_, allowance_); }
  struct Cuts {
    std::uint64_t all = 0, first = 0;  // nodes cut off, and those by the first move
  };
  const Cuts& cuts() const { return cuts_; }

  // The value of a position for its side to move: exact inside the window, else a bound on that side.
  // 0 when halted().
  Score search(const P& position, const Move& last, int ply, int depth, Score alpha, Score beta) {
    if (trace_ == nullptr) [[likely]]
      return visit(position, last, ply, depth, alpha, beta);
    return traced_visit(position, last, ply, depth, alpha, beta);
  }

  // Values are no good any more: the search is over, or another thread cut off what this one looks at.
  bool halted() const { return halted_; }
  // The same after waiting for others, who may have given up what this one waited for.
  bool halted_meanwhile() { return halted_ = halted_ || budget_->stopped(); }
  // What this thread works for, while a task lasts; gives back what it worked for before.
  const SplitPoint* enter(const SplitPoint* split) {
    halted_ = budget_->stopped();
    return std::exchange(split_, split);
  }
  // Runs what must not throw: the tasks of OpenMP. The search ends instead, and its caller hears of it.
  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (...) {
      budget_->fail();
    }
  }
  bool look() {
    const std::uint64_t searched = granted_ - std::min(granted_, allowance_);
    nodes_ += searched;
    granted_ = allowance_ = budget_->spend(searched);
    halted_ = allowance_ == 0 || (split_ != nullptr && split_->cut_anywhere());
    return !halted_;
  }

  Line& line(int ply) { return (*lines_)[static_cast<std::size_t>(ply)]; }
  void join_line(int ply, const Move& move) { join_line(ply, move, line(ply + 1)); }
  void join_line(int ply, const Move& move, const Line& rest) {
    Line& joined = line(ply);
    joined.clear();
    joined.push_back(move);
    for (const Move& next : rest) {
      if (joined.size() < Line::capacity()) joined.push_back(next);
    }
  }
  E& evaluator() { return evaluator_; }
  MoveOrder<P, E>& order() { return order_; }

  // Moves in the order they are to be tried; the outcome where knowledge or the rules decide it.
  game::Outcome moves_of(const P& position, const Move& last, int ply, int depth,
                         std::uint16_t table_move, OrderedMoves<P>& moves) {
    const game::Outcome known = Hook::candidates(evaluator_, position, last, depth, moves);
    if (known != game::Outcome::Ongoing) return known;
    if (rules_.learn_order) order_.rank(moves, table_move, position.to_move(), ply, last);
    return known;
  }
  std::size_t breadth(std::size_t moves) const {
    const auto width = static_cast<std::size_t>(rules_.width);
    return width == 0 ? moves : std::min(width, moves);
  }
  int late_reduction(int depth, std::size_t tried, bool principal) const {
    return std::clamp(reductions_.plies(depth, tried) - (principal ? 1 : 0), 0, depth - 2);
  }
  // Plies for a child beyond depth - 1.
  int extension(const P& before, const Move& last, const Move& move, const P& after, int ply,
                std::size_t moves) {
    if (!rules_.extensions || ply > kMaxPly / 2) return 0;
    if (Hook::kExtendForced && moves == 1) return 1;
    return Hook::extension(evaluator_, before, last, move, after);
  }
  // Steps 4 and 5 of a node, for those who search its moves themselves: a value where the table knows it.
  struct Probe {
    std::uint16_t move = kNoMoveKey;
    std::optional<Score> value;
  };
  Probe probe(std::uint64_t key, int ply, int depth, Score alpha, Score beta) const;
  void remember(std::uint64_t key, int ply, int depth, Score value, Score alpha, Score beta,
                std::uint16_t move) {
    const Bound bound = value >= beta ? Bound::Lower : value > alpha ? Bound::Exact : Bound::Upper;
    table_.store(key, ply, {move, value, depth, bound});
  }
  std::optional<Score> over(const P& position, int ply) {
    const game::Outcome outcome = Hook::outcome(evaluator_, position);
    if (outcome == game::Outcome::Ongoing) return std::nullopt;
    return Hook::result(evaluator_, position, outcome, ply);
  }
  // Knowledge, or a position without moves whose outcome was not asked before.
  Score settled(const P& position, game::Outcome known, int ply) {
    if (known == game::Outcome::Ongoing) {
      return Hook::result(evaluator_, position, position.outcome(), ply);
    }
    const int result = game::value_for(position.to_move(), known);
    return result == 0 ? Hook::result(evaluator_, position, known, ply)
                       : result * (kKnownWin - ply);
  }
  // Counts a node; false when the search is over.
  bool count() {
    if (--allowance_ != 0 && !budget_->stopped()) [[likely]]
      return !halted_;
    return look();
  }

 private:
  Score visit(const P& position, const Move& last, int ply, int depth, Score alpha, Score beta);
  Score traced_visit(const P& position, const Move& last, int ply, int depth, Score alpha,
                     Score beta);
  Score search_moves(const P& position, const Move& last, int ply, int depth, Score alpha,
                     Score beta, OrderedMoves<P>& moves, std::uint64_t key);
  Score search_frontier(const P& position, const Move& last, int ply, Score alpha, Score beta,
                        OrderedMoves<P>& moves, std::uint64_t key);
  Score search_child(const P& child, const Move& move, int ply, int depth, int reduction,
                     bool first, Score alpha, Score beta);
  Score horizon(const P& position, int ply, int depth, Score alpha, Score beta);
  std::optional<Score> far_outside(const P& position, const Move& last, int ply, int depth,
                                   Score alpha, Score beta);
  void cut(const P& position, const Move& last, int ply, int depth, const OrderedMoves<P>& moves,
           std::size_t tried) {
    ++cuts_.all;
    cuts_.first += tried == 1 ? 1 : 0;
    if (rules_.learn_order) order_.learn(moves, tried, position.to_move(), ply, depth, last);
  }

  struct Visit {  // of the node left last, for traces
    int children = 0, searched = 0;
    std::uint16_t best = kNoMoveKey;
  };

  AlphaBetaRules rules_;
  TranspositionTable& table_;
  E evaluator_;
  MoveOrder<P, E> order_;
  Reductions reductions_;
  std::unique_ptr<std::array<Line, kMaxPly>> lines_;
  SharedBudget* budget_ = nullptr;
  const SplitPoint* split_ = nullptr;
  NodeTrace<P>* trace_ = nullptr;
  std::uint64_t trace_parent_ = 0;
  Visit visited_;
  std::uint64_t granted_ = 0, allowance_ = 0;  // nodes until the next look, at the last one and now
  std::uint64_t nodes_ = 0;                    // up to the last look
  Cuts cuts_;
  bool halted_ = false;
};

template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::visit(const P& position, const Move& last, int ply, int depth,
                                   Score alpha, Score beta) {
  // 1. The game is over.
  visited_ = {};
  line(ply).clear();
  if (!count()) return 0;
  if (const auto result = over(position, ply)) return *result;
  // 2. The horizon.
  if (depth <= 0 || ply >= kMaxPly - 1)
    return horizon(position, ply, std::min(depth, 0), alpha, beta);
  // 3. Nothing here is better than winning at once or worse than having lost.
  alpha = std::max(alpha, -win_at(ply));
  beta = std::min(beta, win_at(ply + 1));
  if (alpha >= beta) return alpha;
  // 4. The table.
  const std::uint64_t key = Hook::key(evaluator_, position);
  const Probe known = probe(key, ply, depth, alpha, beta);
  if (known.value) return *known.value;
  // 5. Far outside the window.
  if constexpr (Hook::kHasMargins) {
    if (beta - alpha == 1 && rules_.early_cuts && !decided(alpha) && !decided(beta)) {
      if (const auto value = far_outside(position, last, ply, depth, alpha, beta)) return *value;
    }
  }
  // 6. Moves, and what knowledge says.
  OrderedMoves<P> moves;
  const game::Outcome outcome = moves_of(position, last, ply, depth, known.move, moves);
  if (outcome != game::Outcome::Ongoing || moves.empty()) {
    const Score value = settled(position, outcome, ply);
    if (outcome != game::Outcome::Ongoing)
      table_.store(key, ply, {known.move, value, 254, Bound::Exact});
    return value;
  }
  // 7. The children.
  if constexpr (Hook::kHasFrontier) {
    if (depth == 1) return search_frontier(position, last, ply, alpha, beta, moves, key);
  }
  return search_moves(position, last, ply, depth, alpha, beta, moves, key);
}

// Near the horizon a static value beyond a margin is believed, above it outright and below it once noisy moves
// do not help; further up a search less deep that passes beta by a margin is (ProbCut: Buro 1995).
template <game::Position P, class E>
std::optional<Score> AlphaBetaWorker<P, E>::far_outside(const P& position, const Move& last,
                                                        int ply, int depth, Score alpha,
                                                        Score beta) {
  const Margins margins = evaluator_.margins(position, depth);
  if (margins.above > 0 || margins.below > 0) {
    const Score value = evaluator_.evaluate(position);
    if (margins.above > 0 && value - margins.above >= beta) return beta;
    if (margins.below > 0 && value + margins.below <= alpha) {
      const Score noisy = horizon(position, ply, 0, alpha, beta);
      if (halted_ || noisy <= alpha) return noisy;
    }
  }
  if (margins.shallow > 0) {
    const Score bound = std::min(beta + margins.shallow, kMostEvaluation);
    const Score value = search(position, last, ply, depth * 2 / 5, bound - 1, bound);
    if (halted_ || value >= bound) return halted_ ? 0 : beta;
  }
  return std::nullopt;
}

template <game::Position P, class E>
auto AlphaBetaWorker<P, E>::probe(std::uint64_t key, int ply, int depth, Score alpha,
                                  Score beta) const -> Probe {
  const auto entry = table_.find(key, ply);
  if (!entry) return {};
  Probe found{entry->move, std::nullopt};
  const bool lower = entry->bound == Bound::Lower || entry->bound == Bound::Exact;
  const bool upper = entry->bound == Bound::Upper || entry->bound == Bound::Exact;
  const bool serves = rules_.same_depth_only ? entry->depth == depth : entry->depth >= depth;
  if (!serves && !rules_.same_depth_only) {
    // A win or a loss that was found is one at every depth, though not always the shortest.
    if ((lower && entry->score >= std::max(beta, kLeastWin)) ||
        (upper && entry->score <= std::min(alpha, -kLeastWin))) {
      found.value = entry->score;
    }
  }
  if (!serves) return found;
  if (entry->bound == Bound::Exact || (lower && entry->score >= beta) ||
      (upper && entry->score <= alpha)) {
    found.value = entry->score;
  }
  return found;
}

template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::search_moves(const P& position, const Move& last, int ply, int depth,
                                          Score alpha, Score beta, OrderedMoves<P>& moves,
                                          std::uint64_t key) {
  const Score alpha_before = alpha;
  const std::size_t count = breadth(moves.size());
  const bool principal = beta - alpha > 1;
  Score best = -kWinScore;
  std::uint16_t best_move = kNoMoveKey;
  std::size_t tried = 0;
  while (tried < count) {
    MoveOrder<P, E>::bring_best(moves, tried);
    const Move move = moves[tried].move;
    P child = position;
    child.play(move);
    if (depth > 1) table_.prefetch(Hook::key(evaluator_, child));
    const int extra = extension(position, last, move, child, ply, moves.size());
    int reduction = 0;
    if (rules_.reductions && depth >= 3 && tried >= 2 && extra == 0) {
      reduction = late_reduction(depth, tried, principal);
    }
    const Score value =
        search_child(child, move, ply, depth - 1 + extra, reduction, tried == 0, alpha, beta);
    if (halted_) return 0;
    ++tried;
    if (value <= best) continue;
    best = value;
    best_move = static_cast<std::uint16_t>(E::move_key(move));
    if (value <= alpha) continue;
    if (principal) join_line(ply, move);
    alpha = value;
    if (value >= beta) {
      cut(position, last, ply, depth, moves, tried);
      break;
    }
  }
  // Moves that were left out may have been better than losing.
  if (count < moves.size()) best = std::max(best, -kMostEvaluation);
  remember(key, ply, depth, best, alpha_before, beta, best > alpha_before ? best_move : kNoMoveKey);
  visited_ = {static_cast<int>(moves.size()), static_cast<int>(tried), best_move};
  return best;
}

// A late move is first asked only whether it is better than the best so far, and less deep.
template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::search_child(const P& child, const Move& move, int ply, int depth,
                                          int reduction, bool first, Score alpha, Score beta) {
  if (first || !rules_.scout) {
    if (reduction > 0 && !first) {
      const Score value = -search(child, move, ply + 1, depth - reduction, -beta, -alpha);
      if (halted_ || value <= alpha) return value;
    }
    return -search(child, move, ply + 1, depth, -beta, -alpha);
  }
  if (reduction > 0) {
    const Score value = -search(child, move, ply + 1, depth - reduction, -alpha - 1, -alpha);
    if (halted_ || value <= alpha) return value;
  }
  const Score value = -search(child, move, ply + 1, depth, -alpha - 1, -alpha);
  if (halted_ || value <= alpha || value >= beta) return value;
  return -search(child, move, ply + 1, depth, -beta, -alpha);
}

// One ply above the horizon: the evaluator gives the children's values without making them.
template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::search_frontier(const P& position, const Move& last, int ply,
                                             Score alpha, Score beta, OrderedMoves<P>& moves,
                                             std::uint64_t key) {
  const auto value_after = evaluator_.frontier(position);
  const Score alpha_before = alpha;
  const std::size_t count = breadth(moves.size());
  Score best = -kWinScore;
  std::uint16_t best_move = kNoMoveKey;
  std::size_t tried = 0;
  while (tried < count) {
    if (tried < 4 || rules_.width > 0) MoveOrder<P, E>::bring_best(moves, tried);
    const Move move = moves[tried++].move;
    if (!this->count()) return 0;
    Score value = value_after(move);
    if (value >= kLeastWin) value = win_at(ply + 1);
    if (value <= best) continue;
    best = value;
    best_move = static_cast<std::uint16_t>(E::move_key(move));
    if (value <= alpha) continue;
    if (beta - alpha_before > 1) {
      line(ply + 1).clear();
      join_line(ply, move);
    }
    alpha = value;
    if (value >= beta) {
      cut(position, last, ply, 1, moves, tried);
      break;
    }
  }
  if (count < moves.size()) best = std::max(best, -kMostEvaluation);
  remember(key, ply, 1, best, alpha_before, beta, best > alpha_before ? best_move : kNoMoveKey);
  visited_ = {static_cast<int>(moves.size()), static_cast<int>(tried), best_move};
  return best;
}

// The static value, or past it the noisy moves until the position is quiet.
template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::horizon(const P& position, int ply, int depth, Score alpha,
                                     Score beta) {
  if constexpr (!Hook::kHasNoisy) {
    return evaluator_.evaluate(position);
  } else {
    OrderedMoves<P> moves;
    moves.clear();
    if (ply < kMaxPly - 1) Hook::noisy(evaluator_, position, -depth, moves);
    if (moves.empty()) return evaluator_.evaluate(position);
    const bool principal = beta - alpha > 1;
    Score best = -kWinScore;
    if (!Hook::kMustPlayNoisy) {
      best = evaluator_.evaluate(position);
      if (best >= beta) return best;
      alpha = std::max(alpha, best);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      MoveOrder<P, E>::bring_best(moves, i);
      P child = position;
      child.play(moves[i].move);
      const Score value = -search(child, moves[i].move, ply + 1, depth - 1, -beta, -alpha);
      if (halted_) return 0;
      if (value <= best) continue;
      best = value;
      if (value <= alpha) continue;
      if (principal) join_line(ply, moves[i].move);
      alpha = value;
      if (value >= beta) break;
    }
    return best;
  }
}

template <game::Position P, class E>
Score AlphaBetaWorker<P, E>::traced_visit(const P& position, const Move& last, int ply, int depth,
                                          Score alpha, Score beta) {
  const std::uint64_t id = trace_->enter();
  const std::uint64_t parent = std::exchange(trace_parent_, id);
  const base::Stopwatch watch;
  const Score value = visit(position, last, ply, depth, alpha, beta);
  trace_parent_ = parent;
  if (!halted_ && trace_->keeps(id)) {
    trace_->leave(position, {id, parent, ply, depth, alpha, beta, value, visited_.children,
                             visited_.searched, last, visited_.best, watch.seconds()});
  }
  return value;
}

}  // namespace losange::search
