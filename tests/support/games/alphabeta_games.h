// Evaluators and searches that the tests of alpha-beta share. LeapfrogEvaluator is the shortest there is for
// a game with captures and draws; HashedHex gives Hex positions arbitrary values, so that no two subtrees
// look alike and a wrong window shows.
#pragma once

#include <string>

#include "hex/board/hex.h"
#include "leapfrog.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::testing_games {

struct LeapfrogEvaluator {
  static constexpr std::size_t kMoveKeys = 1 << 12;
  static std::size_t move_key(const LeapfrogMove& move) {
    std::size_t key = move.length;
    for (int i = 0; i < move.length; ++i) key = key * 9 + move.squares[i];
    return key % kMoveKeys;
  }
  static search::Score evaluate(const LeapfrogPosition& position) {
    return static_cast<search::Score>(position.hash() % 401) - 200;
  }
  // The way here decides about draws.
  static std::uint64_t key(const LeapfrogPosition& position) { return position.history_hash(); }
};

// The same with captures searched on past the horizon, which the side may decline.
struct NoisyLeapfrog : LeapfrogEvaluator {
  static void noisy(const LeapfrogPosition& position, search::OrderedMoves<LeapfrogPosition>& out) {
    LeapfrogPosition::Moves moves;
    position.legal_moves(moves);
    for (const auto& move : moves) {
      const int step = move.squares[1] - move.squares[0];
      if (step == 2 || step == -2) out.push_back({move, move.length});
    }
  }
};

template <int W>
struct HashedHex {
  static constexpr std::size_t kMoveKeys = hex::Bitboard<W>::kBits + 2;
  static std::size_t move_key(hex::Move move) {
    return move.is_cell() ? move.code : move.is_swap() ? kMoveKeys - 2 : kMoveKeys - 1;
  }
  static search::Score evaluate(const hex::Position<W>& position) {
    return static_cast<search::Score>(position.hash() % 2001) - 1000;
  }
};

// The value and the set of best moves by the shortest code there is.
template <class P, class E>
search::Score minimax(const P& position, E& evaluator, int ply, int depth) {
  using game::Outcome;
  if (position.outcome() != Outcome::Ongoing) {
    return game::value_for(position.to_move(), position.outcome()) * search::win_at(ply);
  }
  if (depth == 0) return evaluator.evaluate(position);
  typename P::Moves moves;
  position.legal_moves(moves);
  search::Score best = -search::kWinScore;
  for (const auto& move : moves) {
    P child = position;
    child.play(move);
    best = std::max(best, -minimax(child, evaluator, ply + 1, depth - 1));
  }
  return best;
}

inline search::Limits to_depth(int depth, int threads = 1) {
  search::Limits limits;
  limits.depth = depth;
  limits.threads = threads;
  return limits;
}

}  // namespace losange::testing_games
