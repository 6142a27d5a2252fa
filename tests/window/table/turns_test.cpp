// The turn under way goes on as it was, whatever one looks at, takes back or writes meanwhile: no clock gives time back, and
// no engine stops deciding.
#include <gmock/gmock.h>

#include <thread>

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

// An engine that takes longer to start than a whole game may last.
class SlowStarter : public players::Player {
 public:
  explicit SlowStarter(bool fails) : fails_(fails) {}
  players::Answer choose(const game::GameRecord& record, const search::Limits&,
                         const players::Observer&, std::stop_token stop) override {
    set_up(record, std::move(stop));
    return {.move = players::replay(record)->legal_moves().front(), .resign = false, .report = {}};
  }
  void set_up(const game::GameRecord&, std::stop_token) override {
    if (std::exchange(started_, true)) return;
    std::this_thread::sleep_for(kStart);
    if (fails_) throw base::UserError("it does not start");
  }
  static constexpr base::Millis kStart{200};

 private:
  bool fails_, started_ = false;
};

class SlowStarts : public testing::Test {
 protected:
  // Two engines, or one against a person, with half the time for a game that one of them takes to start.
  void start(const std::array<std::string, 2>& players) {
    table_.start({.size = 3, .swap = false}, players, players::TimeControl::parse("0.1+0"));
  }
  template <class Reached>
  bool wait_until(const Reached& reached) {
    const auto end = base::Clock::now() + std::chrono::seconds(30);
    while (!reached() && base::Clock::now() < end) {
      table_.tick(base::Clock::now());
      std::this_thread::sleep_for(base::Millis(1));
    }
    return reached();
  }

  bool fails_ = false;
  Table table_{{.thinking_s = 60,
                .pace_s = 0,
                .adviser = "mcts",
                .make_player = [this](const std::string&) -> std::unique_ptr<players::Player> {
                  return std::make_unique<SlowStarter>(fails_);
                }}};
};

TEST_F(SlowStarts, CostNoTimeOfTheClock) {
  start({"random", "montecarlo"});
  table_.tick(base::Clock::now());
  EXPECT_TRUE(table_.engine_gets_ready());
  ASSERT_TRUE(wait_until([&] { return table_.session().move_number() > 0; }));
  EXPECT_FALSE(table_.session().over());
  EXPECT_FALSE(table_.engine_gets_ready())
      << "the second was started before the first move as well";
}

TEST_F(SlowStarts, HappenWhileAPersonThinks) {
  start({"human", "random"});
  for (int i = 0; i < 2; ++i) table_.tick(base::Clock::now());
  EXPECT_FALSE(table_.engine_gets_ready());
  EXPECT_TRUE(table_.engines_busy());
  table_.play("b2");
  EXPECT_TRUE(table_.engine_gets_ready());
  ASSERT_TRUE(wait_until([&] { return table_.session().move_number() == 2; }));
  EXPECT_FALSE(table_.session().over());
}

TEST_F(SlowStarts, ThatFailAreToldAndTheGameWaits) {
  fails_ = true;
  start({"random", "montecarlo"});
  ASSERT_TRUE(wait_until([&] { return table_.trouble() != nullptr; }));
  EXPECT_TRUE(table_.take_message().has_value());
  EXPECT_FALSE(table_.session().over());
  EXPECT_EQ(table_.time_left(Side::First, base::Clock::now()), base::Millis(100));
}

}  // namespace
}  // namespace losange::window
