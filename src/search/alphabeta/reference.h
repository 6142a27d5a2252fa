// Negamax without pruning, table, order or knowledge: what every faster variant is held to by tests, and the
// strategy for those who study how much pruning saves. Counts its nodes on a worker.
#pragma once

#include "search/alphabeta/node.h"

namespace losange::search {

// `whole` plies are looked at from the root, `depth` of them from here. (Not the ply, which begins as a constant: the
// compiler would write the function once for each of the first eight.)
template <game::Position P, class E>
[[gnu::noinline]] Score plain_negamax(AlphaBetaWorker<P, E>& worker, const P& position, int whole,
                                      int depth) {
  using Hook = Hooks<P, E>;
  const int ply = whole - depth;
  if (!worker.count()) return 0;
  const game::Outcome outcome = position.outcome();
  if (outcome != game::Outcome::Ongoing)
    return Hook::result(worker.evaluator(), position, outcome, ply);

  OrderedMoves<P> moves;
  Score best = -kWinScore;
  if (depth > 0) {
    Hook::legal_moves(position, moves);
  } else {
    moves.clear();
    if constexpr (Hook::kHasNoisy) Hook::noisy(worker.evaluator(), position, -depth, moves);
    if (moves.empty() || !Hook::kMustPlayNoisy) best = worker.evaluator().evaluate(position);
  }
  for (const auto& candidate : moves) {
    P child = position;
    child.play(candidate.move);
    best = std::max(best, -plain_negamax(worker, child, whole, depth - 1));
    if (worker.halted()) return 0;
  }
  return best;
}

}  // namespace losange::search
