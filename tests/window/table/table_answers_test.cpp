// What engines answer belongs to the question it was asked: an answer that comes when something else is on the
// table is dropped. The test holds the strings of all engines.
#include <gtest/gtest.h>

#include <thread>

#include "players/files/open_game.h"
#include "puppet_engine.h"
#include "window/table/table.h"

namespace losange::window {
namespace {

using game::Side;

class TableAnswers : public testing::Test {
 protected:
  ~TableAnswers() override { strings_.cut(); }

  void start(const std::string& first, const std::string& second) {
    table_.start({.size = 5, .swap = false}, {first, second}, {});
  }
  void tick() { table_.tick(base::Clock::now()); }
  // The table has asked its question with this number, and the answer lies in the engine room.
  void answer_waits(int number, const std::string& move) {
    tick();
    ASSERT_TRUE(strings_.asked(number));
    strings_.answer(move);
    for (const base::Stopwatch watch; table_.engines_busy() && watch.seconds() < 60;) {
      std::this_thread::sleep_for(base::Millis(1));
    }
  }
  int analysed_nodes() const {
    int count = 0;
    for (game::NodeId node = 0; node < table_.record().size(); ++node) {
      count += analysis_at(table_.record().node(node)).has_value();
    }
    return count;
  }
  int moves() const { return table_.session().move_number(); }

  test::PuppetStrings strings_;
  Table table_{
      {.thinking_s = 60,
       .threads = 1,
       .pace_s = 0,
       .adviser = "mcts",
       .make_player = [this](const std::string& spec) { return strings_.make_player(spec); }}};
};

TEST_F(TableAnswers, AMoveIsPlayedInThePositionItWasAskedFor) {
  start("human", "random");
  table_.play("c3");
  answer_waits(1, "a1");
  tick();
  EXPECT_EQ(table_.session().last_move(), "a1");
  EXPECT_TRUE(table_.person_to_move());
}

TEST_F(TableAnswers, AfterAnUndoTheOldAnswerIsNotPlayedForThePerson) {
  start("human", "random");
  table_.play("c3");
  answer_waits(1, "a1");
  table_.undo();
  tick();
  EXPECT_EQ(moves(), 0);
  table_.play("d4");
  answer_waits(2, "b2");
  tick();
  EXPECT_EQ(table_.record().moves(), (std::vector<std::string>{"d4", "b2"}));
}

TEST_F(TableAnswers, ANewGameKnowsNothingOfTheOldOnesAnswer) {
  start("random", "human");
  answer_waits(1, "a1");
  start("human", "random");
  tick();
  EXPECT_EQ(moves(), 0) << "it is a person's move now";
}

TEST_F(TableAnswers, AGameThatIsOpenedGetsNoMoveAndNoValueOfTheOldOne) {
  start("human", "random");
  table_.set_analysing(true);
  table_.play("c3");
  answer_waits(1, "a1");
  table_.load(players::open_game("b1 d1 b2 d2", {.size = 4, .swap = false}));
  tick();
  EXPECT_EQ(moves(), 4);
  EXPECT_EQ(analysed_nodes(), 0);
}

TEST_F(TableAnswers, AnAnswerThatComesLateIsNobodys) {
  start("human", "random");
  table_.play("c3");
  tick();
  ASSERT_TRUE(strings_.asked(1));
  table_.undo();
  table_.play("d4");
  tick();  // asks again, while the engine is still at the old position
  strings_.answer("d4");
  ASSERT_TRUE(strings_.asked(2)) << "the room went on to the new question";
  tick();
  EXPECT_EQ(moves(), 1);
  answer_waits(2, "e5");
  tick();
  EXPECT_EQ(table_.record().moves(), (std::vector<std::string>{"d4", "e5"}));
}

TEST_F(TableAnswers, ASweepThatIsStoppedStaysStopped) {
  table_.load(players::open_game("b1 d1 b2", {.size = 4, .swap = false}));
  table_.start_sweep();
  answer_waits(1, "d4");
  table_.stop_sweep();
  tick();
  EXPECT_FALSE(table_.sweeping());
  EXPECT_EQ(analysed_nodes(), 0);
  tick();
}

TEST_F(TableAnswers, ASweepStartedAnewBeginsAtItsBeginning) {
  table_.load(players::open_game("b1 d1 b2", {.size = 4, .swap = false}));
  table_.start_sweep();
  answer_waits(1, "d4");
  table_.start_sweep();
  tick();
  EXPECT_EQ(table_.sweep_share(), 0);
}

TEST_F(TableAnswers, ASweepEndsWithItsGame) {
  table_.load(players::open_game("b1 d1 b2 d2", {.size = 4, .swap = false}));
  table_.start_sweep();
  answer_waits(1, "d4");
  table_.load(players::open_game("a1 a2 a3 a4", {.size = 5, .swap = false}));
  tick();
  EXPECT_FALSE(table_.sweeping());
  EXPECT_EQ(analysed_nodes(), 0);
  table_.start_sweep();
  table_.start({.size = 3, .swap = false}, {"human", "human"}, {});
  tick();
  EXPECT_FALSE(table_.sweeping()) << "the new game has not even as many nodes";
}

TEST_F(TableAnswers, NodesThatGotOtherNumbersGetNoOthersValues) {
  start("human", "human");
  for (const char* move : {"a1", "b2", "c3"}) table_.play(move);
  table_.go_to(1);
  table_.play("d4");  // a variation beside b2 c3
  table_.go_to(2);
  table_.set_analysing(true);
  answer_waits(1, "e5");
  table_.remove_variation();  // d4 has the number of b2 now
  tick();
  EXPECT_EQ(analysed_nodes(), 0);
}

TEST_F(TableAnswers, AValueDoesNotOutliveItsPosition) {
  start("human", "human");
  table_.set_up("a1", Side::First);
  table_.set_analysing(true);
  answer_waits(1, "e5");
  tick();
  ASSERT_TRUE(table_.analysis());
  table_.set_up("b2", Side::Second);
  EXPECT_FALSE(table_.analysis());
  EXPECT_EQ(analysed_nodes(), 0);
}

TEST_F(TableAnswers, AMoveThatIsDueWaitsForNoOtherGame) {
  start("human", "random");
  table_.play("c3");
  answer_waits(1, "a1");
  table_.set_paused(true);
  tick();
  table_.undo();
  table_.set_paused(false);
  tick();
  EXPECT_EQ(moves(), 0);
}

TEST_F(TableAnswers, HandsThatChangeTakeNoOldAnswer) {
  start("human", "random");
  table_.play("c3");
  answer_waits(1, "a1");
  table_.switch_seat(Side::Second);
  tick();
  EXPECT_EQ(moves(), 1) << "a person has the seat now";
}

}  // namespace
}  // namespace losange::window
