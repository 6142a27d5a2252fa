// What alpha-beta is told of a game: scores, and the evaluator, a policy that is inlined through. A search
// over P takes any copyable type E with the members below; each thread of a search has its own copy, so an
// evaluator may keep scratch space. Members marked optional have the default that is written behind them.
//
//   static constexpr std::size_t kMoveKeys;
//   static std::size_t move_key(const Move&);     a number below kMoveKeys, which is at most 65535: killers,
//                                                 history and the table know moves by it. Two moves may
//                                                 share one; only the order suffers. Move{}, which stands
//                                                 for no last move, has one too.
//   Score evaluate(const P&);                     static value for the side to move, between -kMostEvaluation
//                                                 and kMostEvaluation. The game goes on.
// optional:
//   double value(Score);                          a score as an expected result in [-1, 1]: tanh(score/1000)
//   std::uint64_t key(const P&);                  key in the table: position.hash(). A game whose results
//                                                 depend on the way (repetition) mixes in what matters.
//   int plies_to_draw(const P&);                  the plies after which the way that led here may end the game as a
//                                                 draw: never. The table's wins and losses that take longer are
//                                                 not believed.
//   Outcome outcome(const P&);                    position.outcome(). May say Ongoing where finding out
//                                                 means generating moves: a position without candidates is
//                                                 asked for its real outcome.
//   Outcome candidates(const P&, const Move& last, int depth, OrderedMoves<P>&);
//                                                 the moves to search, with orders (higher first, within
//                                                 about +-1,000,000): every legal move, order 0. `depth` is
//                                                 left; it may be done without. Not Ongoing: knowledge
//                                                 decides the game here. Leaves out only what cannot change
//                                                 who wins.
//   Score draw_score(const P&);                   a draw for the side to move: 0
//   void noisy(const P&, OrderedMoves<P>&);       the moves searched on past the horizon (captures): none. With
//                                                 (const P&, int, OrderedMoves<P>&) it is told how many plies
//                                                 past it are.
//   static constexpr bool kMustPlayNoisy;         the rules force a noisy move where there is one: false,
//                                                 the side may stand on its static value instead
//   int extension(const P& before, const Move& last, const Move& move, const P& after);
//                                                 plies by which this move is searched deeper: 0
//   Margins margins(const P&, int depth);         how far outside a narrow window a value must be to be believed: none
//   static constexpr bool kExtendForced;          a position with one candidate costs no depth: false
//   auto frontier(const P&);                      a callable that gives -evaluate(child) for a move, or
//                                                 win_at(1) where the move wins, without making the child
//                                                 (only without noisy moves)
//   Score window();                               half the width of the aspiration window: 400
//   static constexpr int kKillerOrder;            order of a killer above the other moves: 2,000,000
//   static constexpr int kHistoryShift;           history, 0 to 16384, is shifted right by this: 0
//
// docs/examples/three.cpp has the shortest one, tests/support/games/alphabeta_games.h one for a game with repetition.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/containers/fixed_vector.h"
#include "game/game.h"

namespace losange::search {

// For the side to move. A win is worth kWinScore less the plies to it, so that shorter wins are better.
using Score = std::int32_t;

inline constexpr int kMaxPly = 240;
inline constexpr Score kWinScore = 2'000'000;
inline constexpr Score kKnownWin =
    kWinScore - 1'000;  // a win by knowledge, nobody counted its plies
inline constexpr Score kLeastWin = kWinScore - 2'000;
inline constexpr Score kMostEvaluation = kLeastWin - 1;

constexpr Score win_at(int ply) { return kWinScore - ply; }
constexpr bool decided(Score score) { return score >= kLeastWin || score <= -kLeastWin; }

// How far outside the window a value must be to be believed; 0: it is not.
struct Margins {
  Score above = 0, below = 0;  // a static value
  Score shallow = 0;           // above: the value of a search two fifths as deep
};

// Without initialisers: lists of them stand in every node.
template <class Move>
struct OrderedMove {
  Move move;
  std::int32_t order;
};
template <class P>
using OrderedMoves = base::FixedVector<OrderedMove<typename P::Move>, P::Moves::capacity()>;

// The optional members with their defaults.
template <game::Position P, class E>
struct Hooks {
  using Move = typename P::Move;

  static constexpr bool kNoisyKnowsPlies = requires(E e, const P& p, OrderedMoves<P>& out) {
    e.noisy(p, 0, out);
  };
  static constexpr bool kHasNoisy =
      kNoisyKnowsPlies || requires(E e, const P& p, OrderedMoves<P>& out) {
    e.noisy(p, out);
  };
  static constexpr bool kHasMargins = requires(E e, const P& p) { e.margins(p, 1); };
  static constexpr bool kHasFrontier = requires(E e, const P& p) { e.frontier(p); };
  static_assert(!(kHasNoisy && kHasFrontier), "the frontier knows no quiescence");
  static_assert(E::kMoveKeys <= 65535);

  static constexpr bool kMustPlayNoisy = [] {
    if constexpr (requires { E::kMustPlayNoisy; }) return E::kMustPlayNoisy;
    return false;
  }();
  static constexpr bool kExtendForced = [] {
    if constexpr (requires { E::kExtendForced; }) return E::kExtendForced;
    return false;
  }();
  static constexpr int kKillerOrder = [] {
    if constexpr (requires { E::kKillerOrder; }) return E::kKillerOrder;
    return 2'000'000;
  }();
  static constexpr int kHistoryShift = [] {
    if constexpr (requires { E::kHistoryShift; }) return E::kHistoryShift;
    return 0;
  }();

  static std::uint64_t key(E& evaluator, const P& position) {
    if constexpr (requires { evaluator.key(position); }) return evaluator.key(position);
    return position.hash();
  }
  // Whether a win or a loss in so many plies that was found on another way here is one on this way too.
  static bool comes_before_draw(const E& evaluator, const P& position, int plies) {
    if constexpr (requires { evaluator.plies_to_draw(position); }) {
      return plies <= evaluator.plies_to_draw(position);
    }
    return true;
  }
  static game::Outcome outcome(E& evaluator, const P& position) {
    if constexpr (requires { evaluator.outcome(position); }) return evaluator.outcome(position);
    return position.outcome();
  }
  static void legal_moves(const P& position, OrderedMoves<P>& out) {
    typename P::Moves moves;
    position.legal_moves(moves);
    out.clear();
    for (const auto& move : moves) out.push_back({move, 0});
  }
  static game::Outcome candidates(E& evaluator, const P& position, const Move& last, int depth,
                                  OrderedMoves<P>& out) {
    if constexpr (requires { evaluator.candidates(position, last, depth, out); }) {
      return evaluator.candidates(position, last, depth, out);
    } else if constexpr (requires { evaluator.candidates(position, last, out); }) {
      return evaluator.candidates(position, last, out);
    }
    legal_moves(position, out);
    return game::Outcome::Ongoing;
  }
  static void noisy(E& evaluator, const P& position, int plies_past, OrderedMoves<P>& out) {
    if constexpr (kNoisyKnowsPlies) {
      evaluator.noisy(position, plies_past, out);
    } else {
      evaluator.noisy(position, out);
    }
  }
  static int extension(E& evaluator, const P& before, const Move& last, const Move& move,
                       const P& after) {
    if constexpr (requires { evaluator.extension(before, last, move, after); }) {
      return evaluator.extension(before, last, move, after);
    }
    return 0;
  }
  static Score window(E& evaluator) {
    if constexpr (requires { evaluator.window(); }) return evaluator.window();
    return 400;
  }
  static double value(E& evaluator, Score score) {
    if (decided(score)) return score > 0 ? 1 : -1;
    if constexpr (requires { evaluator.value(score); }) return evaluator.value(score);
    return std::tanh(score / 1000.0);
  }
  // A finished game for the side to move.
  static Score result(E& evaluator, const P& position, game::Outcome outcome, int ply) {
    const int result = game::value_for(position.to_move(), outcome);
    if (result != 0) return result * win_at(ply);
    if constexpr (requires { evaluator.draw_score(position); })
      return evaluator.draw_score(position);
    return 0;
  }
};

}  // namespace losange::search
