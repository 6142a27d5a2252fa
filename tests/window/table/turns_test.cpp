// The turn under way goes on as it was, whatever one looks at, takes back or writes meanwhile: no clock gives time back, and
// no engine stops deciding.
#include <gmock/gmock.h>

#include "puppet_engine.h"
#include "window/table/table.h"

namespace losange::window {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::Ge;

constexpr base::Millis kSpent{9'000};

class Turns : public testing::Test {
 protected:
  ~Turns() override { strings_.cut(); }

  // Two moves of people, and 9 s of the third one.
  void start_with_moves() {
    table_.start({.size = 5, .swap = false}, {"human", "human"},
                 players::TimeControl::parse("60+0"));
    for (const char* move : {"a1", "b2"}) table_.play(move);
    table_.take_up_turn(kSpent);
  }
  base::Millis spent() const { return table_.turn_spent(base::Clock::now()); }

  test::PuppetStrings strings_;
  Table table_{
      {.thinking_s = 60, .adviser = "mcts", .make_player = [this](const std::string& spec) {
         return strings_.make_player(spec);
       }}};
};

TEST_F(Turns, GoOnAfterALookBackWhicheverKeyComesBack) {
  start_with_moves();
  table_.step(-1);
  table_.redo();
  EXPECT_THAT(spent(), Ge(kSpent));
  EXPECT_FALSE(table_.browsing());
  table_.step(-2);
  table_.redo();
  table_.step(1);
  EXPECT_THAT(table_.record().moves(), ElementsAre("a1", "b2"));
  EXPECT_THAT(spent(), Ge(kSpent));
  EXPECT_FALSE(table_.browsing());
}

TEST_F(Turns, GoOnWhenWhatWasTakenBackIsDoneAgain) {
  start_with_moves();
  table_.undo();
  table_.undo();
  table_.redo();
  table_.redo();
  EXPECT_THAT(spent(), Ge(kSpent));
  EXPECT_FALSE(table_.browsing());
}

TEST_F(Turns, GoOnWhenAnEditIsUndone) {
  start_with_moves();
  table_.set_comment(table_.record().cursor(), "x");
  table_.end_comment();
  table_.undo();
  EXPECT_EQ(table_.record().node(2).comment, "");
  EXPECT_THAT(spent(), Ge(kSpent)) << "a comment";
  table_.remove_variation();
  table_.undo();
  EXPECT_THAT(table_.record().moves(), ElementsAre("a1", "b2"));
  EXPECT_THAT(spent(), Ge(kSpent)) << "a deletion";
  table_.set_comment(table_.record().cursor(), "x");
  table_.end_comment();
  table_.step(-1);
  table_.undo();
  EXPECT_THAT(spent(), Ge(kSpent)) << "a comment, from elsewhere";
  table_.step(-1);
  table_.set_comment(table_.record().cursor(), "x");
  table_.end_comment();
  table_.undo();
  EXPECT_TRUE(table_.browsing());
  table_.step(1);
  EXPECT_THAT(spent(), Ge(kSpent)) << "a comment written elsewhere";
  EXPECT_FALSE(table_.browsing());
}

TEST_F(Turns, GoOnWhenAResignationIsTakenBack) {
  start_with_moves();
  table_.resign();
  ASSERT_TRUE(table_.session().over());
  table_.undo();
  ASSERT_FALSE(table_.session().over());
  EXPECT_THAT(spent(), Ge(kSpent));
}

TEST_F(Turns, AnEngineGoesOnThinkingWhenItsQuestionIsBack) {
  table_.start({.size = 5, .swap = false}, {"human", "random"}, {});
  table_.play("c3");
  table_.tick(base::Clock::now());
  ASSERT_TRUE(table_.engine_thinks());
  table_.undo();
  table_.redo();
  EXPECT_FALSE(table_.browsing());
  table_.tick(base::Clock::now());
  EXPECT_TRUE(table_.engine_thinks());
  table_.set_comment(table_.record().cursor(), "x");
  table_.undo();
  EXPECT_FALSE(table_.browsing()) << "a comment, undone";
}

TEST_F(Turns, WhoLooksBackResignsTheGameWhereItStands) {
  table_.start({.size = 5, .swap = false}, {"human", "human"}, {});
  for (const char* move : {"a1", "b2", "c3"}) table_.play(move);
  table_.step(-2);
  table_.resign();
  EXPECT_THAT(table_.record().moves(), ElementsAre("a1", "b2", "c3"));
  EXPECT_EQ(table_.session().result().outcome, game::Outcome::FirstWins)
      << "it was the second's turn";
  EXPECT_EQ(table_.record().result.reason, "resign");
  EXPECT_FALSE(table_.browsing());
}

}  // namespace
}  // namespace losange::window
