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
  EXPECT_THAT(ran.out, ContainsRegex("\n1. Black a1 +100.0 % +0.0 %  (a2|b1) +blunder, -100 %\n"));
  EXPECT_THAT(ran.out, ContainsRegex("\n2. White b2 +100.0 % +0.0 %  (a2|b1) +blunder, -100 %\n"));
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
}

}  // namespace
}  // namespace losange
