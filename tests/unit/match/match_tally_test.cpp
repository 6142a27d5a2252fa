// What the games of a match add up to, and what games that repeat others add: nothing.
#include <gtest/gtest.h>

#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "json.h"
#include "match/report.h"
#include "match/runner.h"

namespace losange::match {
namespace {

using game::Outcome;
using testing_files::Json;

TEST(Tally, CountsPairsFailuresAndDraws) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  Tally tally(settings);
  const auto add = [&](std::uint64_t number, Outcome outcome, Ending ending = Ending::Board) {
    FinishedGame game{plan_game(settings, number), {}};
    game.played.outcome = outcome;
    game.played.ending = ending;
    game.played.seconds = {1.0, 3.0};  // the opening is one stone: the second side first
    game.played.moves = {std::to_string(number)};
    tally.add(game);
  };
  add(0, Outcome::FirstWins);
  EXPECT_EQ(tally.pairings()[0].proof().singles, (GameCounts{0, 0, 1}));
  EXPECT_FALSE(tally.pairings()[0].proof().rests_on_pairs());
  add(1, Outcome::SecondWins);  // 2-0
  add(3, Outcome::Draw);
  add(2, Outcome::Draw);  // 1-1
  add(4, Outcome::SecondWins, Ending::Crash);
  add(5, Outcome::Draw);  // 0.5-1.5
  const PairingTally& pairing = tally.pairings()[0];
  EXPECT_EQ(pairing.games, (GameCounts{1, 3, 2}));
  EXPECT_EQ(pairing.proof().pairs, (PairCounts{0, 1, 1, 0, 1}));
  EXPECT_EQ(pairing.proof().clean_pairs, (PairCounts{0, 0, 1, 0, 1}));
  EXPECT_EQ(pairing.proof().singles, GameCounts{});
  EXPECT_EQ(tally.players()[0].lost_by[static_cast<std::size_t>(Ending::Crash)], 1u);
  EXPECT_EQ(tally.players()[0].first_failure, "game 5: crash");
  EXPECT_EQ(tally.players()[1].games, (GameCounts{2, 3, 1}));
  EXPECT_EQ(tally.players()[0].seconds, 3 * 3.0 + 3 * 1.0);
  EXPECT_EQ(tally.first_side(), (GameCounts{2, 3, 1}));

  const auto text = report_text(settings, tally, true);
  EXPECT_NE(text.find("3.5 of 6 (58.3 %): won 2, drawn 3, lost 1"), std::string::npos) << text;
  EXPECT_NE(text.find("1 by crashes"), std::string::npos) << text;
  const Json json(report_json(settings, tally, true));
  EXPECT_EQ(json.at("pairings").item(0).at("pairs").text(), "[0,1,1,0,1]");
  EXPECT_EQ(json.at("pairings").item(0).at("without_failures").at("units").number(), 2);
}

// Openings of 3x3; a game is told by two letters for its moves.
class Repetitions : public testing::Test {
 protected:
  Repetitions() {
    settings_.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
    settings_.game = {.size = 3, .swap = false};
    settings_.openings = find_openings("a1,b1", settings_.game);
    settings_.games = 100;
    settings_.sprt = SprtSettings{0, 400, 0.05, 0.05};
  }
  FinishedGame game(std::uint64_t number, const std::string& moves, Outcome outcome) const {
    FinishedGame game{plan_game(settings_, number), {}};
    game.played.moves = base::split_words(moves);
    game.played.outcome = outcome;
    return game;
  }

  MatchSettings settings_;
};

TEST_F(Repetitions, AddNothingToWhatIsProved) {
  Tally once(settings_), often(settings_);
  for (std::uint64_t number = 0; number < 40; ++number) {
    // The same four games of two openings again and again: 2-0 and 1-1.
    const bool second_of_pair = number % 2 == 1, other_opening = number % 4 >= 2;
    const auto played =
        game(number, other_opening ? "b1 c3 a2" : "a1 b2 c2",
             second_of_pair && !other_opening ? Outcome::SecondWins : Outcome::FirstWins);
    if (number < 4) once.add(played);
    often.add(played);
  }
  EXPECT_EQ(often.games(), 40u);
  EXPECT_EQ(often.different_games(), 4u);
  const PairingTally &all = often.pairings()[0], &first = once.pairings()[0];
  EXPECT_EQ(all.games, (GameCounts{10, 0, 30}));
  EXPECT_FALSE(all.chance);
  EXPECT_EQ(all.different.games, first.games);
  EXPECT_EQ(all.proof().pairs, (PairCounts{0, 0, 1, 0, 1}));
  EXPECT_EQ(all.proof().estimate().units, 2u);
  EXPECT_EQ(all.proof().estimate().low, first.proof().estimate().low);
  EXPECT_EQ(all.proof().estimate().high, first.proof().estimate().high);
  EXPECT_EQ(often.sprt()->pairs(), 2u);
  EXPECT_EQ(often.sprt()->log_ratio(), once.sprt()->log_ratio());
  EXPECT_EQ(often.ratings()[0].error, once.ratings()[0].error);
  const auto text = report_text(settings_, often, true);
  EXPECT_NE(text.find("40 of 100 games, 4 different"), std::string::npos) << text;
  EXPECT_NE(text.find("36 of these games played before"), std::string::npos) << text;
  const Json json(report_json(settings_, often, true));
  EXPECT_EQ(json.at("different").number(), 4);
  EXPECT_EQ(json.at("pairings").item(0).at("different").number(), 4);
}

TEST_F(Repetitions, APairWithANewGameAndAnOldOneIsNoPair) {
  settings_.openings = find_openings("a1,c3", settings_.game);  // one is the other's half turn
  Tally tally(settings_);
  tally.add(game(0, "a1 b2", Outcome::FirstWins));
  tally.add(game(1, "a1 b3", Outcome::FirstWins));
  tally.add(game(2, "c3 b2", Outcome::FirstWins));  // game 0, turned
  tally.add(game(3, "c3 a2", Outcome::FirstWins));
  tally.close();
  EXPECT_EQ(tally.different_games(), 3u);
  EXPECT_FALSE(tally.pairings()[0].chance) << "each opening was played once with each colour";
  EXPECT_EQ(tally.pairings()[0].proof().pairs, (PairCounts{0, 0, 1, 0, 0}));
  EXPECT_EQ(tally.pairings()[0].proof().singles, (GameCounts{1, 0, 0}));
  EXPECT_EQ(tally.pairings()[0].different.games, (GameCounts{2, 0, 1}));
}

// Nine of ten games go as the players' habit is, and each of these is as much a draw of it as the tenth.
TEST_F(Repetitions, CountWhereAnOpeningWentOnInTwoWays) {
  settings_.openings = find_openings("a1", settings_.game);
  settings_.sprt = SprtSettings{-5, 5, 0.05, 0.05};
  Tally tally(settings_);
  Sprt every_pair(*settings_.sprt);
  for (std::uint64_t number = 0; number < 40; ++number) {
    const bool slip = number % 20 == 18;  // the first player's
    tally.add(game(number,
                   slip              ? "a1 c3 c2"
                   : number % 2 == 0 ? "a1 b2 c2"
                                     : "a1 b2 b3",
                   slip ? Outcome::SecondWins : Outcome::FirstWins));
    if (number % 2 == 1) every_pair.add(number % 20 == 19 ? 0 : 2);
    const bool shown = number >= 18;
    EXPECT_EQ(tally.pairings()[0].chance, shown);
    if (number % 2 == 1) {
      EXPECT_EQ(tally.pairings()[0].proof().pairs[2],
                shown ? (number + 1) / 2 - (number + 1) / 20 : 1)
          << number;
    }
  }
  const PairingTally& pairing = tally.pairings()[0];
  EXPECT_EQ(tally.different_games(), 3u);
  EXPECT_EQ(pairing.proof().pairs, (PairCounts{2, 0, 18, 0, 0}));
  EXPECT_EQ(pairing.proof().estimate().score, 0.45);
  EXPECT_NEAR(*score_of(pairing.different.games), 1.0 / 3, 1e-9)
      << "what leaving them out would say";
  EXPECT_EQ(tally.sprt()->pairs(), every_pair.pairs());
  EXPECT_EQ(tally.sprt()->log_ratio(), every_pair.log_ratio());
  EXPECT_NE(report_text(settings_, tally, true).find("37 of these games played before"),
            std::string::npos);
}

TEST_F(Repetitions, AFailureIsNoChance) {
  settings_.openings = find_openings("a1", settings_.game);
  Tally tally(settings_);
  for (std::uint64_t number = 0; number < 8; ++number) {
    auto played = game(number, number == 5 ? "a1" : "a1 b2 c2", Outcome::FirstWins);
    if (number == 5) played.played.ending = Ending::Crash;
    tally.add(played);
  }
  EXPECT_FALSE(tally.pairings()[0].chance);
  EXPECT_EQ(tally.different_games(), 3u);
}

TEST_F(Repetitions, AreSeenThroughTheHalfTurnAndNotThroughColoursOrResults) {
  Tally tally(settings_);
  tally.add(game(0, "a1 b2 c2", Outcome::FirstWins));
  tally.add(game(1, "a1 b2 c2", Outcome::FirstWins));   // colours reversed
  tally.add(game(2, "c3 b2 a2", Outcome::FirstWins));   // game 0, turned
  tally.add(game(3, "a1 b2 c2", Outcome::SecondWins));  // the other way
  EXPECT_EQ(tally.different_games(), 3u);
}

// Which of two games is the repetition goes by the plan, so that concurrency changes nothing.
TEST_F(Repetitions, DoNotDependOnTheOrderInWhichGamesEnd) {
  std::vector<FinishedGame> games;
  base::Random random(3);
  for (std::uint64_t number = 0; number < 60; ++number) {
    const char* const moves[] = {"a1 b2", "a1 b3", "a1 c2", "a1 c3"};
    const auto which = random.below(4);
    games.push_back(
        game(number, moves[which], which < 2 ? Outcome::FirstWins : Outcome::SecondWins));
  }
  Tally in_order(settings_), shuffled(settings_);
  for (const auto& one : games) in_order.add(one);
  for (std::size_t i = games.size(); i > 1; --i) {
    std::swap(games[i - 1], games[random.below(static_cast<std::uint32_t>(i))]);
  }
  for (const auto& one : games) shuffled.add(one);
  EXPECT_EQ(in_order.pairings()[0].different.pairs, shuffled.pairings()[0].different.pairs);
  EXPECT_EQ(in_order.pairings()[0].different.singles, shuffled.pairings()[0].different.singles);
  EXPECT_EQ(in_order.pairings()[0].proof().pairs, shuffled.pairings()[0].proof().pairs);
  EXPECT_EQ(in_order.sprt()->log_ratio(), shuffled.sprt()->log_ratio());
}

TEST_F(Repetitions, OfPlayersWithoutChanceGiveTheIntervalOfOneRound) {
  settings_.sprt.reset();
  settings_.entrants = {parse_entrant("negamax:depth=1,table=1", {}),
                        parse_entrant("negamax:depth=2,table=1", {})};
  settings_.game.size = 4;
  settings_.openings = find_openings("all", settings_.game);
  settings_.games = 4 * 2 * 16;
  EXPECT_EQ(games_that_must_repeat(settings_), 3u * 2 * 16);
  const auto often =
      run_match(settings_, {.concurrency = 3, .folder = {}, .program = "", .stop = {}});
  settings_.games = 2 * 16;
  EXPECT_EQ(games_that_must_repeat(settings_), 0u);
  const auto once =
      run_match(settings_, {.concurrency = 1, .folder = {}, .program = "", .stop = {}});
  EXPECT_EQ(often.tally.games(), 128u);
  EXPECT_EQ(often.tally.different_games(), once.tally.different_games());
  EXPECT_LE(often.tally.different_games(), 32u);
  EXPECT_EQ(often.tally.pairings()[0].proof().pairs, once.tally.pairings()[0].proof().pairs);
}

TEST_F(Repetitions, AreRareWherePlayersDraw) {
  settings_.sprt.reset();
  settings_.entrants = {parse_entrant("random", {}), parse_entrant("random", {})};
  make_names_distinct(settings_.entrants);
  settings_.game.size = 7;
  settings_.openings = find_openings("a1", settings_.game);
  settings_.games = 200;
  EXPECT_EQ(games_that_must_repeat(settings_), 0u);
  const auto result =
      run_match(settings_, {.concurrency = 1, .folder = {}, .program = "", .stop = {}});
  EXPECT_EQ(result.tally.different_games(), 200u);
  EXPECT_EQ(result.tally.pairings()[0].proof().estimate().units, 100u);
}

TEST_F(Repetitions, AreForeseenOnlyWhereNothingIsLeftToChance) {
  settings_.sprt.reset();
  const auto must_repeat = [&](const std::vector<std::string>& specs) {
    settings_.entrants.clear();
    for (const auto& spec : specs) settings_.entrants.push_back(parse_entrant(spec, {}));
    return games_that_must_repeat(settings_);
  };
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=8"}), 96u);
  EXPECT_EQ(must_repeat({"zero@nodes=9", "net"}), 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "net", "negamax@nodes=9"}), 3 * 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "net", "mcts"}), 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "mcts:descents=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero"}), 0u);  // that one thinks for a second
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@time=1"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@threads=2"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@clock=60+1"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9,temperature=0.5"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9,level=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "negamax:equal=random@nodes=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "htp:./some-program"}), 0u);
  settings_.ponder = true;
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=8"}), 0u);
}

}  // namespace
}  // namespace losange::match
