// What a proof search is told of its game. An expert of positions P has
//   std::uint64_t key(const P&)            all that the result depends on; no way leads back to a key
//   std::optional<bool> decided(const P&)  whether the side to move reaches its goal, where that shows at once
//   P after(const P&, Move)                the position after a move, or another one with the same result. Where the table may
//                                          have been read from a file: `contradicted`, here and in `before`, of no legal move
//   void expand(const P&, Expansion<Move, Reason>&)
//   Reason                                 what a result rests on, such as cells of the board; kept with it. |= adds another
//   Reason before(const P&, Move, const Reason&, bool wins)  what the move's winning, or its being refuted, rests on, by
//                                          what the result of the position after it does
//   bool meets(Move, const Reason&)        false: what refutes another move of the position for this reason refutes it too
//   Earlier                                keeps results that decide other positions too: `add(const P&, const EarlierResult&)`
//                                          with what a search came to, `find(const P&)` a result of this position or nothing
// PlainExpert is the one that knows the rules alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/game.h"
#include "search/proof/table.h"

namespace losange::search {

// Of an expert who knows none: every move is looked at by itself.
struct NoReason {
  NoReason& operator|=(const NoReason&) { return *this; }
};

// What is known of a position before it is looked at, from the results of others.
template <class Move, class Reason>
struct EarlierResult {
  bool wins = false;  // for the side to move
  Move move{};        // that does, where it wins
  Reason reason{};
};
// Of an expert who knows of no position that decides another.
template <class Move, class Reason = NoReason>
struct NothingEarlier {
  void add(const auto&, const EarlierResult<Move, Reason>&) {}
  std::optional<EarlierResult<Move, Reason>> find(const auto&) const { return std::nullopt; }
};

template <class Move, class Reason = NoReason>
struct Expansion {
  std::optional<bool> wins;  // for the side to move, where looking closely decides it
  std::vector<Move> moves;   // else: some of these wins if any move does; best first
  Reason reason{};           // of that: of `wins`, or of all other moves' losing
  int width = 1 << 15;       // so many that are not refuted count at a time
  // How hard the positions after the moves look, for their own side to move, by numbers below 256; none: all the same.
  std::vector<ProofNumbers> guesses;
  // Set by the search once it is stopped, also in the middle of a look: what is known then will do.
  const std::atomic<bool>* over = nullptr;

  void clear() { *this = {}; }
};

// `goal` wins, or it does not: a draw is the other side's success.
template <game::Position P>
class PlainExpert {
 public:
  using Reason = NoReason;
  using Earlier = NothingEarlier<typename P::Move>;

  explicit PlainExpert(game::Side goal) : goal_(goal) {}

  std::uint64_t key(const P& position) const { return position.hash(); }
  std::optional<bool> decided(const P& position) const {
    const auto outcome = position.outcome();
    if (outcome == game::Outcome::Ongoing) return std::nullopt;
    return (outcome == game::win_for(goal_)) == (position.to_move() == goal_);
  }
  P after(P position, const typename P::Move& move) const {
    position.play(move);
    return position;
  }
  void expand(const P& position, Expansion<typename P::Move>& out) const {
    typename P::Moves moves;
    position.legal_moves(moves);
    out.moves.assign(moves.begin(), moves.end());
  }
  NoReason before(const P&, const typename P::Move&, const NoReason&, bool) const { return {}; }
  bool meets(const typename P::Move&, const NoReason&) const { return true; }

 private:
  game::Side goal_;
};

}  // namespace losange::search
