#include "players/files/open_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "error_of.h"
#include "hex/files/sgf.h"

namespace losange::players {
namespace {

using ::testing::HasSubstr;
using Moves = std::vector<std::string>;

class OpenGame : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("losange_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content) const {
    base::write_file(folder_ / name, content);
    return (folder_ / name).string();
  }
  static std::string error_of(const std::string& text) {
    try {
      open_game(text, {});
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(OpenGame, ReadsFilesLinksAndMoveLists) {
  const Moves moves{"a3", "swap-pieces", "f6"};
  const std::string sgf = "(;GM[11]SZ[9];B[a3];W[swap-pieces];B[f6])";
  EXPECT_EQ(open_game(file("a.sgf", sgf), {}).moves(), moves);
  EXPECT_EQ(open_game(file("noending", sgf), {}).setup.size, 9);
  EXPECT_EQ(open_game(file("link.txt", "https://hexworld.org/board/#9,a3:sf6\n"), {}).moves(),
            moves);
  EXPECT_EQ(open_game(file("moves.txt", "a3 swap f6\n"), {}).moves(), moves);
  EXPECT_EQ(open_game("https://hexworld.org/board/#9,a3:sf6", {}).setup.size, 9);
  EXPECT_EQ(open_game("#9,a3:sf6", {}).moves(), moves);
  EXPECT_EQ(open_game(sgf, {}).moves(), moves);
  game::GameSetup setup;
  setup.size = 7;
  EXPECT_EQ(open_game(" 1. a3 swap f6 ", setup).moves(), moves);
  EXPECT_EQ(open_game("a3", setup).setup.size, 7);
}

TEST_F(OpenGame, WhatSaysItsGameIsReadAsThatGame) {
  const game::GameSetup draughts{
      .game = "draughts", .size = 10, .swap = false, .variant = "international"};
  EXPECT_EQ(open_game(file("g.sgf", "(;GM[11]SZ[7];B[a3])"), draughts).setup.size, 7);
  EXPECT_EQ(open_game("#9,a3:sf6", draughts).setup.game, "hex");
  // Moves of draughts are no cells, whoever looks for a game of Hex.
  for (const char* moves : {"1. 32-28 19-23 2. 28x19 14x23", "32-28 19-23", "1.32-28 19-23 *"}) {
    for (const auto& text : {std::string(moves), file("bare.pdn", moves)}) {
      const auto record = open_game(text, {});
      EXPECT_EQ(record.setup, draughts) << text;
      EXPECT_EQ(record.moves().front(), "32-28");
    }
  }
  EXPECT_THAT(error_of("1. 11-15 23-18"), HasSubstr("move 1 (11-15): "));
  EXPECT_THAT(error_of("1. 11-15 23-18"), HasSubstr("--game draughts --variant RULES"));
}

TEST_F(OpenGame, TellsOfOtherGamesInTheFile) {
  const auto two =
      file("two.sgf", "(;SZ[5];B[a3])\nwords between (\n(;SZ[4];B[b2]C[a (; in words])\n");
  EXPECT_EQ(open_one_game(two, {}).games, 2);
  EXPECT_EQ(open_one_game(two, {}).record.moves(), Moves{"a3"});
  EXPECT_EQ(open_one_game(two, {}, 2).record.setup.size, 4);
  EXPECT_EQ(open_games(two, {}).size(), 2u);
  EXPECT_EQ(open_one_game("#9,a3", {}).games, 1);
  const auto pdn =
      file("three.pdn", "[Event \"a\"] 1. 32-28 *\n[Event \"b\"] *\n[Event \"c\"] 1. 34-30 *\n");
  EXPECT_EQ(open_one_game(pdn, {}).games, 3);
  EXPECT_EQ(open_one_game(pdn, {}, 3).record.moves(), Moves{"34-30"});
  EXPECT_EQ(open_games(pdn, {})[1].moves(), Moves{});
  // A later game that cannot be read is told of as well, and is no reason to refuse the first.
  const auto broken = file("broken.sgf", "(;SZ[5];B[a3])(;SZ[4];B[b2");
  EXPECT_EQ(open_one_game(broken, {}).games, 2);
  EXPECT_THROW(open_games(broken, {}), base::UserError);
  const auto occupied = file("occupied.sgf", "(;SZ[5];B[a3])(;SZ[4];B[b2];W[b2])");
  try {
    open_games(occupied, {});
    FAIL() << "two stones on a cell";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("game 2 of 2: move 2 (b2)"));
  }
}

TEST_F(OpenGame, SaysWhatItTakes) {
  for (const char* text : {"", "hello", "11", "?"}) {
    EXPECT_THAT(error_of(text), HasSubstr("game.sgf")) << text;
    EXPECT_THAT(error_of(text), HasSubstr("hexworld.org/board/#11,a3:sh4"));
    EXPECT_THAT(error_of(text), HasSubstr("a3 swap h4"));
  }
  EXPECT_THAT(error_of("missing.sgf"), HasSubstr("missing.sgf: No such file"));
  EXPECT_THAT(error_of((folder_ / "missing").string()), HasSubstr("No such file"));
  EXPECT_THAT(error_of(folder_.string()), HasSubstr("directory"));
  EXPECT_THAT(error_of(file("empty.sgf", "")), HasSubstr("empty.sgf: no game found"));
  EXPECT_THAT(error_of(file("bad.sgf", "(;SZ[9]\n;B[z9])")),
              HasSubstr("bad.sgf: line 2, column 4"));
  EXPECT_THAT(error_of("a3 z9"), HasSubstr("line 1, column 4"));
}

TEST_F(OpenGame, ChecksEveryLine) {
  EXPECT_THAT(error_of("a3 b4 a3"), HasSubstr("move 3 (a3): a3 is taken"));
  EXPECT_THAT(error_of("(;SZ[5];B[a1];W[b1](;B[c1])(;B[c2];W[c3](;B[d1])(;B[b1])))"),
              HasSubstr("move 5 (b1) of the variation from move 3: b1 is taken"));
  EXPECT_THAT(error_of("(;SZ[2];B[a1];W[b1];B[a2];W[b2])"), HasSubstr("move 4 (b2)"));
  EXPECT_EQ(error_of("(;SZ[5];B[a1];W[b1](;B[c1])(;B[c2];W[c3](;B[d1])(;B[d2])))"), "");
}

TEST_F(OpenGame, LeavesOutOfVariationsWhatCannotBePlayed) {
  const auto opened = open_one_game(
      "(;SZ[5];B[a1];W[b1](;B[c1];W[e5])(;B[c2];W[c3](;B[d1])(;B[b1];W[e1](;B[e2])(;B[e3])))"
      "(;B[swap-pieces])(;B[d4];W[d4]))",
      {});
  EXPECT_FALSE(opened.whole());
  std::vector<std::string> told;
  for (const auto& message : opened.left_out) told.push_back(message.english);
  EXPECT_THAT(told, testing::UnorderedElementsAre(
                        HasSubstr("move 5 (b1) of the variation from move 3: b1 is taken"),
                        HasSubstr("move 3 (swap-pieces) of the variation from move 3"),
                        HasSubstr("move 4 (d4) of the variation from move 3: d4 is taken")));
  EXPECT_EQ(opened.record.moves(), (Moves{"a1", "b1", "c1", "e5"})) << "the cursor at its end";
  const std::string kept = hex::write_sgf(opened.record);
  EXPECT_THAT(kept, HasSubstr("(;B[c1];W[e5])\n(;B[c2];W[c3];B[d1])\n(;B[d4])\n)"));
  EXPECT_TRUE(open_one_game(kept, {}).whole());

  EXPECT_THAT(error_of("(;SZ[5];B[a1];W[a1](;B[c1])(;B[c2]))"),
              HasSubstr("move 2 (a1): a1 is taken"))
      << "for those who cannot tell what is left out";
  const auto cut = open_one_game("(;SZ[5];B[a1];W[b1];B[a1];W[c1](;B[d1])(;B[c2]))", {});
  EXPECT_TRUE(cut.broken_off);
  EXPECT_EQ(cut.record.size(), 3u) << "the moves before it";
  EXPECT_THAT(cut.left_out.front().english, HasSubstr("move 3 (a1): a1 is taken"));
  EXPECT_THAT(testing_errors::error_of([] { open_one_game("(;SZ[5];AB[a1];W[a1];B[b2])", {}); }),
              HasSubstr("move 1 (a1)"))
      << "no move can be played";
  const std::string broken = "(;SZ[5];B[a1](;W[b1])(;W[a1]))";
  EXPECT_THAT(testing_errors::error_of([&] { open_games(broken, {}); }), HasSubstr("a1 is taken"))
      << "whoever takes all games has no one to tell";
}

TEST_F(OpenGame, ALinkMayHaveWordsAroundIt) {
  const Moves moves{"a3", "b4"};
  const std::string link = "https://hexworld.org/board/#11,a3b4";
  for (const std::string& text :
       {link + " nice", "look: " + link + " nice game", link + ".", link + "\nmove 2 is bad"}) {
    EXPECT_EQ(open_game(text, {}).moves(), moves) << text;
  }
  EXPECT_THAT(error_of(link + "z99 nice"), HasSubstr("z99"));
  // A mark inside a link is no end of it: the moves behind it must not be lost.
  for (const char* broken : {"#11;a3b4", "#11,a3!b4", "#11,!a3"})
    EXPECT_NE(error_of("https://hexworld.org/board/" + std::string(broken)), "") << broken;
}

TEST_F(OpenGame, ASwapAnswersTheFirstStone) {
  EXPECT_THAT(error_of("swap a3"), HasSubstr("move 1 (swap-pieces): swap is not possible now"));
  EXPECT_THAT(error_of("a3 swap swap"), HasSubstr("move 3 (swap-pieces): swap is not possible"));
  EXPECT_THAT(error_of("a3 b4 swap-sides"), HasSubstr("move 3 (swap-sides): swap is not possible"));
  EXPECT_THAT(error_of("#9,a3f6:s"), HasSubstr("swap is not possible now"));
  EXPECT_THAT(error_of("(;SZ[5];B[a1](;W[b1])(;W[b1];B[swap-pieces]))"),
              HasSubstr("move 3 (swap-pieces) of the variation from move 2: swap is not possible"));
  const game::GameSetup without{.swap = false};
  EXPECT_THAT(testing_errors::error_of([&] { open_game("a3 swap f6", without); }),
              HasSubstr("when the game is played with the swap rule"));
  EXPECT_EQ(error_of("(;SZ[5]AB[a1]PL[W];W[swap-pieces])"), "") << "a position that was set up";
}

TEST_F(OpenGame, FillsInTheResultTheBoardShows) {
  game::GameSetup setup;
  setup.size = 2;
  EXPECT_EQ(open_game("a1 b1 a2", setup).result, (game::Result{game::Outcome::FirstWins, ""}));
  EXPECT_EQ(open_game("a1 b1", setup).result, game::Result{});
  EXPECT_EQ(open_game("(;SZ[2];B[a1](;W[b1])(;W[b1];B[a2]))", {}).result, game::Result{});
}

}  // namespace
}  // namespace losange::players
