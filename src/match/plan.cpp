#include "match/plan.h"

#include "base/random.h"

namespace losange::match {

namespace {

// The n-th of all pairs a < b, ordered by b: 01, 02, 12, 03, 13, 23...
std::array<std::size_t, 2> pairing(std::uint64_t n) {
  std::size_t b = 1;
  while (n >= b) n -= b++;
  return {static_cast<std::size_t>(n), b};
}

}  // namespace

PlannedGame plan_game(const MatchSettings& settings, std::uint64_t number) {
  PlannedGame game;
  game.number = number;
  game.pair = number / 2;
  game.seats = pairing(game.pair % settings.pairings());
  if (number % 2 == 1) std::swap(game.seats[0], game.seats[1]);
  const std::uint64_t round = game.pair / settings.pairings();
  game.opening = opening_of_pair(round, settings.openings.openings.size());
  game.seed = base::stream_seed(settings.seed, number) >> 11;
  return game;
}

std::uint64_t seed_of_seat(const PlannedGame& game, int seat) {
  return base::stream_seed(game.seed, static_cast<std::uint64_t>(seat));
}

}  // namespace losange::match
