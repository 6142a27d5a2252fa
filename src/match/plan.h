// Which game is which: a function from the number of a game to its players, opening and seed. It does
// not depend on how many games there are, so a match can be made longer, stopped and gone on with.
#pragma once

#include <array>
#include <cstdint>

#include "match/settings.h"

namespace losange::match {

struct PlannedGame {
  std::uint64_t number = 0;            // from 0
  std::uint64_t pair = 0;              // number / 2
  std::array<std::size_t, 2> seats{};  // the entrant that plays each side
  std::size_t opening = 0;
  std::uint64_t seed = 0;  // below 2^53, exact in every JSON reader
};

// Games 2p and 2p + 1 are a pair: same players, same opening, colours reversed. Pairs go through all
// pairings of players before the next opening.
PlannedGame plan_game(const MatchSettings& settings, std::uint64_t number);

// How many games of the plan cannot but repeat an earlier one move by move: both players always play the same, and
// the openings have been gone through. Players with chance, a clock or a command line of their own may differ.
std::uint64_t games_that_must_repeat(const MatchSettings& settings);

// The seed of a player's choices in a game.
std::uint64_t seed_of_seat(const PlannedGame& game, int seat);

}  // namespace losange::match
