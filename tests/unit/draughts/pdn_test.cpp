// PDN: what is read, what is written, and what is refused.
#include "draughts/text/pdn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "players/files/open_game.h"
#include "players/game/any_position.h"

namespace losange::draughts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(std::string_view text) {
  try {
    read_pdn(text);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Pdn, ReadsTagsMovesCommentsAndVariations) {
  const auto games = read_pdn(R"([White "Ann"] [Black "Bob"] [Result "2-0"] [GameType "20"]
    {First words} 1. 32-28 19-23 ( 1... 20-24 {a try} 2. 28-22 ) 2. 28x19! {[%clk 9.5] good} 2-0)");
  ASSERT_EQ(games.size(), 1u);
  const auto& game = games[0];
  EXPECT_EQ(game.setup.variant, "international");
  EXPECT_EQ(game.players[0], "Ann");
  EXPECT_EQ(game.result.outcome, game::Outcome::FirstWins);
  EXPECT_THAT(game.moves(), ElementsAre("32-28", "19-23", "28x19"));
  EXPECT_EQ(game.node(game::kRoot).comment, "First words");
  const auto& last = game.node(game.cursor());
  EXPECT_EQ(last.comment, "good");
  EXPECT_EQ(last.seconds_left, 9.5);
  EXPECT_EQ(last.other.at(0).values.at(0), "1");
  EXPECT_EQ(game.node(game.line()[1]).children.size(), 2u);
}

TEST(Pdn, DatesHaveTheFormOfRecordsAndInFilesThatOfPdn) {
  for (const auto& [in_file, in_record] :
       std::initializer_list<std::pair<std::string, std::string>>{{"2026.11.19", "2026-11-19"},
                                                                  {"2026.11.??", "2026-11"},
                                                                  {"2026.??.??", "2026"},
                                                                  {"19 November", "19 November"},
                                                                  {"2026.11", "2026.11"}}) {
    const auto record = read_pdn("[Date \"" + in_file + "\"] 1. 32-28 *")[0];
    EXPECT_EQ(record.date, in_record);
    EXPECT_THAT(write_pdn(record), HasSubstr("[Date \"" + in_file + "\"]"));
  }
  EXPECT_EQ(read_pdn("[Date \"????.??.??\"] 1. 32-28 *")[0].date, "");
}

TEST(Pdn, SeveralGamesOfSeveralKinds) {
  const auto games = read_pdn(
      "[GameType \"21\"]\n1. 11-15 23-19 1-0\n[GameType \"25\"]\n1. c3-d4 *\n"
      "[GameType \"27\"] 1. 44-38 *");
  ASSERT_EQ(games.size(), 3u);
  EXPECT_EQ(games[0].setup.variant, "english");
  EXPECT_EQ(games[0].result.outcome, game::Outcome::SecondWins)
      << "white is second in English draughts";
  EXPECT_EQ(games[1].setup.variant, "russian");
  EXPECT_EQ(games[2].setup.size, 12);
}

TEST(Pdn, GamesFromAPosition) {
  const auto games = read_pdn("[FEN \"B:WK31,32:B5,K20\"] 1... 5-10 2. 32-28 *");
  EXPECT_EQ(games[0].node(games[0].line()[1]).move->side, game::Side::Second);
  EXPECT_THAT(write_pdn(games[0]), HasSubstr("[FEN \"B:WK31,32:B5,K20\"]"));
  EXPECT_THAT(write_pdn(games[0]), HasSubstr("1... 5-10 2. 32-28 *"));
  EXPECT_EQ(players::replay(games[0])->to_move(), game::Side::Second);
}

TEST(Pdn, WhatIsSaidOfAGameStandsBeforeItsFirstMove) {
  auto record = read_pdn("[GameType \"20\"]\n{before} 1. 32-28 *").front();
  record.comment_on_game = "lost by\na crash}";
  const std::string text = write_pdn(record);
  EXPECT_NE(text.find("\n{lost by a crash)} {before} 1. 32-28 *\n"), std::string::npos) << text;
  EXPECT_EQ(read_pdn(text).front().node(game::kRoot).comment, "lost by a crash) before");
}

// Programs look for "[%emt 3.5]", and a line ends only where words do.
TEST(Pdn, CommandsInCommentsAreNeverBroken) {
  auto record = read_pdn("[GameType \"20\"]\n1. 32-28 *").front();
  auto& node = record.node(record.cursor());
  for (std::size_t length = 1; length < 90; ++length) {
    node.comment = std::string(length, 'a') + " [%eval 0.25] end";
    node.seconds_left = 61.5;
    node.seconds_spent = 0.0068;
    const auto text = write_pdn(record);
    EXPECT_THAT(text, HasSubstr("[%clk 61.5]"));
    EXPECT_THAT(text, HasSubstr("[%emt 0.0068]"));
    EXPECT_THAT(text, HasSubstr("[%eval 0.25]"));
    EXPECT_TRUE(same_game(read_pdn(text).front(), record)) << text;
  }
}

// What an engine thought and marks on squares, at the root too, where other properties are tags.
TEST(Pdn, PropertiesOfPositionsAreKept) {
  auto record = read_pdn("[GameType \"20\"]\n[Round \"3\"]\n1. 32-28 *").front();
  const game::Property eval{"EVAL", {"0.1250 12000 draughts", "32-28 0.1250 8000 32-28 19-23"}};
  record.node(game::kRoot).other.push_back(eval);
  record.node(record.cursor()).other = {eval, {"LB", {"28:};]%", "19:B"}}};
  record.node(record.cursor()).comment = "good";
  const auto text = write_pdn(record);
  EXPECT_THAT(text, HasSubstr("[%EVAL 0.1250 12000 draughts;32-28 0.1250 8000 32-28 19-23]"));
  EXPECT_THAT(text, HasSubstr("[Round \"3\"]"));
  EXPECT_THAT(text, testing::Not(HasSubstr("[EVAL \"")));
  EXPECT_TRUE(same_game(read_pdn(text).front(), record)) << text;
}

TEST(Pdn, RefusesWithAPlaceAndAWayOut) {
  EXPECT_THAT(refusal(""), HasSubstr("there is no game"));
  EXPECT_THAT(refusal("[White \"x]"), HasSubstr("quote is missing"));
  EXPECT_THAT(refusal("[GameType \"99\"] *"), HasSubstr("not played here"));
  EXPECT_THAT(refusal("[FEN \"W:W99\"] *"), HasSubstr("not a square"));
  EXPECT_THAT(refusal("1. 32-28 ( 1. 33-28 *"), HasSubstr(") is missing"));
  EXPECT_THAT(refusal("1. 32-28 ) *"), HasSubstr("without its ("));
  EXPECT_THAT(refusal("1. 32-28\n hello *"), HasSubstr("line 2, column 2"));
  EXPECT_THAT(refusal("{no end"), HasSubstr("} is missing"));
}

TEST(Pdn, IllegalMovesAreFoundWhenOpened) {
  const game::GameSetup setup = setup_of({});
  EXPECT_EQ(players::open_game("32-28 19-23 28x19", setup).moves().size(), 3u);
  try {
    players::open_game("[GameType \"20\"] 1. 32-28 19-23 2. 37-32 *", setup);
    FAIL() << "a capture was passed by";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("move 3 (37-32): 37-32 is not possible: capturing is obligatory"));
  }
  EXPECT_THROW(players::open_game("a3 f6", setup), base::UserError);
}

// Random games of every kind, with their captures, are written and read back equal and can be replayed.
TEST(Pdn, RandomGamesReadBack) {
  base::Random random(3);
  for (const auto& rules : all_rules()) {
    for (const int size : rules.sizes) {
      const Config config{&rules, size};
      game::GameRecord record(setup_of(config));
      record.players = {"first", "second"};
      const auto position = players::make_position(record.setup);
      for (auto moves = position->legal_moves(); !moves.empty(); moves = position->legal_moves()) {
        game::RecordNode node;
        node.move = game::RecordMove{position->to_move(),
                                     moves[random.below(static_cast<std::uint32_t>(moves.size()))]};
        record.play(*node.move);
        position->apply(node);
      }
      record.result = {position->outcome(), ""};
      const auto text = write_pdn(record);
      const auto again = read_pdn(text);
      ASSERT_EQ(again.size(), 1u) << text;
      EXPECT_TRUE(same_game(again[0], record)) << text;
      EXPECT_EQ(players::replay(again[0])->outcome(), record.result.outcome);
    }
  }
}

}  // namespace
}  // namespace losange::draughts
