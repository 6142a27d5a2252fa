// Moves of a player that has no time left to ask its net.
#include "players/wrapped/haste.h"

#include <gtest/gtest.h>

#include "players/game/session.h"
#include "scripted_player.h"

namespace losange::players {
namespace {

class Haste : public testing::Test {
 protected:
  std::string choose(const Session& session, std::optional<base::Millis> left) {
    const auto player =
        with_haste(std::make_unique<testing_players::ScriptedPlayer>([&](const auto&, const auto&) {
          ++asked_;
          return testing_players::answer("a1");
        }));
    search::Limits limits;
    limits.time = base::Millis(0);
    if (left) limits.clock = search::ClockState{*left, base::Millis(0)};
    return session.consult(*player, limits).move;
  }
  static Session session_after(std::initializer_list<const char*> moves) {
    Session session{game::GameSetup{.size = 5, .swap = true}};
    for (const char* move : moves) session.play(move);
    return session;
  }

  int asked_ = 0;
};

TEST_F(Haste, TheEngineIsAskedAsLongAsTheClockHasTime) {
  const auto session = session_after({"c3", "d2"});
  EXPECT_EQ(choose(session, std::nullopt), "a1");
  EXPECT_EQ(choose(session, base::Millis(1000)), "a1");
  EXPECT_EQ(choose(session, base::Millis(40)), "a1");
  EXPECT_EQ(asked_, 3);
}

TEST_F(Haste, ALargeBoardIsLeftToFirstSightSooner) {
  Session session{game::GameSetup{.size = 19}};
  EXPECT_EQ(choose(session, base::Millis(100)), "a1");
  EXPECT_NE(choose(session, base::Millis(60)), "a1");
  EXPECT_EQ(asked_, 1);
}

TEST_F(Haste, OtherGamesAreTheEnginesOwn) {
  Session session{game::GameSetup{.game = "draughts", .size = 8, .variant = "russian"}};
  EXPECT_EQ(choose(session, base::Millis(5)), "a1");
}

TEST_F(Haste, AMoveAtFirstSightTellsNoValue) {
  const auto player = with_haste(std::make_unique<testing_players::ScriptedPlayer>(
      [](const auto&, const auto&) { return testing_players::answer("a1"); }));
  search::Limits limits;
  limits.clock = search::ClockState{base::Millis(0), base::Millis(0)};
  const Answer answer = session_after({"c3"}).consult(*player, limits);
  EXPECT_EQ(answer.report.best, answer.move);
  EXPECT_TRUE(answer.report.lines.empty());
}

TEST_F(Haste, WithoutTimeAMoveIsMadeAtFirstSight) {
  // Black wins in one on the last row, whatever White, who is nearly as far, does.
  EXPECT_EQ(choose(session_after({"c1", "a2", "c2", "b2", "c3", "d2", "c4", "e2"}), base::Millis(5))
                .substr(1),
            "5");
  EXPECT_NO_THROW(session_after({"c3"}).play(choose(session_after({"c3"}), base::Millis(0))));
  EXPECT_EQ(asked_, 0);
}

}  // namespace
}  // namespace losange::players
