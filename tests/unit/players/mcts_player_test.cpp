// The strategies mcts and yopt as players: settings, the tree kept from move to move, pondering, clocks.
#include <gtest/gtest.h>

#include <thread>

#include "base/error.h"
#include "players/game/session.h"
#include "players/registry.h"
#include "record_of.h"

namespace losange::players {
namespace {

using game::Side;
using testing_games::record_of;
using testing_games::visits;

void play(game::GameRecord& record, const std::string& move) {
  record.play({record.moves().size() % 2 == 0 ? Side::First : Side::Second, move});
}

TEST(Mcts, KeepsItsTreeWhereTheRecordGoesOn) {
  auto record = record_of(7, {"a3"});
  const auto player = make_player("mcts:descents=3000,early=false");
  const auto first = player->choose(record, {}, {}, {});
  EXPECT_EQ(first.report.nodes, 3000u);
  EXPECT_EQ(visits(first), 3000u);
  const auto& line = first.report.lines.front();
  ASSERT_GE(line.variation.size(), 2u);
  play(record, line.variation[0]);
  play(record, line.variation[1]);
  const auto second = player->choose(record, {}, {}, {});
  EXPECT_EQ(second.report.nodes, 3000u);
  EXPECT_GT(visits(second), 3000u);
  EXPECT_LE(visits(second), 3000u + line.visits);

  record.back();  // taken back: the other side is to move in a position above the root
  EXPECT_EQ(visits(player->choose(record, {}, {}, {})), 3000u);
  EXPECT_EQ(visits(player->choose(record_of(7, {"b3"}), {}, {}, {})), 3000u);
  EXPECT_EQ(visits(player->choose(record_of(5, {"b3"}), {}, {}, {})), 3000u);
}

// What is left in the tree from the last move must not pass for a settled choice before any thinking.
TEST(Mcts, ThinksAgainWithAKeptTree) {
  auto record = record_of(9, {"a3"});
  const auto player = make_player("mcts");
  search::Limits limits;
  limits.nodes = 5000;
  for (int i = 0; i < 4; ++i) {
    const auto answer = player->choose(record, limits, {}, {});
    play(record, answer.move);
    limits.nodes.reset();
    limits.time = base::Millis(160);
    EXPECT_GE(answer.report.nodes, 100u) << "move " << i;
  }
}

TEST(Mcts, PlaysACertainWinAtOnceAndStudiesAllMovesWhenAsked) {
  const auto record = record_of(5, {"a1"});  // whoever answers in the middle has connected
  const auto player = make_player("mcts");
  search::Limits limits;
  limits.nodes = 2000;
  const auto played = player->choose(record, limits, {}, {});
  EXPECT_TRUE(played.report.proven);
  EXPECT_EQ(played.report.nodes, 1u) << "without a search";
  limits.every_move = true;
  const auto studied = make_player("mcts")->choose(record, limits, {}, {});
  ASSERT_GT(studied.report.lines.size(), 3u);
  const auto& first = studied.report.lines.front();
  EXPECT_EQ(first.move, studied.move);
  EXPECT_TRUE(first.proven && studied.report.proven);
  EXPECT_GT(first.moves, 0);
  EXPECT_EQ(studied.report.moves, first.moves);
  for (std::size_t i = 1; i < studied.report.lines.size(); ++i) {
    EXPECT_NE(studied.report.lines[i].move, first.move) << "it stands there once";
  }
}

// A plan that joins the sides takes more moves than the stone that does it, and a tree does not count them.
TEST(Mcts, AMoveThatEndsTheGameWinsInOne) {
  const auto record = record_of(5, {"c1", "a2", "c2", "b2", "c3", "d2", "c4", "e2"});
  search::Limits limits;
  limits.nodes = 2000;
  const auto played = make_player("mcts")->choose(record, limits, {}, {});
  EXPECT_EQ(played.report.moves, 1);
  limits.every_move = true;
  const auto studied = make_player("mcts")->choose(record, limits, {}, {});
  EXPECT_EQ(studied.report.moves, 1);
  int ends = 0;
  for (const auto& line : studied.report.lines) {
    const bool wins = line.move == "c5" || line.move == "b5";
    EXPECT_EQ(line.moves == 1, wins) << line.move;
    EXPECT_TRUE(!wins || line.proven);
    ends += wins ? 1 : 0;
  }
  EXPECT_GT(ends, 0);
}

TEST(Mcts, ForgetsWhenTold) {
  auto record = record_of(7, {"a3"});
  for (const char* spec : {"mcts:descents=500,early=false,reuse=false", "yopt:descents=500"}) {
    const auto player = make_player(spec);
    player->choose(record, {}, {}, {});
    EXPECT_EQ(visits(player->choose(record, {}, {}, {})), 500u) << spec;
  }
  const auto player = make_player("mcts:descents=500,early=false");
  player->choose(record, {}, {}, {});
  EXPECT_EQ(visits(player->choose(record, {}, {}, {})), 1000u);
  player->new_game();
  EXPECT_EQ(visits(player->choose(record, {}, {}, {})), 500u);
}

TEST(Mcts, AnswersWhereARecordLeavesTheRules) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  const auto player = make_player("mcts:descents=300");
  player->choose(session.record(), {}, {}, {});
  session.play_as(Side::Second, "c3");
  session.play_as(Side::Second, "c2");
  const auto answer = player->choose(session.record(), {}, {}, {});
  EXPECT_NO_THROW(session.play(answer.move));
}

TEST(Mcts, PondersOnTheOtherSidesTime) {
  auto record = record_of(7, {"a3", "d4"});
  const auto ponder = [&](Player& player, int milliseconds = 150) {
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      source.request_stop();
    });
    player.ponder(record, {}, source.get_token());
    return source.stop_requested();
  };
  auto next = record;
  play(next, "e3");
  std::uint64_t seen = 0;
  for (int milliseconds = 150; seen <= 200 && milliseconds < 20000;
       milliseconds *= 4) {  // however slow it is
    const auto player = make_player("mcts:descents=200,early=false");
    EXPECT_TRUE(ponder(*player, milliseconds));
    seen = visits(player->choose(next, {}, {}, {}));
  }
  EXPECT_GT(seen, 200u);

  EXPECT_FALSE(ponder(*make_player("mcts:ponder=false")));
  EXPECT_FALSE(ponder(*make_player("random")));
  record = record_of(2, {"a1", "b1", "a2"});
  EXPECT_FALSE(ponder(*make_player("mcts")));  // nothing to think about
}

TEST(Mcts, RepeatsWithASeed) {
  const auto record = record_of(11, {"a3"});
  for (const char* spec : {"mcts:descents=1500", "yopt:descents=1500",
                           "mcts:descents=1500,rave_formula=classic,playouts=2,end=shapes"}) {
    search::Limits limits;
    limits.seed = 4;
    const auto one = make_player(spec)->choose(record, limits, {}, {});
    const auto again = make_player(spec)->choose(record, limits, {}, {});
    EXPECT_EQ(one.move, again.move);
    EXPECT_EQ(one.report.value, again.report.value);
    limits.seed = 5;
    EXPECT_NE(make_player(spec)->choose(record, limits, {}, {}).report.value, one.report.value);
  }
}

TEST(Mcts, EverySettingWorks) {
  const auto record = record_of(5, {"a2", "c3"});
  for (const char* setting : {"uct=-0.1",          "uct=0.7",     "rave=0",
                              "rave=inf",          "rave=8000",   "rave_formula=silver",
                              "rave_formula=node", "playouts=4",  "shapes=1",
                              "shapes=2",          "shapes=4",    "end=board",
                              "end=chain",         "end=shapes",  "fpu=all",
                              "fpu=-0.5",          "bias=3",      "expand=20",
                              "solver=false",      "final=score", "final=visits",
                              "early=true",        "memory=1",    "reuse=true",
                              "ponder=true",       "closer=5",    "connections=false"}) {
    for (const char* name : {"mcts", "yopt"}) {
      const auto spec = std::string(name) + ":descents=300," + setting;
      const auto answer = make_player(spec)->choose(record, {}, {}, {});
      EXPECT_NO_THROW(make_position(record.setup)->check(answer.move)) << spec;
      EXPECT_LE(answer.report.nodes, 300u) << spec;
    }
  }
  for (const char* bad :
       {"rave=-1", "rave=infinite", "fpu=some", "shapes=5", "memory=-1", "end=no"}) {
    EXPECT_THROW(make_player(std::string("mcts:") + bad), base::UserError) << bad;
  }
  try {
    make_player("mcts:rave=much");
    ADD_FAILURE();
  } catch (const base::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("or inf"), std::string::npos) << error.what();
  }
}

// YOPT's table 1, and its search without anything it did not have.
TEST(Yopt, HasTheStandardSettings) {
  const Settings s(find_strategy("yopt").parameters, {});
  EXPECT_EQ(s.integer("descents"), 16000);
  EXPECT_EQ(s.integer("playouts"), 1);
  EXPECT_EQ(s.text("shapes"), "3");
  EXPECT_EQ(s.real("rave"), 16000);
  EXPECT_EQ(s.real("uct"), 0.3);
  EXPECT_EQ(s.text("rave_formula"), "classic");
  EXPECT_EQ(s.text("fpu"), "all");
  EXPECT_EQ(s.text("final"), "score");
  for (const char* off : {"solver", "connections", "early", "reuse", "ponder"})
    EXPECT_FALSE(s.flag(off)) << off;
}

// A whole game on a short clock: nobody loses on time.
TEST(Mcts, KeepsToTheClockOfAGame) {
  Session session(game::GameSetup{.size = 5});
  session.set_time_control(TimeControl::parse("3+0"));
  session.set_player(Side::First, make_player("mcts"), "mcts");
  session.set_player(Side::Second, make_player("random"), "random");
  while (!session.over()) {
    const base::Stopwatch watch;
    const auto answer = session.ask();
    session.play(answer.move, watch.elapsed());
  }
  EXPECT_NE(session.result().reason, "time");
  EXPECT_EQ(session.result().outcome, game::Outcome::FirstWins);
}

}  // namespace
}  // namespace losange::players
