// What a match says of itself, in words and as a picture.
#include <gtest/gtest.h>

#include <string>

#include "draughts/text/draughts.h"
#include "match/openings/openings.h"
#include "match/plan.h"
#include "match/report.h"
#include "match/settings.h"
#include "match/tally.h"

namespace losange::match {
namespace {

using game::Outcome;

TEST(Report, WritesNoInfinities) {
  EXPECT_EQ(elo_text(estimate(PairCounts{0, 0, 0, 0, 10})), "won all [at least +214]");
  EXPECT_EQ(elo_text(estimate(PairCounts{10, 0, 0, 0, 0})), "lost all [at most -214]");
  EXPECT_EQ(elo_text(estimate(PairCounts{0, 0, 0, 0, 1})), "won all [no bounds yet]");
  EXPECT_EQ(elo_text(estimate(PairCounts{0, 0, 0, 0, 2})), "won all [no bounds yet]");
  EXPECT_EQ(elo_text(0.75), "+191");
  EXPECT_EQ(elo_text(0.5), "+0");
  EXPECT_EQ(elo_text(0.4999), "+0");
}

TEST(Report, DrawsTheRatingsOfATournamentBestFirst) {
  MatchSettings settings;
  for (const char* spec : {"random", "montecarlo", "mcts"}) {
    settings.entrants.push_back(parse_entrant(spec, {}));
  }
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  settings.games = 2;
  Tally tally(settings);
  for (std::uint64_t number = 0; number < settings.total_games(); ++number) {
    FinishedGame game{plan_game(settings, number), {}};
    // Whoever was named later wins.
    const auto& seats = game.plan.seats;
    game.played.outcome = seats[0] > seats[1] ? Outcome::FirstWins : Outcome::SecondWins;
    tally.add(game);
  }
  const auto svg = ratings_svg(settings, tally);
  const auto best = svg.find(">mcts<"), next = svg.find(">montecarlo<"),
             last = svg.find(">random<");
  EXPECT_LT(best, next) << svg;
  EXPECT_LT(next, last) << svg;
  EXPECT_NE(last, std::string::npos);
  EXPECT_NE(svg.find("hex 3x3, 6 games"), std::string::npos);
  EXPECT_EQ(svg.find("<polyline"), std::string::npos) << "nothing lies between two players";
}

// A terminal of eighty columns cuts what comes later.
TEST(Report, TheProgressOfATestBeginsWithItsRatio) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  settings.games = 4;
  settings.sprt = SprtSettings{};
  Tally tally(settings);
  tally.add({plan_game(settings, 0), {}});
  EXPECT_EQ(progress_text(settings, tally, "").find("LLR 0.00 in (-2.94, 2.94), "), 0u)
      << progress_text(settings, tally, "");
}

TEST(Report, ClaimsNothingWithoutGames) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  const auto text = report_text(settings, Tally(settings), false);
  EXPECT_NE(text.find("no game is finished"), std::string::npos) << text;
  EXPECT_EQ(text.find("Elo"), std::string::npos) << text;
}

// What holds for all stands in the first line, the rest with who it holds for.
TEST(Report, SaysTheLimits) {
  MatchSettings settings;
  PlayerLimits common;
  common.nodes = 50;
  common.threads = 2;
  settings.entrants = {parse_entrant("mcts", common), parse_entrant("yopt@time=0.2", common)};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  const auto text = report_text(settings, Tally(settings), false);
  EXPECT_EQ(text.find("hex 3x3, 50 nodes a move, 2 threads, openings all (9)"), 0u) << text;
  EXPECT_NE(text.find("\nlimits       yopt@time=0.2: 0.2 s a move\n"), std::string::npos) << text;
  for (auto& entrant : settings.entrants) entrant.limits.nodes = 1;
  const auto one = report_text(settings, Tally(settings), false);
  EXPECT_EQ(one.find("hex 3x3, 1 node a move, 2 threads, "), 0u) << one;
}

TEST(Report, SaysThatNoPairIsLeftWhereEveryoneFailed) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("a1", settings.game);
  settings.games = 2;
  Tally tally(settings);
  for (std::uint64_t number = 0; number < 2; ++number) {
    FinishedGame game{plan_game(settings, number), {}};
    game.played.outcome = Outcome::FirstWins;
    game.played.ending = Ending::Crash;
    game.played.moves = {"a1", number == 0 ? "b1" : "c1"};
    game.played.seconds = {0.0002};
    tally.add(game);
  }
  const auto text = report_text(settings, tally, true);
  EXPECT_NE(text.find("0 by breaking the protocol; 0 moves over the time\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n             without the games that failed no pair is left\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nElo          +0: 2 games are too few for an interval\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("time a move  0.20 ms against 0.20 ms\n"), std::string::npos) << text;
  EXPECT_NE(report_json(settings, tally, true).find("\"without_failures\": null"),
            std::string::npos);
}

TEST(Report, NamesTheRulesOfDraughts) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("draughts", {})};
  settings.game = draughts::setup_of({&draughts::find_rules("frisian"), 10});
  settings.openings = find_openings("empty", settings.game);
  const auto text = report_text(settings, Tally(settings), false);
  EXPECT_EQ(text.find("frisian draughts 10x10, openings "), 0u) << text;
}

// Of one game won and one lost nothing is known, and rounding must not look like knowledge.
TEST(Report, LeavesWhatOnlyRoundingBoundsOutOfJson) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("a1", settings.game);
  settings.games = 2;
  Tally tally(settings);
  for (std::uint64_t number = 0; number < 2; ++number) {
    FinishedGame game{plan_game(settings, number), {}};
    game.played.outcome = Outcome::FirstWins;
    game.played.moves = {"a1", number == 0 ? "b1" : "c1"};
    tally.add(game);
  }
  const auto json = report_json(settings, tally, true);
  EXPECT_NE(json.find("\"elo_low\": null"), std::string::npos) << json;
  EXPECT_NE(json.find("\"elo_high\": null"), std::string::npos) << json;
}

}  // namespace
}  // namespace losange::match
