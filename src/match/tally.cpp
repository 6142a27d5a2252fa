#include "match/tally.h"

#include <fmt/format.h>

namespace losange::match {

namespace {

// Halves of a point for a side.
std::size_t halves_for(game::Side side, game::Outcome outcome) {
  return static_cast<std::size_t>(1 + game::value_for(side, outcome));
}

// Where a pairing stands in the order of the plan.
std::size_t pairing_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

}  // namespace

bool PairingTally::rests_on_pairs() const {
  std::uint64_t count = 0;
  for (const auto n : pairs) count += n;
  return count >= 2;
}

Estimate PairingTally::estimate() const {
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
  add_to_pairs(game);
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

void Tally::add_to_pairs(const FinishedGame& game) {
  const bool reversed = game.plan.seats[0] > game.plan.seats[1];
  const std::size_t a = game.plan.seats[reversed ? 1 : 0], b = game.plan.seats[reversed ? 0 : 1];
  PairingTally& pairing = pairings_[pairing_index(a, b)];
  const game::Side side = reversed ? game::Side::Second : game::Side::First;
  const std::size_t halves = halves_for(side, game.played.outcome);
  const bool failure = is_failure(game.played.ending);
  ++pairing.games[halves];

  const auto partner = open_pairs_.find(game.plan.pair);
  if (partner == open_pairs_.end()) {
    open_pairs_[game.plan.pair] = {static_cast<int>(halves), failure};
    ++pairing.singles[halves];
    return;
  }
  const auto before = static_cast<std::size_t>(partner->second.halves);
  --pairing.singles[before];
  ++pairing.pairs[halves + before];
  if (!failure && !partner->second.failure) ++pairing.clean_pairs[halves + before];
  open_pairs_.erase(partner);
  advance_sprt(game.plan.pair, static_cast<int>(halves + before));
}

void Tally::advance_sprt(std::uint64_t pair, int halves) {
  if (!sprt_) return;
  ahead_[pair] = halves;
  while (!ahead_.empty() && ahead_.begin()->first == next_pair_) {
    sprt_->add(ahead_.begin()->second);
    ahead_.erase(ahead_.begin());
    ++next_pair_;
  }
}

std::vector<Rating> Tally::ratings() const {
  std::vector<Pairing> results;
  for (const auto& pairing : pairings_) {
    results.push_back({pairing.a, pairing.b, pairing.pairs, pairing.singles});
  }
  return rate(players_.size(), results);
}

}  // namespace losange::match
