#include "match/plan.h"

#include <algorithm>
#include <set>

#include "base/random.h"
#include "players/registry.h"

namespace losange::match {

namespace {

// The n-th of all pairs a < b, ordered by b: 01, 02, 12, 03, 13, 23...
std::array<std::size_t, 2> pairing(std::uint64_t n) {
  std::size_t b = 1;
  while (n >= b) n -= b++;
  return {static_cast<std::size_t>(n), b};
}

bool always_plays_the_same(const Entrant& entrant) {
  search::Limits limits;
  limits.time = entrant.limits.move_time;
  limits.nodes = entrant.limits.nodes;
  limits.threads = entrant.limits.threads;
  if (entrant.limits.clock.kind != players::TimeControl::Kind::None) limits.clock.emplace();
  return players::always_plays_the_same(players::PlayerSpec::parse(entrant.spec), limits);
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

std::uint64_t games_that_must_repeat(const MatchSettings& settings) {
  if (settings.ponder) return 0;  // how far a player has thought ahead is a matter of time
  std::set<std::vector<std::string>> openings;
  for (const auto& opening : settings.openings.openings) openings.insert(opening.moves);
  // Fewer pairs than openings meet the same one twice only where the set holds it twice.
  const std::uint64_t different = 2 * openings.size();
  if (settings.games <= different) return 0;
  const auto repeating = static_cast<std::uint64_t>(
      std::count_if(settings.entrants.begin(), settings.entrants.end(), always_plays_the_same));
  return repeating * (repeating - 1) / 2 * (settings.games - different);
}

std::uint64_t seed_of_seat(const PlannedGame& game, int seat) {
  return base::stream_seed(game.seed, static_cast<std::uint64_t>(seat));
}

}  // namespace losange::match
