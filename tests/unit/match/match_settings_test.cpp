#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "error_of.h"
#include "match/plan.h"
#include "match/settings.h"

namespace losange::match {
namespace {

using testing_errors::error_of;

MatchSettings settings_for(const std::vector<std::string>& specs, int size, std::uint64_t games) {
  MatchSettings settings;
  for (const auto& spec : specs) settings.entrants.push_back(parse_entrant(spec, {}));
  make_names_distinct(settings.entrants);
  settings.game.size = size;
  settings.game.swap = false;
  settings.openings = find_openings("all", settings.game);
  settings.games = games;
  settings.seed = 42;
  return settings;
}

TEST(Entrant, TakesTheCommonLimitsAndItsOwn) {
  PlayerLimits common;
  common.move_time = base::Millis(5000);
  common.threads = 2;
  const Entrant plain = parse_entrant(" random ", common);
  EXPECT_EQ(plain.name, "random");
  EXPECT_EQ(plain.limits.move_time, base::Millis(5000));
  EXPECT_EQ(plain.limits.threads, 2);

  const Entrant own = parse_entrant("montecarlo:playouts=9@time=0.5,nodes=100,threads=1", common);
  EXPECT_EQ(own.spec, "montecarlo:playouts=9");
  EXPECT_EQ(own.name, "montecarlo:playouts=9@time=0.5,nodes=100,threads=1");
  EXPECT_EQ(own.limits.move_time, base::Millis(500));
  EXPECT_EQ(own.limits.nodes, 100u);
  EXPECT_EQ(own.limits.threads, 1);

  const Entrant clocked = parse_entrant("random@clock=60+1,name=slow one", common);
  EXPECT_EQ(clocked.name, "slow one");
  EXPECT_FALSE(clocked.limits.move_time);
  EXPECT_EQ(clocked.limits.clock.text(), "60+1");
}

TEST(Entrant, LeavesCommandLinesAlone) {
  EXPECT_EQ(parse_entrant("htp:ssh me@host mohex", {}).spec, "htp:ssh me@host mohex");
  EXPECT_EQ(parse_entrant("htp:ssh me@host mohex@time=2,name=far", {}).spec,
            "htp:ssh me@host mohex");
  EXPECT_EQ(parse_entrant("htp:prog x@time=2@", {}).spec, "htp:prog x@time=2");
}

TEST(Entrant, ExplainsMistakes) {
  const auto error = [](const char* text) { return error_of([&] { parse_entrant(text, {}); }); };
  EXPECT_NE(error("random@thread=2").find("did you mean 'threads'"), std::string::npos);
  EXPECT_NE(error("random@time=fast").find("seconds a move"), std::string::npos);
  EXPECT_NE(error("random@nodes=0").find("1 to 1000000000000"), std::string::npos);
  EXPECT_NE(error("random@nodes=1000000000001").find("1 to"), std::string::npos);
  EXPECT_NE(error("random@nodes=5,playouts=5").find("given twice"), std::string::npos);
  EXPECT_NE(error("random@time=1,clock=5+0").find("exclude each other"), std::string::npos);
  EXPECT_NE(error("random@clock=none,time=1").find("exclude each other"), std::string::npos);
  EXPECT_NE(error("random@clock=never").find("not a clock"), std::string::npos);
  EXPECT_NE(error("random@time=1@nodes=2").find("by commas: random@time=1,nodes=2"),
            std::string::npos)
      << error("random@time=1@nodes=2");
  EXPECT_NE(error("montecarlo,playouts=9").find("as in montecarlo:playouts=9"), std::string::npos);
  EXPECT_NE(error("rondom@time=1").find("did you mean 'random'"), std::string::npos);
}

TEST(Entrant, NamesBecomeDistinct) {
  const auto settings = settings_for({"random", "random", "random@name=random (2)"}, 3, 2);
  std::set<std::string> names;
  for (const auto& entrant : settings.entrants) names.insert(entrant.name);
  EXPECT_EQ(names.size(), 3u);
}

TEST(MatchSettings, SurviveJson) {
  auto settings = settings_for({"random@time=0.25", "montecarlo@clock=9+1,nodes=7"}, 5, 20);
  settings.sprt = SprtSettings{-3, 12.5, 0.01, 0.1};
  settings.strict_time = true;
  settings.ponder = true;
  settings.time_margin = base::Millis(35);
  settings.reply_timeout = base::Millis(4500);
  settings.openings.openings.push_back({"empty", {}});
  const auto again = settings_from_json(to_json(settings));
  EXPECT_EQ(to_json(again), to_json(settings));
  EXPECT_TRUE(differences(settings, again).empty());
  EXPECT_EQ(again.sprt, settings.sprt);
  EXPECT_FALSE(again.game.swap);
}

TEST(MatchSettings, SayWhatDiffers) {
  const auto was = settings_for({"random", "montecarlo"}, 3, 20);
  auto now = was;
  now.games = 40;  // a match may be made longer
  EXPECT_TRUE(differences(was, now).empty());
  now.entrants[1].limits.nodes = 5;
  now.seed = 43;
  EXPECT_EQ(differences(was, now),
            (std::vector<std::string>{"players/1/nodes: was null, now 5", "seed: was 42, now 43"}));
  // Another board has other openings, each of which would be a line of its own.
  const auto other = settings_for({"random", "montecarlo:playouts=9"}, 4, 20);
  EXPECT_EQ(
      differences(was, other),
      (std::vector<std::string>{
          "size: was 3, now 4", "players/1/spec: was \"montecarlo\", now \"montecarlo:playouts=9\"",
          "players/1/name: was \"montecarlo\", now \"montecarlo:playouts=9\"",
          fmt::format("opening_moves: was a list of {}, now another of {}",
                      was.openings.openings.size(), other.openings.openings.size())}));
  EXPECT_NE(error_of([] { settings_from_json(nlohmann::ordered_json::parse("{\"players\":[]}")); }),
            "");
}

TEST(Plan, EveryOpeningIsPlayedWithBothColours) {
  const auto settings = settings_for({"random", "montecarlo"}, 4, 32);
  std::map<std::size_t, std::set<std::array<std::size_t, 2>>> seats;
  std::set<std::uint64_t> seeds;
  for (std::uint64_t n = 0; n < settings.total_games(); ++n) {
    const auto game = plan_game(settings, n);
    EXPECT_EQ(game.pair, n / 2);
    EXPECT_TRUE(seats[game.opening].insert(game.seats).second) << n;
    EXPECT_LT(game.seed, std::uint64_t{1} << 53);
    seeds.insert(game.seed);
    seeds.insert(seed_of_seat(game, 0));
    seeds.insert(seed_of_seat(game, 1));
  }
  EXPECT_EQ(seats.size(), 16u);
  for (const auto& [opening, both] : seats) EXPECT_EQ(both.size(), 2u) << opening;
  EXPECT_EQ(seeds.size(), 3 * settings.total_games());
}

TEST(Plan, TournamentsPairEverybodyOnTheSameOpenings) {
  const auto settings = settings_for({"random", "montecarlo", "random", "random"}, 3, 18);
  EXPECT_EQ(settings.total_games(), 18u * 6);
  std::map<std::array<std::size_t, 2>, std::multiset<std::size_t>> openings;
  for (std::uint64_t n = 0; n < settings.total_games(); n += 2) {
    const auto a = plan_game(settings, n), b = plan_game(settings, n + 1);
    EXPECT_EQ(a.opening, b.opening);
    EXPECT_EQ(a.seats[0], b.seats[1]);
    EXPECT_EQ(a.seats[1], b.seats[0]);
    EXPECT_LT(a.seats[0], a.seats[1]);
    openings[a.seats].insert(a.opening);
  }
  EXPECT_EQ(openings.size(), 6u);
  for (const auto& [seats, list] : openings) {
    EXPECT_EQ(list.size(), 9u);
    EXPECT_EQ(std::set<std::size_t>(list.begin(), list.end()).size(), 9u);
  }
}

}  // namespace
}  // namespace losange::match
