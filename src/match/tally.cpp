#include "match/tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "hex/board/geometry.h"

namespace losange::match {

namespace {

// Halves of a point for a side.
std::size_t halves_for(game::Side side, game::Outcome outcome) {
  return static_cast<std::size_t>(1 + game::value_for(side, outcome));
}

// Where a pairing stands in the order of the plan.
std::size_t pairing_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

std::uint64_t hash_of(const FinishedGame& game, const std::vector<std::string>& moves) {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t word) {
    hash ^= word;
    hash = base::splitmix64(hash);
  };
  for (const std::size_t seat : game.plan.seats) mix(seat);
  mix(static_cast<std::uint64_t>(game.played.outcome));
  mix(static_cast<std::uint64_t>(game.played.ending));
  for (const auto& move : moves) {
    for (const char c : move) mix(static_cast<unsigned char>(c));
    mix(' ');
  }
  return hash;
}

// Who sat where, every move, and how it ended: a game broken off at the same place in another way is another. A game
// of Hex and its half turn are one. Of ten million games two would share a hash by chance once in 400,000 matches.
std::uint64_t hash_of(const MatchSettings& settings, const FinishedGame& game) {
  const std::uint64_t hash = hash_of(game, game.played.moves);
  if (settings.game.game != "hex") return hash;
  auto turned = game.played.moves;
  for (auto& move : turned) {
    const auto cell = hex::parse_cell(settings.game.size, move);
    if (cell)
      move =
          hex::cell_name(settings.game.size, settings.game.size * settings.game.size - 1 - *cell);
  }
  return std::min(hash, hash_of(game, turned));
}

}  // namespace

bool Evidence::rests_on_pairs() const {
  std::uint64_t count = 0;
  for (const auto n : pairs) count += n;
  return count >= 2;
}

Estimate Evidence::estimate() const {
  return rests_on_pairs() ? match::estimate(pairs) : match::estimate(games);
}

Tally::Tally(const MatchSettings& settings)
    : settings_(settings), players_(settings.entrants.size()), pairings_(settings.pairings()) {
  for (std::size_t b = 1; b < players_.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      pairings_[pairing_index(a, b)].a = a;
      pairings_[pairing_index(a, b)].b = b;
    }
  }
  if (settings.sprt) sprt_.emplace(*settings.sprt);
}

void Tally::add(const FinishedGame& game) {
  ++games_;
  ++first_side_[halves_for(game::Side::First, game.played.outcome)];
  add_to_players(game);
  ahead_[game.plan.number] = add_to_pairing(game);
  while (!ahead_.empty() && ahead_.begin()->first == next_) {
    take(next_++, ahead_.begin()->second, true);
    ahead_.erase(ahead_.begin());
  }
}

void Tally::add_to_players(const FinishedGame& game) {
  for (const game::Side side : {game::Side::First, game::Side::Second}) {
    const auto seat = static_cast<std::size_t>(game::index(side));
    PlayerTally& player = players_[game.plan.seats[seat]];
    ++player.games[halves_for(side, game.played.outcome)];
    player.oversteps += static_cast<std::uint64_t>(game.played.oversteps[seat]);
    if (game.played.outcome == game::win_for(game::other(side))) {
      ++player.lost_by[static_cast<std::size_t>(game.played.ending)];
      if (player.first_failure.empty() && is_failure(game.played.ending)) {
        player.first_failure = fmt::format(
            "game {}: {}", game.plan.number + 1,
            game.played.detail.empty() ? to_text(game.played.ending) : game.played.detail);
      }
    }
  }
  std::size_t ply = settings_.openings.openings[game.plan.opening].moves.size();
  for (const double seconds : game.played.seconds) {
    PlayerTally& mover = players_[game.plan.seats[ply++ % 2]];
    ++mover.moves;
    mover.seconds += seconds;
  }
}

Tally::Brief Tally::add_to_pairing(const FinishedGame& game) {
  const bool reversed = game.plan.seats[0] > game.plan.seats[1];
  const std::size_t a = game.plan.seats[reversed ? 1 : 0], b = game.plan.seats[reversed ? 0 : 1];
  const game::Side side = reversed ? game::Side::Second : game::Side::First;
  const std::size_t pairing = pairing_index(a, b);
  const std::uint64_t opening = pairing * settings_.openings.openings.size() + game.plan.opening;
  const Brief brief{.pairing = pairing,
                    .beginning = 2 * opening + (reversed ? 1 : 0),
                    .halves = halves_for(side, game.played.outcome),
                    .failure = is_failure(game.played.ending),
                    .moves = hash_of(settings_, game)};
  ++pairings_[brief.pairing].games[brief.halves];
  return brief;
}

void Tally::look_for_chance(const Brief& game) {
  PairingTally& pairing = pairings_[game.pairing];
  if (pairing.chance || game.failure) return;
  const auto [at, first] = first_ways_.try_emplace(game.beginning, game.moves);
  if (first || at->second == game.moves) return;
  pairing.chance = true;
  if (sprt_) {
    for (const int halves : held_back_) sprt_->add(halves);
  }
  held_back_.clear();
}

void Tally::take(std::uint64_t number, Brief game, bool for_test) {
  PairingTally& pairing = pairings_[game.pairing];
  game.different = games_before_.insert(game.moves).second;
  look_for_chance(game);
  const auto add_game = [&](Evidence& evidence) {
    ++evidence.games[game.halves];
    ++evidence.singles[game.halves];
  };
  add_game(pairing.all);
  if (game.different) add_game(pairing.different);
  const auto at = waiting_.find(number / 2);
  if (at == waiting_.end()) {
    waiting_[number / 2] = game;
    return;
  }
  const Brief partner = at->second;
  waiting_.erase(at);
  const std::size_t halves = game.halves + partner.halves;
  const auto add_pair = [&](Evidence& evidence) {
    --evidence.singles[game.halves];
    --evidence.singles[partner.halves];
    ++evidence.pairs[halves];
    if (!game.failure && !partner.failure) ++evidence.clean_pairs[halves];
  };
  add_pair(pairing.all);
  // Half of a repeated pair is known already: it would count twice.
  const bool different = game.different && partner.different;
  if (different) add_pair(pairing.different);
  if (!sprt_ || !for_test) return;
  if (different || pairing.chance) {
    sprt_->add(static_cast<int>(halves));
  } else {
    held_back_.push_back(static_cast<int>(halves));
  }
}

void Tally::close() {
  for (const auto& [number, game] : ahead_) take(number, game, false);
  ahead_.clear();
}

std::vector<Rating> Tally::ratings() const {
  std::vector<Pairing> results;
  for (const auto& pairing : pairings_) {
    const Evidence& proof = pairing.proof();
    results.push_back({pairing.a, pairing.b, proof.pairs, proof.singles});
  }
  return rate(players_.size(), results);
}

}  // namespace losange::match
