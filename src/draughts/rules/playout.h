// Random games of draughts, for Monte-Carlo players.
#pragma once

#include "base/random.h"
#include "draughts/rules/position.h"

namespace losange::draughts {

// Plays the position out at random, by the rules of draws too.
template <class Bits>
game::Outcome uniform_playout(Position<Bits> position, base::Random& random) {
  typename Position<Bits>::Moves moves;
  for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position.outcome();
}

// Plays captures, which are forced, until nothing can be captured.
template <class Bits>
void play_captures(Position<Bits>& position, base::Random& random) {
  typename Position<Bits>::Moves moves;
  while (position.can_capture(position.turn())) {
    position.legal_moves(moves);
    if (moves.empty()) return;
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

}  // namespace losange::draughts
