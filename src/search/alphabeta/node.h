// One node of an alpha-beta search: `visit` shows it whole, in numbered steps; below it are the parts of a step that have
// a loop of their own. The worker that makes these calls, with its table, order and budget, is in worker.h.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "search/alphabeta/worker.h"

namespace losange::search {

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
  const Probe known = probe(position, key, ply, depth, alpha, beta);
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
auto AlphaBetaWorker<P, E>::probe(const P& position, std::uint64_t key, int ply, int depth,
                                  Score alpha, Score beta) const -> Probe {
  const auto entry = table_.find(key, ply);
  if (!entry) return {};
  Probe found{entry->move, std::nullopt};
  if (decided(entry->score)) {
    const int plies = kWinScore - std::abs(entry->score) - ply;
    if (!Hook::comes_before_draw(evaluator_, position, plies)) return found;
  }
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
