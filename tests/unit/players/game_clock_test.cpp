// Clocks for a game, and how much of one a player may think away.
#include <gtest/gtest.h>

#include "base/error.h"
#include "players/game/session.h"
#include "players/kinds/engine_player.h"
#include "players/registry.h"
#include "search/budget.h"

namespace losange::players {
namespace {

using game::Side;

TEST(TimeControl, ReadsAndWritesEveryKind) {
  for (const char* text : {"none", "5/move", "300+2", "0.5/move", "60+0"}) {
    EXPECT_EQ(TimeControl::parse(text).text(), text);
  }
  // A bare number may be meant for a move or for the game.
  for (const char* bad : {"5", "300", "x", "-1", "0", "5+", "+5", "1e99", "5/turn"}) {
    EXPECT_THROW(TimeControl::parse(bad), base::UserError) << bad;
  }
}

// Whatever the moves left, a player that keeps to its budget never oversteps, what each move costs besides included.
// Only a clock too short for that leaves nothing for some of them.
TEST(GameClock, BudgetsNeverOverstep) {
  for (const char* text : {"10+0", "1+1", "60+2", "2+0", "0.2+0", "3/move", "0.05/move"}) {
    GameClock clock(TimeControl::parse(text));
    const bool short_clock = std::string_view(text) == "0.2+0";
    for (int moves_left = 180; moves_left > 0; --moves_left) {
      const auto limits = clock.limits_for(Side::First, moves_left, {});
      ASSERT_TRUE(limits.time);
      ASSERT_GE(limits.time->count(), short_clock || moves_left < 16 ? 0 : 1) << text;
      const auto cost = short_clock ? base::Millis(0) : search::kMoveCost;
      ASSERT_TRUE(clock.spend(Side::First, *limits.time + cost)) << text << " with " << moves_left;
    }
  }
}

// Machines stall by as much, however short a move is.
TEST(GameClock, KeepsHalfOfAVeryShortMoveBack) {
  const auto budget = [](const char* text) {
    return *GameClock(TimeControl::parse(text)).limits_for(Side::First, 10, {}).time;
  };
  EXPECT_EQ(budget("0.05/move"), base::Millis(25));
  EXPECT_EQ(budget("0.1/move"), base::Millis(50));
  EXPECT_EQ(budget("3.2/move"), base::Millis(3200 - 60 - 100));
}

TEST(GameClock, APersonWhoWaitsIsPatientForOneShare) {
  search::Limits limits;
  limits.clock = search::ClockState{base::Millis(180'000), base::Millis(2'000)};
  const auto alone = *search::plan_time(limits, {}, search::kEarlyPromise);
  limits.prompt = true;
  const auto watched = *search::plan_time(limits, {}, search::kEarlyPromise);
  EXPECT_EQ(watched.aim, alone.aim);
  EXPECT_EQ(watched.most, watched.aim);
  EXPECT_EQ(alone.most, 3 * alone.aim);
}

// What a tree search with a clock of so many milliseconds plans for a move.
search::TimePlan plan_of_tree(base::Millis left, const search::MovesLeft& moves) {
  search::Limits limits;
  limits.clock = search::ClockState{left, base::Millis(0)};
  return *search::plan_time(limits, moves, search::kEarlyPromise);
}

// However long a tree search may think, a game that fills the board and moves that each cost something besides do not lose
// on time: the clock pays for all of them.
TEST(GameClock, PaysForEveryMoveOfALongGame) {
  for (const long total_ms : {1'000L, 3'000L, 60'000L}) {
    for (const int size : {5, 11, 19}) {
      base::Millis left(total_ms);
      for (int empty = size * size; empty > 0; empty -= 2) {
        left -= plan_of_tree(left, hex_moves_left(size * size, empty)).most + search::kMoveCost;
        ASSERT_GE(left, base::Millis(0)) << total_ms << " ms, " << size << ", " << empty << " left";
      }
    }
  }
}

// Searches that end when the choice is made take about two thirds of what is promised: then the moves that decide a game get
// most of the clock, the first of them no less than an even share of it, and the last ones are not starved.
TEST(GameClock, MostOfItGoesToTheMovesThatDecide) {
  constexpr base::Millis kTotal(60'000);
  for (const int size : {9, 11, 13, 19}) {
    const int cells = size * size, deciding = cells / 5;  // moves of one side
    base::Millis left = kTotal;
    for (int move = 0; move < deciding; ++move) {
      const auto plan = plan_of_tree(left, hex_moves_left(cells, cells - 2 * move));
      EXPECT_GE(plan.aim * deciding, move == 0 ? kTotal * 5 / 4 : kTotal / 3)
          << size << ", move " << move;
      left -= plan.aim * 2 / 3;
    }
    EXPECT_LT(left, kTotal / 2) << size;
  }
}

// With no time left at all there is still a legal move, and next to nothing is spent on it.
TEST(GameClock, EnginesAnswerAtOnceWhenTheClockHasRunDown) {
  const GameClock run_down = [] {
    GameClock clock(TimeControl::parse("0.2+0"));
    clock.set_left(Side::First, base::Millis(0));
    return clock;
  }();
  const auto limits = run_down.limits_for(Side::First, 60, {});
  EXPECT_EQ(limits.time, base::Millis(0));
  for (const char* engine : {"mcts", "yopt", "montecarlo", "random"}) {
    Session session{game::GameSetup{.size = 11, .swap = false}};
    const auto player = make_player(engine);
    const Answer answer = session.consult(*player, limits);
    EXPECT_NO_THROW(session.play(answer.move)) << engine;
    EXPECT_LE(answer.report.nodes, 121u) << engine;
  }
}

}  // namespace
}  // namespace losange::players
