// `losange review` as people and programs run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/system/file.h"
#include "json.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing_files::Json;

// On 2x2 the first stone belongs on the short diagonal, and whoever answers one elsewhere there wins.
constexpr const char* kTwoBlunders = "(;GM[11]SZ[2]PB[Ann]PW[Bob];B[a1];W[b2];B[a2])";

class ReviewCommand : public testing::Test {
 protected:
  ReviewCommand() { std::filesystem::create_directories(folder_); }
  ~ReviewCommand() override { std::filesystem::remove_all(folder_); }

  testing_files::Ran review(const std::string& words) const {
    return testing_files::run_shell(folder_, testing_places::program() + " review " + words);
  }

  std::filesystem::path folder_ = testing_files::temporary("review");
};

TEST_F(ReviewCommand, TellsWhatEachMoveCostAndWhatWasBetter) {
  base::write_file(folder_ / "g.sgf", kTwoBlunders);
  const auto ran = review("g.sgf --player mcts --visits 200");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("mcts, 200 visits a position, 1600 where"));
  EXPECT_THAT(ran.out,
              ContainsRegex("\n1. Black a1 +100.0 % +0.0 %  (a2|b1) +blunder, -100.0 %\n"));
  EXPECT_THAT(ran.out,
              ContainsRegex("\n2. White b2 +100.0 % +0.0 %  (a2|b1) +blunder, -100.0 %\n"));
  EXPECT_THAT(ran.out, ContainsRegex("\n3. Black a2 +100.0 % +100.0 %\n"));
  EXPECT_THAT(ran.out, HasSubstr("White (Bob): accuracy 0 % over 1 move, 0 inaccuracies, 0 "
                                 "mistakes, 1 blunder\n"));
  EXPECT_EQ(review("g.sgf --player mcts --visits 200").out, ran.out) << "the same each time";
  EXPECT_EQ(ran.err, "");
}

TEST_F(ReviewCommand, TellsProgramsTheSame) {
  base::write_file(folder_ / "g.sgf", kTwoBlunders);
  const auto ran = review("g.sgf --player mcts --visits 200 --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json told(ran.out);
  EXPECT_EQ(told.at("engine").text(), "mcts");
  EXPECT_EQ(told.at("whole").text(), "true");
  const auto moves = told.at("moves").items();
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[1].at("side").text(), "white");
  EXPECT_EQ(moves[1].at("mark").text(), "blunder");
  EXPECT_EQ(moves[1].at("before").number(), 1);
  EXPECT_EQ(moves[1].at("after").number(), 0);
  EXPECT_EQ(moves[1].at("line").item(0), moves[1].at("best"));
  EXPECT_EQ(moves[2].at("mark").text(), "null");
  EXPECT_EQ(told.at("sides").at("black").at("blunders").number(), 1);
  EXPECT_EQ(told.at("sides").at("black").at("name").text(), "Ann");
}

TEST_F(ReviewCommand, ValuesOfDraughtsAreInMen) {
  const auto ran = review("'32-28 19-23 28x19' --game draughts --visits 1000");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ContainsRegex("\n1. White 32-28 +[+−][0-9.]+ +[+−][0-9.]+"));
}

TEST_F(ReviewCommand, RefusesWhatTellsNoValues) {
  const auto ran = review("'c3 d4' --size 5 --player random");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("random tells moves and not what they are worth"));
  EXPECT_EQ(review("'c3' --visits 3 --move-time 1").code, 2);
  EXPECT_EQ(review("'c3' --player nosuch").code, 2);
}

TEST_F(ReviewCommand, TheWinnersLastMoveCounts) {
  const auto ran = review("'b2 a1 b3' --size 3 --no-swap --player mcts --visits 200");
  EXPECT_THAT(ran.out, ContainsRegex("Black: accuracy [0-9]+ % over 2 moves"));
  base::write_file(folder_ / "g.sgf", kTwoBlunders);
  EXPECT_THAT(review("g.sgf --player mcts --visits 200").out,
              ContainsRegex("Black .Ann.: accuracy 50 % over 2 moves"));
}

TEST_F(ReviewCommand, OpeningsOfAMatchAreNotHeldAgainstThePlayer) {
  base::write_file(folder_ / "g.sgf",
                   "(;GM[11]SZ[2]RU[no swap]EV[game 3, opening a1];B[a1];W[b2];B[a2])");
  const auto ran = review("g.sgf --player mcts --visits 200");
  EXPECT_THAT(ran.out, ContainsRegex("\n1. Black a1 +- +0.0 % +opening of the match\n"));
  EXPECT_THAT(ran.out, HasSubstr("Black: accuracy 100 % over 1 move, 0 inaccuracies"));
  const Json told(review("g.sgf --player mcts --visits 200 --json").out);
  EXPECT_EQ(told.at("moves").items()[0].at("given").text(), "true");
  EXPECT_EQ(told.at("moves").items()[0].at("loss").text(), "null");
  EXPECT_EQ(told.at("moves").items()[2].at("loss").number(), 0);
}

TEST_F(ReviewCommand, ADecidedGameIsToldInOneLine) {
  const auto ran =
      review("'c3 a1 c2 a2 c1 a3 c4 a4 c5' --size 5 --no-swap --player mcts --visits 300");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, ContainsRegex("\ndecided from move [1-8] on: Black wins\n"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("\n9. ")));
}

TEST_F(ReviewCommand, LimitsAreExplainedAndNoCostIsRoundedOntoOne) {
  base::write_file(folder_ / "g.sgf", kTwoBlunders);
  const auto ran = review("g.sgf --player mcts --visits 200");
  EXPECT_THAT(ran.out, HasSubstr("A move that costs 5 % of the chance to win is an inaccuracy"));
  EXPECT_THAT(ran.out, HasSubstr("Accuracy is the mean of 2^(-8 x cost)"));
}

// The values are in EVAL, where the window keeps its own; a second review replaces the notes of the first.
TEST_F(ReviewCommand, KeepsWhatItFound) {
  base::write_file(folder_ / "g.sgf", "(;GM[11]SZ[2]PB[Ann];B[a1]C[my word];W[b2];B[a2])");
  const auto ran = review("g.sgf --player mcts --visits 200 --output out.sgf");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "losange: wrote out.sgf\n");
  const auto text = base::read_file(folder_ / "out.sgf");
  EXPECT_THAT(text, HasSubstr("EVAL[1.0000"));
  EXPECT_THAT(text, ContainsRegex("C.my word\nLosange review: blunder, -100.0 % "
                                  ".100.0 % before, 0.0 % after.; better (a2|b1)"));
  EXPECT_THAT(text, ContainsRegex("\\(;B.(a2|b1)"));
  ASSERT_EQ(review("out.sgf --player mcts --visits 200 --output again.sgf").code, 0);
  EXPECT_EQ(base::read_file(folder_ / "again.sgf"), text);
  EXPECT_EQ(review("g.sgf --output out.pdn").code, 2);
  EXPECT_EQ(review("g.sgf --output out.txt").code, 2);
}

TEST_F(ReviewCommand, KeepsDraughtsInPdn) {
  const auto ran = review("'32-28 19-23 28x19' --game draughts --visits 1000 --output out.pdn");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(base::read_file(folder_ / "out.pdn"), HasSubstr("[%EVAL "));
  const auto again = review("out.pdn --visits 1000 --output again.pdn");
  EXPECT_EQ(base::read_file(folder_ / "again.pdn"), base::read_file(folder_ / "out.pdn"));
  EXPECT_THAT(ran.out, HasSubstr("0.10, 0.20 and 0.42 men"));
  EXPECT_THAT(ran.out, testing::Not(ContainsRegex("(inaccuracy|mistake|blunder), -[0-9.]+ %")));
}

TEST_F(ReviewCommand, GoesThroughAllGamesOfAFile) {
  base::write_file(folder_ / "g.sgf",
                   std::string(kTwoBlunders) + "\n(;GM[11]SZ[3]EV[cup];B[b2])\n");
  const auto ran = review("g.sgf --player mcts --visits 100 --output out.sgf");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\ngame 1 of 2: Ann - Bob\n"));
  EXPECT_THAT(ran.out, HasSubstr("\ngame 2 of 2, cup\n"));
  const auto text = base::read_file(folder_ / "out.sgf");
  EXPECT_THAT(text, HasSubstr("SZ[2]"));
  EXPECT_THAT(text, HasSubstr("SZ[3]"));
  EXPECT_EQ(Json(review("g.sgf --player mcts --visits 100 --json").out).at("games").size(), 2u);
  const auto one = review("g.sgf --player mcts --visits 100 --pick 2");
  EXPECT_THAT(one.out, testing::Not(HasSubstr("game 1")));
}

TEST_F(ReviewCommand, TheNetAloneDoesNotSearch) {
  const auto ran = review("'c3 d4' --size 5 --player net");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("net, without search\n"));
}

TEST_F(ReviewCommand, ReadsStandardInput) {
  base::write_file(folder_ / "g.sgf", kTwoBlunders);
  const auto ran = review("- --player mcts --visits 200 < g.sgf");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("White (Bob)"));
}

}  // namespace
}  // namespace losange
