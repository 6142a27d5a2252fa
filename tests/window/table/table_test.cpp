// The table without a window: games, engines on their own thread, study.
#include "window/table/table.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/error.h"
#include "cpu_time.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "temporary.h"

namespace losange::window {
namespace {

using game::Side;

class TableTest : public testing::Test {
 protected:
  template <class Condition>
  bool wait(Condition&& condition, double patience_s = 30) {
    for (const base::Stopwatch watch; watch.seconds() < patience_s;) {
      table_.tick(base::Clock::now());
      if (condition()) return true;
      std::this_thread::sleep_for(base::Millis(1));
    }
    return false;
  }
  void start(int size, const std::string& first, const std::string& second,
             const std::string& clock = "none", bool swap = false) {
    game::GameSetup setup;
    setup.size = size;
    setup.swap = swap;
    table_.start(setup, {first, second}, players::TimeControl::parse(clock));
  }
  int moves() const { return table_.session().move_number(); }

  Table table_{
      {.thinking_s = 0.1, .threads = 1, .pace_s = 0, .adviser = "mcts:descents=300,memory=16"}};
};

TEST_F(TableTest, AnEngineAnswersAndUndoTakesItsMoveToo) {
  start(5, "human", "random");
  table_.play("c3");
  EXPECT_FALSE(table_.person_to_move());
  ASSERT_TRUE(wait([&] { return moves() == 2; }));
  table_.undo();
  EXPECT_EQ(moves(), 0);
  EXPECT_FALSE(table_.browsing()) << "it is the person's turn";
  table_.redo();
  EXPECT_EQ(moves(), 2);
  table_.undo();
  table_.undo();
  EXPECT_EQ(moves(), 0) << "nothing more to take back, and no harm";
}

TEST_F(TableTest, TwoEnginesFinishAndCanBePaused) {
  start(4, "random", "random");
  ASSERT_TRUE(wait([&] { return moves() >= 2; }));
  table_.set_paused(true);
  table_.tick(base::Clock::now());
  const int before = moves();
  EXPECT_FALSE(wait([&] { return moves() > before; }, 0.2));
  table_.set_paused(false);
  EXPECT_TRUE(wait([&] { return table_.session().over(); }));
}

TEST_F(TableTest, PaceSlowsEnginesWhenNobodyPlays) {
  table_.set_options({.thinking_s = 0.1, .threads = 1, .pace_s = 0.15});
  start(7, "random", "random");
  const base::Stopwatch watch;
  ASSERT_TRUE(wait([&] { return moves() >= 4; }));
  EXPECT_GE(watch.seconds(), 0.44);
}

// The room has one thread: an advice comes once the old search has ended. In processor time, which a loaded machine
// does not stretch, it may then have cost 50 ms more than the same advice without one.
TEST_F(TableTest, ThinkingStopsWithin50MsOfAnAction) {
  table_.set_options({.thinking_s = 60,
                      .threads = 1,
                      .pace_s = 0,
                      .adviser = "mcts:descents=300,memory=16,reuse=false"});
  const auto advice_s = [&] {
    const testing_time::ProcessCpuWatch watch;
    table_.undo();
    table_.tick(base::Clock::now());
    EXPECT_FALSE(table_.engine_thinks());
    table_.set_analysing(true);
    EXPECT_TRUE(wait([&] { return table_.analysis().has_value(); }));
    const double seconds = watch.seconds();
    table_.set_analysing(false);
    return seconds;
  };
  start(11, "human", "human");
  table_.play("f6");
  const double alone = advice_s();
  start(11, "human", "montecarlo:playouts=1000000000000");
  table_.play("f6");
  ASSERT_TRUE(wait(
      [&] { return table_.engine_thinks() && table_.thinking_seconds(base::Clock::now()) > 0.1; }));
  EXPECT_LT(advice_s(), 2 * alone + testing_time::kPromise_s);
}

TEST_F(TableTest, SidesChangeHandsAtAnyTime) {
  start(5, "human", "human");
  table_.play("c3");
  table_.switch_seat(Side::Second);
  EXPECT_FALSE(table_.person_to_move());
  ASSERT_TRUE(wait([&] { return moves() == 2; }));
  table_.switch_seat(Side::Second);
  EXPECT_TRUE(table_.seat(Side::Second).person);
  EXPECT_EQ(table_.session().player_name(Side::Second).substr(0, 7), "hybrid:");
}

TEST_F(TableTest, LookingBackHoldsTheEngineUntilToldToGoOn) {
  start(5, "human", "random");
  table_.play("c3");
  ASSERT_TRUE(wait([&] { return moves() == 2; }));
  table_.step(-1);
  EXPECT_TRUE(table_.browsing());
  EXPECT_FALSE(wait([&] { return moves() > 1; }, 0.15));
  table_.continue_game();
  EXPECT_TRUE(wait([&] { return moves() == 2; }));
}

TEST_F(TableTest, AVariationGrowsBesideTheGame) {
  start(5, "human", "human");
  for (const char* move : {"a1", "b2", "c3"}) table_.play(move);
  table_.step(-2);
  table_.play("d4");
  EXPECT_EQ(table_.record().node(1).children.size(), 2u);
  table_.go_to_sibling(-1);
  EXPECT_EQ(table_.session().last_move(), "b2");
  table_.go_to_sibling(1);
  EXPECT_EQ(table_.session().last_move(), "d4");
  table_.promote_variation();
  EXPECT_EQ(table_.record().node(1).children.front(), table_.record().cursor());
  table_.remove_variation();
  EXPECT_EQ(table_.record().size(), 4u);
  EXPECT_EQ(moves(), 1);
}

TEST_F(TableTest, AHintAndAnAnalysisAreKeptInTheRecord) {
  start(5, "human", "human");
  table_.play("a1");
  table_.ask_hint();
  ASSERT_TRUE(wait([&] { return !table_.hint_asked(); }));
  ASSERT_TRUE(table_.analysis());
  EXPECT_FALSE(table_.analysis()->moves.empty());
  EXPECT_TRUE(analysis_at(table_.record().node(1)));
  EXPECT_EQ(table_.analysis()->engine, "mcts");
}

TEST_F(TableTest, ASweepValuesEveryPositionAndFindsTheBlunder) {
  // First joins b1..b3 on 4x4; Second plays away from it, then First misses the win.
  table_.load(players::open_game("b1 d1 b2 d2 a4 b3", {.size = 4, .swap = false}));
  table_.start_sweep();
  ASSERT_TRUE(wait([&] { return !table_.sweeping(); }));
  for (game::NodeId node = 0; node < table_.record().size(); ++node) {
    EXPECT_TRUE(value_at(table_.record().node(node))) << node;
  }
  EXPECT_FALSE(mistakes(table_.record(), table_.end_of_line(), 0.01).empty());
}

// The graph and the list of mistakes: read once, and again whenever something of the line changed.
TEST_F(TableTest, TheStudyOfTheLineFollowsTheGame) {
  table_.load(players::open_game("b1 d1 b2 d2 a4 b3", {.size = 4, .swap = false}));
  const LineStudy& study = table_.line_study();
  EXPECT_EQ(study.line.size(), 7u);
  EXPECT_FALSE(study.whole());
  EXPECT_TRUE(study.mistakes.empty());
  table_.start_sweep();
  ASSERT_TRUE(wait([&] { return !table_.sweeping(); }));
  EXPECT_TRUE(table_.line_study().whole());
  EXPECT_EQ(study.values.front(), value_at(table_.record().node(0)));
  EXPECT_EQ(study.mistakes.size(), mistakes(table_.record(), table_.end_of_line()).size());
  EXPECT_FALSE(study.mistakes.empty());
  table_.go_to(1);
  EXPECT_EQ(table_.line_study().line.size(), 7u);
  table_.play("c2");
  EXPECT_EQ(table_.line_study().line.size(), 3u);
  EXPECT_TRUE(study.whole()) << "the last node may be without a value";
  EXPECT_FALSE(study.values.back());
}

// The curve of a game that was played out reaches the edge of the winner, whatever an engine found before.
TEST_F(TableTest, TheResultIsTheLastValueOfAFinishedGame) {
  table_.load(players::open_game("a1 b1 a2 b2 a3", {.size = 3, .swap = false}));
  EXPECT_EQ(table_.line_study().values.back(), 1);
  table_.load(players::open_game("c1 a2 c2 b2 a1 c3", {.size = 3, .swap = false}));
  EXPECT_EQ(table_.line_study().values.back(), std::nullopt);
  table_.load(players::open_game("c1 a2 c3 b2 a1 c2", {.size = 3, .swap = false}));
  EXPECT_EQ(table_.line_study().values.back(), -1);
}

TEST_F(TableTest, AMoveWhileTheClockStandsEarnsNoTime) {
  start(5, "human", "human", "60+5");
  const auto left = [&] { return table_.session().clock().left(Side::First)->count(); };
  table_.set_paused(true);
  table_.play("c3");
  EXPECT_EQ(left(), 60'000);
  table_.go_to(game::kRoot);
  table_.play("b2");
  EXPECT_EQ(left(), 60'000) << "it was looked about";
  table_.go_to(game::kRoot);
  table_.continue_game();
  table_.tick(base::Clock::now());
  table_.play("d4");
  EXPECT_GT(left(), 60'000) << "and on a clock that runs it is earned";
}

TEST_F(TableTest, WhoComesBackFromLookingAboutHasTheTimeThatWasLeft) {
  using namespace std::chrono_literals;
  start(5, "human", "human", "60+0");
  table_.play("c3");
  table_.tick(base::Clock::now());
  std::this_thread::sleep_for(50ms);
  const auto left = [&] { return *table_.time_left(Side::Second, base::Clock::now()); };
  const auto before = left();
  EXPECT_LE(before, 59'950ms);
  table_.step(-1);
  EXPECT_TRUE(table_.browsing());
  table_.step(1);
  EXPECT_FALSE(table_.browsing()) << "it is a person's turn, which goes on";
  const auto back = left();
  EXPECT_LE(back, before);
  table_.tick(base::Clock::now());
  std::this_thread::sleep_for(20ms);
  EXPECT_LE(left(), back - 20ms);
  start(5, "human", "random", "60+0");
  table_.play("c3");
  table_.step(-1);
  table_.step(1);
  EXPECT_TRUE(table_.browsing()) << "an engine waits until it is told to go on";
}

// Each of these games has three moves of each side and more, which wait longer in all than a clock would allow.
TEST_F(TableTest, AMoveThatWaitsToBeSeenCostsItsEngineNoTime) {
  table_.set_options({.thinking_s = 0.1, .threads = 1, .pace_s = 0.3});
  start(4, "random", "random", "0.8+0");
  ASSERT_TRUE(wait([&] { return table_.session().over(); }));
  EXPECT_GE(moves(), 7);
  EXPECT_EQ(table_.session().result().reason, "");
}

TEST_F(TableTest, PeopleKeepTheirNames) {
  auto record = players::open_game("a1 b2", {.size = 4, .swap = false});
  record.players = {"Alice", ""};
  table_.load(record);
  EXPECT_EQ(table_.session().player_name(Side::First), "Alice");
  EXPECT_EQ(table_.session().player_name(Side::Second), "human");
  EXPECT_EQ(table_.seat(Side::First).name(), "human") << "what a new game seats";
}

TEST_F(TableTest, AGameSavedWhileLookingBackKeepsItsResult) {
  start(4, "human", "human");
  for (const char* move : {"a1", "b2"}) table_.play(move);
  table_.resign();
  table_.step(-1);
  const auto file = testing_files::temporary("result.sgf");
  players::save_game(table_.session(), file);
  const auto record = players::open_game(file.string(), {});
  std::filesystem::remove(file);
  EXPECT_EQ(record.result, (game::Result{game::Outcome::SecondWins, "resign"}));
  EXPECT_TRUE(players::unfinished(players::at_saved_move(record))) << "where one stood";
}

TEST_F(TableTest, ATurnThatWasLeftIsTakenUp) {
  start(5, "human", "human", "60+0");
  table_.take_up_turn(base::Millis(20'000));
  const auto now = base::Clock::now();
  EXPECT_EQ(table_.time_left(Side::First, now), base::Millis(40'000));
  EXPECT_EQ(table_.turn_spent(now), base::Millis(20'000));
  table_.play("c3");
  EXPECT_EQ(table_.turn_spent(base::Clock::now()), base::Millis(0)) << "the next turn is new";
  EXPECT_LE(*table_.time_left(Side::First, base::Clock::now()), base::Millis(40'000));
}

TEST_F(TableTest, ATurnOfAGameThatIsOpenedCostsWhatItHadCostWhenItWasLeft) {
  start(5, "human", "human", "60+0");
  table_.load(players::open_game("a1 b2", {.size = 5, .swap = false}));
  table_.take_up_turn(base::Millis(20'000));
  const auto now = base::Clock::now();
  table_.tick(now);
  table_.tick(now + base::Millis(90'000));
  EXPECT_TRUE(table_.clocks_wait());
  table_.step(-1);
  table_.step(1);
  EXPECT_EQ(table_.time_left(Side::First, now), base::Millis(40'000));
  table_.play("c3");
  EXPECT_FALSE(table_.clocks_wait());
  EXPECT_EQ(table_.time_left(Side::First, now), base::Millis(40'000));
}

TEST_F(TableTest, StonesAreSetUpFreely) {
  start(5, "human", "human");
  table_.set_up("c3", Side::First);
  table_.set_up("a1", Side::Second);
  table_.set_up("b2", Side::Second);
  table_.set_up("c3", std::nullopt);
  table_.set_to_move(Side::Second);
  const auto view = table_.session().view();
  EXPECT_EQ(view.pieces[12], '.');
  EXPECT_EQ(view.pieces[0], 'o');
  EXPECT_EQ(table_.session().to_move(), Side::Second);
  table_.play("e5");
  EXPECT_EQ(table_.session().view().pieces[24], 'o');
}

TEST_F(TableTest, AFlagFallsAndResigningIsForThePerson) {
  start(5, "human", "human", "0.2/move");
  ASSERT_TRUE(wait([&] { return table_.session().over(); }));
  EXPECT_EQ(table_.session().result().reason, "time");
  start(5, "human", "montecarlo:playouts=1000000000000");
  table_.set_options({.thinking_s = 60, .threads = 1, .pace_s = 0});
  table_.play("c3");
  ASSERT_TRUE(wait([&] { return table_.engine_thinks(); }));
  table_.resign();
  EXPECT_EQ(table_.session().result().outcome, game::Outcome::SecondWins);
}

TEST_F(TableTest, TheSwapIsOfferedOnceAndPlayed) {
  start(5, "human", "human", "none", true);
  EXPECT_FALSE(table_.session().swap_move());
  table_.play("b1");
  ASSERT_TRUE(table_.session().swap_move());
  table_.play(*table_.session().swap_move());
  EXPECT_FALSE(table_.session().swap_move());
  EXPECT_EQ(table_.session().view().pieces[5], 'o') << "mirrored to a2";
}

TEST_F(TableTest, AnEngineThatCannotPlayIsToldAndNothingIsLost) {
  start(5, "human", "htp:/nowhere/engine");
  table_.play("c3");
  ASSERT_TRUE(wait([&] { return table_.take_message().has_value(); }));
  EXPECT_EQ(moves(), 1);
  ASSERT_NE(table_.trouble(), nullptr) << "as long as nothing was done about it";
  EXPECT_FALSE(table_.person_may_play()) << "it is not the person's turn";
  EXPECT_THROW(start(5, "human", "nobody"), base::UserError);
  EXPECT_EQ(moves(), 1) << "what is refused changes nothing";
}

TEST(TableWay, ForwardAndEndGoTheWayOneCame) {
  Table table({.adviser = "mcts:descents=50"});
  table.start({.size = 5, .swap = false}, {"human", "human"}, {});
  for (const char* move : {"a1", "b2", "c3"}) table.play(move);
  table.go_to(1);
  for (const char* move : {"d4", "e5"}) table.play(move);
  const game::NodeId end = table.record().cursor();
  table.step(-2);
  table.step(1);
  EXPECT_EQ(table.session().last_move(), "d4");
  table.go_to(game::kRoot);
  table.go_to(table.end_of_line());
  EXPECT_EQ(table.record().cursor(), end);
  table.go_to(3);  // on the main line
  table.go_to(game::kRoot);
  table.step(2);
  EXPECT_EQ(table.session().last_move(), "b2");
  EXPECT_EQ(table.end_of_main_line(), 3u);
  table.go_to(end);
  table.remove_variation();
  EXPECT_EQ(table.end_of_line(), table.record().cursor());
}

}  // namespace
}  // namespace losange::window
