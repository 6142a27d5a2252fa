#include "match/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/containers/stable_sort.h"
#include "base/plot.h"
#include "base/text.h"
#include "players/files/write_game.h"
#include "players/game/games.h"

namespace losange::match {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMostElo = 3000;
constexpr double kFastMove_s = 0.01;  // of which thousandths of a second would say too little
// Moves are timed in tenths of milliseconds: the mean of many tells a tenth of that, and no more.
constexpr double kLeastMove_s = 0.00001;
// Pairs or games below which the likelihood of superiority, right for many, says more than they can.
constexpr std::uint64_t kFewUnits = 10;

template <class Counts>
std::uint64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// An end beyond any real difference says as much as an open one.
bool is_open(double score) {
  return score <= 0 || score >= 1 || std::abs(elo_of(score)) > kMostElo;
}
bool is_open(const Estimate& estimate) { return is_open(estimate.low) && is_open(estimate.high); }

double points(const GameCounts& games) {
  return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
}

std::string score_text(const GameCounts& games) {
  const auto score = score_of(games);
  return fmt::format("{} of {}{}", points(games), total(games),
                     score ? fmt::format(" ({:.1f} %)", 100 * *score) : "");
}

// "hex 11x11", "frisian draughts 10x10".
std::string board_text(const game::GameSetup& setup) {
  return fmt::format("{0} {1}x{1}",
                     players::is_draughts(setup) ? players::game_title(setup) : setup.game,
                     setup.size);
}

// Of a move, on average: fast players have a figure too.
std::string move_time_text(const PlayerTally& player) {
  if (player.moves == 0) return "-";
  const double seconds = player.seconds / static_cast<double>(player.moves);
  if (seconds >= kFastMove_s) return fmt::format("{:.3f} s", seconds);
  return seconds < kLeastMove_s ? fmt::format("< {:.2f} ms", 1e3 * kLeastMove_s)
                                : fmt::format("{:.2f} ms", 1e3 * seconds);
}

std::uint64_t failures(const PlayerTally& player) {
  std::uint64_t sum = 0;
  for (const Ending ending : kEndings) {
    if (is_failure(ending)) sum += player.lost_by[static_cast<std::size_t>(ending)];
  }
  return sum;
}

std::string different_text(const Tally& tally) {
  if (tally.games() == tally.different_games()) return tally.games() > 1 ? ", all different" : "";
  return fmt::format(", {} different", tally.different_games());
}

std::vector<std::string> limits_of(const PlayerLimits& limits) {
  std::vector<std::string> parts;
  if (limits.clock.kind != players::TimeControl::Kind::None)
    parts.push_back("clock " + limits.clock.text());
  if (limits.move_time)
    parts.push_back(fmt::format("{} s a move", base::to_seconds(*limits.move_time)));
  if (limits.nodes) parts.push_back(base::counted(*limits.nodes, "node") + " a move");
  if (limits.threads > 1) parts.push_back(fmt::format("{} threads", limits.threads));
  return parts;
}

std::vector<std::string> limits_of_all(const MatchSettings& settings) {
  auto common = limits_of(settings.entrants.front().limits);
  for (const Entrant& entrant : settings.entrants) {
    const auto own = limits_of(entrant.limits);
    std::erase_if(common, [&](const auto& limit) {
      return std::find(own.begin(), own.end(), limit) == own.end();
    });
  }
  return common;
}

// Those that not all players have, of each who has some.
std::string other_limits_line(const MatchSettings& settings,
                              const std::vector<std::string>& common) {
  std::vector<std::string> parts;
  for (const Entrant& entrant : settings.entrants) {
    auto own = limits_of(entrant.limits);
    std::erase_if(own, [&](const auto& limit) {
      return std::find(common.begin(), common.end(), limit) != common.end();
    });
    // A limit that the player's settings give is in its name already, unless it was given one.
    const auto by_itself = own_limit(entrant);
    if (by_itself && (!by_itself->given || !entrant.name.starts_with(entrant.spec)))
      own.push_back(by_itself->text + (by_itself->given ? "" : " by default"));
    if (!own.empty()) parts.push_back(fmt::format("{}: {}", entrant.name, fmt::join(own, ", ")));
  }
  return parts.empty() ? "" : fmt::format("limits       {}\n", fmt::join(parts, "; "));
}

std::string heading(const MatchSettings& settings, const Tally& tally, bool finished) {
  const auto common = limits_of_all(settings);
  std::string limits;
  for (const auto& limit : common) limits += limit + ", ";
  return fmt::format("{}, {}openings {} ({}), {} of {} games{}{}\n{}", board_text(settings.game),
                     limits, settings.openings.name, settings.openings.openings.size(),
                     tally.games(), settings.total_games(), different_text(tally),
                     finished || tally.games() == settings.total_games() ? "" : ", stopped",
                     other_limits_line(settings, common));
}

// How each player lost what it lost, for those who failed.
std::string failure_lines(const MatchSettings& settings, const Tally& tally) {
  std::string text;
  for (std::size_t i = 0; i < tally.players().size(); ++i) {
    const PlayerTally& player = tally.players()[i];
    if (failures(player) == 0 && player.oversteps == 0) continue;
    const auto lost = [&](Ending e) { return player.lost_by[static_cast<std::size_t>(e)]; };
    text += fmt::format(
        "failures     {}: lost {} on time, {} by illegal moves, {} by crashes, {} by hanging, "
        "{} by breaking the protocol; {} over the time\n",
        settings.entrants[i].name, lost(Ending::Time), lost(Ending::Illegal), lost(Ending::Crash),
        lost(Ending::Hang), lost(Ending::Protocol), base::counted(player.oversteps, "move"));
    if (!player.first_failure.empty()) {
      text += fmt::format("             first in {}\n", base::printable(player.first_failure, 300));
    }
  }
  return text;
}

std::string sprt_text(const Sprt& sprt) {
  const auto& s = sprt.settings();
  std::string verdict = "undecided";
  if (sprt.state() == Sprt::State::AcceptedElo1) verdict = fmt::format("accepted: Elo {}", s.elo1);
  if (sprt.state() == Sprt::State::AcceptedElo0) verdict = fmt::format("accepted: Elo {}", s.elo0);
  return fmt::format(
      "SPRT         {} against {} Elo, {} after {} pairs, LLR {:.2f} in ({:.2f}, {:.2f})\n", s.elo0,
      s.elo1, verdict, sprt.pairs(), sprt.log_ratio(), sprt.lower_bound(), sprt.upper_bound());
}

std::string first_side_line(const Tally& tally) {
  const auto score = score_of(tally.first_side());
  return score ? fmt::format("first side   {}\n", score_text(tally.first_side())) : "";
}

std::string repetitions_line(const PairingTally& pairing) {
  const auto repeated = total(pairing.all.games) - total(pairing.different.games);
  if (repeated == 0) return "";
  if (pairing.chance) {
    return fmt::format(
        "repetitions  {} of these games played before, move by move: chance has a say here, so "
        "that they count like others\n",
        repeated);
  }
  return fmt::format(
      "repetitions  {} of these games played before, move by move, and proving nothing: without "
      "them {}; Elo, superiority and pairs rest on {}\n",
      repeated, score_text(pairing.different.games),
      pairing.different.rests_on_pairs() ? "the pairs among these" : "these");
}

std::string duel_text(const MatchSettings& settings, const Tally& tally) {
  const PairingTally& pairing = tally.pairings().front();
  const Evidence& proof = pairing.proof();
  const Estimate overall = proof.estimate();
  std::string text =
      fmt::format("{} against {}\n", settings.entrants[0].name, settings.entrants[1].name);
  if (total(pairing.games) == 0) return text + "score        no game is finished\n";
  text += fmt::format("score        {}: won {}, drawn {}, lost {}\n", score_text(pairing.games),
                      pairing.games[2], pairing.games[1], pairing.games[0]);
  const std::string units = base::counted(overall.units, proof.rests_on_pairs() ? "pair" : "game");
  text += is_open(overall)
              ? fmt::format("Elo          {}: {} {} too few for an interval\n",
                            elo_text(overall.score), units, overall.units == 1 ? "is" : "are")
              : fmt::format("Elo          {}, 95 % interval from {}\n", elo_text(overall), units);
  text += repetitions_line(pairing);
  text += overall.units < kFewUnits
              ? "superiority  too few games to tell\n"
              : fmt::format("superiority  {:.2f} % likely\n", 100 * overall.superiority);
  text += fmt::format(
      "pairs        {} won 2-0, {} won 1.5-0.5, {} even, {} lost 0.5-1.5, {} lost 0-2\n",
      proof.pairs[4], proof.pairs[3], proof.pairs[2], proof.pairs[1], proof.pairs[0]);
  text += first_side_line(tally);
  text += fmt::format("time a move  {} against {}\n", move_time_text(tally.players()[0]),
                      move_time_text(tally.players()[1]));
  text += failure_lines(settings, tally);
  if (total(proof.clean_pairs) < total(proof.pairs)) {
    const Estimate clean = estimate(proof.clean_pairs);
    text += "             without the games that failed ";
    text += clean.units == 0 ? "no pair is left\n"
                             : fmt::format("Elo {}, from {}\n", elo_text(clean),
                                           base::counted(clean.units, "pair"));
  }
  if (tally.sprt()) text += sprt_text(*tally.sprt());
  return text;
}

std::vector<std::size_t> by_rating(const std::vector<Rating>& ratings) {
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::stable_sort(order.begin(), order.end(),
                    [&](std::size_t a, std::size_t b) { return ratings[a].elo > ratings[b].elo; });
  return order;
}

// What `row` scored against `column`, as "7.5/10".
std::string cross_cell(const Tally& tally, std::size_t row, std::size_t column) {
  for (const auto& pairing : tally.pairings()) {
    const bool turned = pairing.a == column && pairing.b == row;
    if (!turned && (pairing.a != row || pairing.b != column)) continue;
    const double all = static_cast<double>(total(pairing.games));
    return fmt::format("{}/{}", turned ? all - points(pairing.games) : points(pairing.games), all);
  }
  return "-";
}

std::string tournament_text(const MatchSettings& settings, const Tally& tally) {
  const auto ratings = tally.ratings();
  const auto order = by_rating(ratings);
  std::size_t width = 6;
  for (const auto& entrant : settings.entrants) width = std::max(width, entrant.name.size());

  std::string text = fmt::format("\n{:>3} {:<{}} {:>7} {:>7}  {:<18} {}\n", "", "player", width,
                                 "Elo", "+-95 %", "score", "time a move");
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t i = order[place];
    text += fmt::format("{:>3} {:<{}} {:>+7.0f} {:>7.0f}  {:<18} {}\n", place + 1,
                        settings.entrants[i].name, width, ratings[i].elo, ratings[i].error,
                        score_text(tally.players()[i].games), move_time_text(tally.players()[i]));
  }
  text += fmt::format("\n{:>3} {:<{}}", "", "against", width);
  for (std::size_t place = 0; place < order.size(); ++place)
    text += fmt::format(" {:>9}", place + 1);
  text += "\n";
  for (std::size_t place = 0; place < order.size(); ++place) {
    text += fmt::format("{:>3} {:<{}}", place + 1, settings.entrants[order[place]].name, width);
    for (const std::size_t column : order) {
      text += fmt::format(" {:>9}", cross_cell(tally, order[place], column));
    }
    text += "\n";
  }
  text += "\n" + first_side_line(tally) + failure_lines(settings, tally);
  return text;
}

// JSON has no infinity: an open end is null, and what only rounding bounds is open.
Json bounded_elo(double score) {
  const double elo = elo_of(score);
  return std::abs(elo) <= kMostElo ? Json(elo) : Json(nullptr);
}

Json to_json(const Estimate& estimate) {
  return {{"score", estimate.score},
          {"score_low", estimate.low},
          {"score_high", estimate.high},
          {"elo", bounded_elo(estimate.score)},
          {"elo_low", bounded_elo(estimate.low)},
          {"elo_high", bounded_elo(estimate.high)},
          {"superiority", estimate.superiority},
          {"units", estimate.units}};
}

Json to_json(const MatchSettings& settings, const PairingTally& pairing) {
  Json json;
  json["a"] = settings.entrants[pairing.a].name;
  json["b"] = settings.entrants[pairing.b].name;
  json["games"] = total(pairing.games);
  json["won"] = pairing.games[2];
  json["drawn"] = pairing.games[1];
  json["lost"] = pairing.games[0];
  const Evidence& proof = pairing.proof();
  json["different"] = total(pairing.different.games);
  json["chance"] = pairing.chance;
  json["pairs"] = proof.pairs;
  json["estimate"] = to_json(proof.estimate());
  json["estimate_from"] = proof.rests_on_pairs() ? "pairs" : "games";
  json["without_failures"] =
      total(proof.clean_pairs) == 0 ? Json(nullptr) : to_json(estimate(proof.clean_pairs));
  return json;
}

Json to_json(const Entrant& entrant, const PlayerTally& player) {
  Json json{{"name", entrant.name}, {"spec", entrant.spec}};
  json["games"] = total(player.games);
  json["points"] = points(player.games);
  json["won"] = player.games[2];
  json["drawn"] = player.games[1];
  json["lost"] = player.games[0];
  for (const Ending ending : kEndings) {
    json["lost_by"][std::string(to_text(ending))] =
        player.lost_by[static_cast<std::size_t>(ending)];
  }
  json["first_failure"] = player.first_failure;
  const auto limit = own_limit(entrant);
  json["own_limit"] = limit ? Json(limit->text) : Json(nullptr);
  json["oversteps"] = player.oversteps;
  json["moves"] = player.moves;
  json["seconds"] = player.seconds;
  return json;
}

Json to_json(const Sprt& sprt) {
  const char* state = sprt.state() == Sprt::State::Running        ? "undecided"
                      : sprt.state() == Sprt::State::AcceptedElo1 ? "elo1"
                                                                  : "elo0";
  return {{"elo0", sprt.settings().elo0},
          {"elo1", sprt.settings().elo1},
          {"alpha", sprt.settings().alpha},
          {"beta", sprt.settings().beta},
          {"accepted", state},
          {"pairs", sprt.pairs()},
          {"llr", sprt.log_ratio()},
          {"lower", sprt.lower_bound()},
          {"upper", sprt.upper_bound()}};
}

}  // namespace

std::string elo_text(double score) {
  if (score <= 0) return "lost all";
  if (score >= 1) return "won all";
  return fmt::format("{:+}", std::lround(elo_of(score)));
}

std::string elo_text(const Estimate& estimate) {
  const std::string low = elo_text(estimate.low), high = elo_text(estimate.high);
  const std::string interval = is_open(estimate)        ? "no bounds yet"
                               : is_open(estimate.low)  ? "at most " + high
                               : is_open(estimate.high) ? "at least " + low
                                                        : low + ", " + high;
  return fmt::format("{} [{}]", elo_text(estimate.score), interval);
}

std::string playing_text(std::size_t games, double longest_s) {
  if (games == 0) return "";
  const auto whole = static_cast<std::uint64_t>(longest_s);
  return fmt::format("playing {}, up to {}", games,
                     whole < 60 ? fmt::format("{} s", whole) : base::format_duration(longest_s));
}

std::string progress_text(const MatchSettings& settings, const Tally& tally,
                          const std::string& playing) {
  if (tally.games() == 0) return playing;
  const std::string after = playing.empty() ? "" : ", " + playing;
  if (settings.entrants.size() > 2) {
    const auto ratings = tally.ratings();
    const std::size_t best = by_rating(ratings).front();
    return fmt::format("{} leads with {:+.0f} +- {:.0f}{}", settings.entrants[best].name,
                       ratings[best].elo, ratings[best].error, after);
  }
  const PairingTally& pairing = tally.pairings().front();
  const std::string text =
      fmt::format("{}, Elo {}", score_text(pairing.games), elo_text(pairing.proof().estimate()));
  const auto& sprt = tally.sprt();
  if (!sprt) return text + after;
  // First, for it decides when the match ends, and a narrow terminal cuts what comes last.
  return fmt::format("LLR {:.2f} in ({:.2f}, {:.2f}), {}{}", sprt->log_ratio(), sprt->lower_bound(),
                     sprt->upper_bound(), text, after);
}

std::string report_text(const MatchSettings& settings, const Tally& tally, bool finished) {
  return heading(settings, tally, finished) + (settings.entrants.size() == 2
                                                   ? duel_text(settings, tally)
                                                   : tournament_text(settings, tally));
}

std::string ratings_svg(const MatchSettings& settings, const Tally& tally) {
  const auto ratings = tally.ratings();
  const auto order = by_rating(ratings);
  base::Plot plot{
      .x_label = fmt::format("{}, {} games", board_text(settings.game), tally.different_games()),
      .x_low = -0.5,
      .x_high = static_cast<double>(order.size()) - 0.5};
  base::PlotSeries series{.name = "rating", .points = {}, .dots = true, .line = false};
  for (const std::size_t i : order) {
    const auto x = static_cast<double>(series.points.size());
    series.points.push_back({.x = x,
                             .y = ratings[i].elo,
                             .low = ratings[i].elo - ratings[i].error,
                             .high = ratings[i].elo + ratings[i].error});
    plot.x_ticks.emplace_back(x, settings.entrants[i].name);
  }
  plot.panels.push_back({"Elo with 95 % interval", {std::move(series)}});
  return base::to_svg(plot);
}

std::string report_json(const MatchSettings& settings, const Tally& tally, bool finished) {
  Json json;
  json["finished"] = finished;
  json["games"] = tally.games();
  json["different"] = tally.different_games();
  json["settings"] = match::to_json(settings);
  json["players"] = Json::array();
  const auto ratings = tally.ratings();
  for (std::size_t i = 0; i < settings.entrants.size(); ++i) {
    Json player = to_json(settings.entrants[i], tally.players()[i]);
    if (settings.entrants.size() > 2) {
      player["rating"] = ratings[i].elo;
      player["rating_error"] = ratings[i].error;
    }
    json["players"].push_back(std::move(player));
  }
  json["pairings"] = Json::array();
  for (const auto& pairing : tally.pairings()) {
    json["pairings"].push_back(to_json(settings, pairing));
  }
  json["first_side"] = {{"won", tally.first_side()[2]},
                        {"drawn", tally.first_side()[1]},
                        {"lost", tally.first_side()[0]}};
  json["sprt"] = tally.sprt() ? to_json(*tally.sprt()) : Json(nullptr);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace losange::match
