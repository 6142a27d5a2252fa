// Ratings of several players from the games between them: the Bradley-Terry model with a weak prior,
// which keeps the rating of a player who won or lost every game finite. Used by tournaments.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "match/statistics/statistics.h"

namespace losange::match {

// What two players scored against each other, from a's side.
struct Pairing {
  std::size_t a = 0, b = 0;
  PairCounts pairs{};
  GameCounts singles{};  // games whose partner was not played
};

struct Rating {
  double elo = 0;    // the average of all players is 0
  double error = 0;  // half of the 95 % interval
};

// Draws count as half a win and half a loss. `players` is at least 1.
std::vector<Rating> rate(std::size_t players, std::span<const Pairing> pairings);

}  // namespace losange::match
