// Clocks, swaps and turns behind HTP, below the text.
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "base/error.h"
#include "book/file.h"
#include "error_of.h"
#include "protocol/htp/game.h"
#include "temporary.h"

namespace losange::protocol {
namespace {

using base::Millis;
using game::Side;

HtpGame make_game(const std::string& player = "montecarlo", int size = 5, bool swap = false) {
  HtpSetup setup;
  setup.player = players::PlayerSpec::parse(player);
  setup.size = size;
  setup.swap = swap;
  return HtpGame(setup);
}

TEST(HtpGame, WithoutAClockThereIsNoTimeLimit) {
  auto game = make_game();
  EXPECT_FALSE(game.limits_for(Side::First).time);
  EXPECT_FALSE(game.time_left(Side::First));
}

TEST(HtpGame, AShareOfThePeriodIsThereWhenTheMainTimeIsGone) {
  auto game = make_game();
  game.set_clock(Millis(1000), Millis(2000));
  game.set_time_left(Side::First, Millis(0), 0);
  EXPECT_EQ(game.time_left(Side::First), Millis(2000));
  const auto time = game.limits_for(Side::First).time;
  ASSERT_TRUE(time);
  EXPECT_GT(*time, Millis(1000));
  EXPECT_LT(*time, Millis(2000));
}

// Tree searches go by the clock where there is one: a share of a period for all moves would be next to nothing.
TEST(HtpGame, APeriodIsATimeForEachMoveAndNoClockForTheGame) {
  auto game = make_game();
  game.set_clock(Millis(0), Millis(1000));
  EXPECT_FALSE(game.limits_for(Side::First).clock);
  EXPECT_GT(*game.limits_for(Side::First).time, Millis(800));
  game.set_clock(Millis(60'000), Millis(1000));
  const auto limits = game.limits_for(Side::First);
  ASSERT_TRUE(limits.clock);
  EXPECT_EQ(limits.clock->left, Millis(60'000));
  EXPECT_EQ(limits.clock->increment, Millis(1000));
  game.set_time_left(Side::First, Millis(3999), 0);
  EXPECT_FALSE(game.limits_for(Side::First).clock);
  EXPECT_GT(*game.limits_for(Side::First).time, Millis(1500));
}

TEST(HtpGame, SavedPeriodsDoNotAddUp) {
  auto game = make_game("random");
  game.set_clock(Millis(1000), Millis(500));
  for (int move = 0; move < 6; ++move) game.genmove(move % 2 == 0 ? Side::First : Side::Second, {});
  EXPECT_LE(*game.time_left(Side::First), Millis(1000));
  EXPECT_LE(*game.limits_for(Side::First).time, Millis(1000));
}

TEST(HtpGame, TimeForTheNextMovesHoldsForThem) {
  auto game = make_game("random");
  game.set_clock(Millis(0), Millis(100));
  game.set_time_left(Side::First, Millis(8000), 2);
  EXPECT_EQ(game.time_left(Side::First), Millis(8000));
  for (int move = 0; move < 2; ++move) {
    EXPECT_GT(*game.limits_for(Side::First).time, Millis(3000));
    EXPECT_LT(*game.limits_for(Side::First).time, Millis(8000));
    EXPECT_LT(*game.limits_for(Side::Second).time, Millis(100));
    game.genmove(Side::First, {});
    game.genmove(Side::Second, {});
  }
  EXPECT_LT(*game.limits_for(Side::First).time, Millis(100)) << "then it has its period again";
}

// A controller may tell it once, and of one side alone.
TEST(HtpGame, TimeForTheNextMovesIsOfOneSide) {
  auto game = make_game("random");
  game.set_time_left(Side::First, Millis(9000), 3);
  EXPECT_FALSE(game.time_left(Side::Second));
  EXPECT_FALSE(game.limits_for(Side::Second).time);
  game.genmove(Side::First, {});
  EXPECT_GT(*game.time_left(Side::First), Millis(8000));
  EXPECT_GT(*game.limits_for(Side::First).time, Millis(4000)) << "for two moves now";
}

TEST(HtpGame, AClockThatOneSideWasToldIsItsOwn) {
  auto game = make_game("random");
  game.set_time_left(Side::First, Millis(9000), 0);
  EXPECT_EQ(game.time_left(Side::First), Millis(9000));
  EXPECT_FALSE(game.time_left(Side::Second));
  EXPECT_FALSE(game.limits_for(Side::Second).clock);
  EXPECT_FALSE(game.limits_for(Side::Second).time);
  game.genmove(Side::First, {});
  game.genmove(Side::Second, {});
  game.set_time_left(Side::Second, Millis(7000), 0);
  EXPECT_EQ(game.time_left(Side::Second), Millis(7000));
  EXPECT_LE(*game.time_left(Side::First), Millis(9000));
}

TEST(HtpGame, TheTimeForAMoveIsNeverMoreThanWhatIsLeft) {
  for (const long left : {0L, 1L, 50L, 1000L, 60'000L}) {
    auto game = make_game();
    game.set_time_left(Side::Second, Millis(left), 0);
    EXPECT_LE(*game.limits_for(Side::Second).time, Millis(std::max(1L, left / 3))) << left;
  }
}

TEST(HtpGame, ANewGameForgetsTheClockThatWasOnlyTold) {
  auto game = make_game();
  game.set_time_left(Side::First, Millis(5000), 0);
  game.new_game();
  EXPECT_FALSE(game.time_left(Side::First));
  game.set_clock(Millis(9000), Millis(0));
  game.set_time_left(Side::First, Millis(5000), 0);
  game.new_game(7);
  EXPECT_EQ(game.time_left(Side::First), Millis(9000));
}

TEST(HtpGame, MovesSpendTheClock) {
  auto game = make_game();
  game.limits().time = Millis(30);
  game.set_clock(Millis(10'000), Millis(0));
  game.genmove(Side::First, {});
  EXPECT_LE(*game.time_left(Side::First), Millis(9970));
  EXPECT_EQ(*game.time_left(Side::Second), Millis(10'000));
}

// The controller's clock runs on whatever is taken back: a program that believes otherwise loses on time.
TEST(HtpGame, TakingMovesBackGivesNoTimeBack) {
  auto game = make_game();
  game.limits().time = Millis(30);
  game.set_clock(Millis(10'000), Millis(0));
  game.genmove(Side::First, {});
  game.genmove(Side::Second, {});
  const auto black = *game.time_left(Side::First), white = *game.time_left(Side::Second);
  ASSERT_LE(black, Millis(9970));
  game.undo();
  game.undo();
  EXPECT_EQ(*game.time_left(Side::First), black);
  EXPECT_EQ(*game.time_left(Side::Second), white);
  game.set_time_left(Side::First, Millis(700), 0);
  game.allow_swap(true);
  EXPECT_EQ(*game.time_left(Side::First), Millis(700));
  game.play(Side::First, "a1");
  EXPECT_THROW(game.play_line({"a1", "a1"}), base::UserError);
  EXPECT_EQ(*game.time_left(Side::First), Millis(700));
  game.undo();
  EXPECT_EQ(*game.time_left(Side::First), Millis(700));
}

TEST(HtpGame, AMoveBringsItsIncrementOnce) {
  HtpSetup setup;
  setup.player = players::PlayerSpec::parse("random");
  setup.size = 5;
  setup.clock = players::TimeControl::parse("100+50");
  HtpGame game(setup);
  game.genmove(Side::First, {});
  EXPECT_GT(*game.time_left(Side::First), Millis(100'000));
  EXPECT_LE(*game.time_left(Side::First), Millis(150'000));
  game.play(Side::Second, "e5");
  EXPECT_EQ(*game.time_left(Side::Second), Millis(100'000));
}

TEST(HtpGame, PlaysForTheColourAskedEvenOutOfTurn) {
  // White is not to move, and wins at once on either cell.
  auto game = make_game("montecarlo:playouts=2000", 3);
  game.play(Side::Second, "a2");
  game.play(Side::Second, "b2");
  EXPECT_EQ(game.session().to_move(), Side::First);
  const std::string move = game.genmove(Side::Second, {});
  EXPECT_TRUE(move == "c1" || move == "c2") << move;
  EXPECT_EQ(game.session().result().outcome, game::Outcome::SecondWins);
  game.undo();
  EXPECT_EQ(game.session().view().pieces, "...oo....");
}

TEST(HtpGame, NobodySwapsHisOwnStone) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto game = make_game("random", 2, true);
    game.limits().seed = seed;
    game.play(Side::Second, "a1");
    EXPECT_NE(game.genmove(Side::Second, {}), "swap-pieces");
  }
}

// What a player learnt while the controller thought shows in the visits of its next search.
TEST(HtpGame, PondersAfterItsMoveWhenAsked) {
  const auto visits_after_a_rest = [](bool ponder) {
    auto game = make_game("mcts:descents=20", 11);
    game.set_ponder(ponder);
    game.genmove(Side::First, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::uint64_t visits = 0;
    for (const auto& line : game.ask(Side::Second, {}).report.lines) visits += line.visits;
    return visits;
  };
  EXPECT_LE(visits_after_a_rest(false), 40u);
  EXPECT_GT(visits_after_a_rest(true), 100u);
}

TEST(HtpGame, TurnedOffPonderingEndsAtOnce) {
  auto game = make_game("mcts:descents=20", 11);
  game.set_ponder(true);
  game.genmove(Side::First, {});
  game.set_ponder(false);
  const auto before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(std::clock() - before, CLOCKS_PER_SEC / 10) << "nobody thinks";
}

TEST(HtpGame, EveryUseOfThePlayerEndsItsPondering) {
  auto game = make_game("mcts:descents=20", 5);
  game.set_ponder(true);
  game.genmove(Side::First, {});
  game.genmove(Side::Second, {});
  game.set_player(players::PlayerSpec::parse("mcts:descents=30"));
  game.genmove(Side::First, {});
  game.undo();
  game.genmove(Side::First, {});
  EXPECT_THROW(game.play_line({"a1", "a1"}), base::UserError);
  game.play_line({"a1", "b2"});
  game.genmove(Side::First, {});
  game.new_game(3);
  game.genmove(Side::First, {});
  EXPECT_EQ(game.session().move_number(), 1);
}

TEST(HtpGame, AFailedLineLeavesTheGameAndItsClock) {
  auto game = make_game("random", 3);
  game.play(Side::First, "b2");
  game.set_time_left(Side::First, Millis(5000), 0);
  EXPECT_THROW(game.play_line({"a1", "a1"}), base::UserError);
  EXPECT_EQ(game.session().record().moves(), std::vector<std::string>{"b2"});
  EXPECT_EQ(game.time_left(Side::First), Millis(5000));
}

// The board is refused when it is named, not at the first move on it.
TEST(HtpGame, ABoardThatTheBookIsNotForIsRefusedAtOnce) {
  const auto file = testing_files::temporary("htp_book");
  book::Book book;
  book.size = 5;
  book::save_book(file, book);
  auto game = make_game("random:book=" + file.string(), 5);
  game.play(Side::First, "a1");
  const std::string told = testing_errors::error_of([&] { game.new_game(7); });
  EXPECT_NE(told.find("is for 5x5, the game is on 7x7"), std::string::npos) << told;
  EXPECT_THROW(game.load(game::GameRecord(game::GameSetup{.size = 7}), {}), base::UserError);
  EXPECT_EQ(game.session().move_number(), 1);
  game.new_game(5);
  EXPECT_EQ(game.session().move_number(), 0);
  std::filesystem::remove(file);
}

TEST(HtpGame, AnotherPlayerThatCannotBeMadeChangesNothing) {
  auto game = make_game("random");
  EXPECT_THROW(game.set_player(players::PlayerSpec{"human", {}, ""}), base::UserError);
  EXPECT_EQ(game.player_spec().name, "random");
  EXPECT_NO_THROW(game.genmove(Side::First, {}));
}

}  // namespace
}  // namespace losange::protocol
