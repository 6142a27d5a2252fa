// What an analysis is kept as, and the mistakes it shows.
#include <gtest/gtest.h>

#include <cmath>

#include "hex/files/sgf.h"
#include "players/files/open_game.h"
#include "window/findings/line_study.h"

namespace losange::window {
namespace {

using game::Side;

players::TextReport report(double value, const std::vector<std::pair<std::string, double>>& moves) {
  players::TextReport result;
  result.value = value;
  result.nodes = 500;
  for (const auto& [move, v] : moves) result.lines.push_back({move, v, 100, false, {move, "a1"}});
  result.best = result.lines.front().move;
  return result;
}

TEST(Analysis, IsKeptForTheFirstPlayerWhoeverMoves) {
  const auto found = analysis_of(report(0.5, {{"b2", 0.5}, {"c3", -0.25}}), Side::Second, "mcts");
  EXPECT_DOUBLE_EQ(found.value, -0.5);
  EXPECT_DOUBLE_EQ(found.moves[1].value, 0.25);
  EXPECT_DOUBLE_EQ(chance_for(Side::Second, found.value), 0.75);
}

TEST(Analysis, ComesBackFromAFile) {
  auto record = players::open_game("a1 b2 c3", {.size = 5, .swap = false});
  Analysis analysis = analysis_of(report(0.5, {{"d4", 0.5}, {"e5", 0.125}}), Side::Second, "mcts");
  analysis.moves[0].proven = true;
  keep_analysis(record.node(2), analysis);
  keep_analysis(record.node(2), analysis);  // takes the place of the first
  const auto again = players::open_game(hex::write_sgf(record), {});
  const auto read = analysis_at(again.node(2));
  ASSERT_TRUE(read);
  EXPECT_DOUBLE_EQ(read->value, -0.5);
  EXPECT_EQ(read->visits, 500u);
  EXPECT_EQ(read->engine, "mcts");
  ASSERT_EQ(read->moves.size(), 2u);
  EXPECT_TRUE(read->moves[0].proven);
  EXPECT_EQ(read->moves[0].variation, (std::vector<std::string>{"d4", "a1"}));
  EXPECT_EQ(value_at(again.node(2)), -0.5);
  EXPECT_FALSE(analysis_at(again.node(1)));
}

TEST(Analysis, ABoundIsToldFromAChanceAndKept) {
  auto told = report(0.5, {{"d4", 0.5}, {"e5", -0.04}});
  told.lines[1].at_most = true;
  auto record = players::open_game("a1 b2 c3", {.size = 5, .swap = false});
  keep_analysis(record.node(2), analysis_of(told, Side::Second, "negamax"));
  const auto read = analysis_at(players::open_game(hex::write_sgf(record), {}).node(2));
  ASSERT_TRUE(read);
  EXPECT_EQ(worth_text(read->moves[0], "mcts", Side::Second, 1, " %"), "75.0 %");
  EXPECT_EQ(worth_text(read->moves[1], "mcts", Side::Second, 1, " %"), "≤ 48.0 %");
  EXPECT_EQ(worth_text(read->moves[1], "mcts", Side::Second, 0, ""), "≤ 48");
}

TEST(Analysis, TheMovesThatAProvenWinTakesAreKept) {
  auto told = report(1, {{"d4", 1}, {"e5", -1}, {"e4", -1}});
  for (auto& line : told.lines) line.proven = true;
  told.lines[0].moves = 7;
  told.lines[1].moves = 12;
  auto record = players::open_game("a1 b2 c3", {.size = 5, .swap = false});
  keep_analysis(record.node(2), analysis_of(told, Side::Second, "zero"));
  const auto read = analysis_at(players::open_game(hex::write_sgf(record), {}).node(2));
  ASSERT_TRUE(read);
  for (const auto& move : read->moves) EXPECT_TRUE(move.proven);
  EXPECT_EQ(read->moves[0].moves, 7);
  EXPECT_EQ(read->moves[0].value, -1);
  EXPECT_EQ(read->moves[1].moves, 12);
  EXPECT_EQ(read->moves[2].moves, 0);
}

TEST(Analysis, DraughtsProgramsCountInMen) {
  const AnalysedMove ahead{"32-28", std::tanh(0.35), false, 10, {}};
  AnalysedMove bound{"33-29", std::tanh(-1.5), false, 10, {}};
  bound.at_most = true;
  for (const char* engine : {"draughts", "hub"}) {
    EXPECT_EQ(worth_text(ahead, engine, Side::First, 1, " %"), "+0.35");
    EXPECT_EQ(worth_text(ahead, engine, Side::Second, 1, " %"), "−0.35");
    EXPECT_EQ(worth_text(bound, engine, Side::First, 0, ""), "≤ −1.50")
        << "on the board as in the list";
  }
  EXPECT_EQ(men_text(0.9999, 2), "> +4");
  EXPECT_EQ(men_text(-1, 2), "< −4");
  EXPECT_EQ(worth_text(ahead, "mcts", Side::First, 0, " %"), "67 %");
}

TEST(Analysis, WhatCannotBeReadIsNone) {
  for (const char* text : {"", "x", "2.0 5 mcts", "0.5", "0.5 -1 m", "nan 3 m", "1!x 3 m",
                           "1!-2 3 m", "1!99999999999999999999 3 m", "!7 3 m"}) {
    game::RecordNode node;
    node.other.push_back({"EVAL", {text}});
    EXPECT_FALSE(analysis_at(node)) << text;
  }
  game::RecordNode node;
  node.other.push_back({"EVAL", {"0.5 10 mcts", "a1 7 3"}});
  EXPECT_FALSE(analysis_at(node));
}

TEST(Mistakes, AreWhatTheMoverLostTheWorstFirst) {
  auto record = players::open_game("a1 b2 c3 d4", {.size = 5, .swap = false});
  const auto note = [&](game::NodeId node, double for_first, const char* best) {
    keep_analysis(record.node(node),
                  {for_first, false, 10, "mcts", {{best, for_first, false, 10, {best}}}});
  };
  note(0, 0.0, "c3");  // First plays a1 instead and loses a little
  note(1, -0.2, "c3");
  note(2, 0.6, "c3");  // Second's b2 threw much away
  note(3, 0.6, "e5");  // c3 was the best move
  const auto found = mistakes(record, 4);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].played, "b2");
  EXPECT_EQ(found[0].side, Side::Second);
  EXPECT_NEAR(found[0].loss, 0.4, 1e-9);
  EXPECT_EQ(found[1].played, "a1");
  EXPECT_EQ(found[1].better, "c3");
  EXPECT_EQ(found[1].number, 1);
  EXPECT_EQ(mistakes(record, 4, 0.2).size(), 1u);
}

// An engine that searches until it is stopped, and says so.
class EndlessEngine : public players::Player {
 public:
  explicit EndlessEngine(search::Limits& asked) : asked_(asked) {}
  players::Answer choose(const game::GameRecord&, const search::Limits& limits,
                         const players::Observer& observer, std::stop_token stop) override {
    asked_ = limits;
    players::Answer answer;
    answer.move = "c3";
    answer.report.lines.push_back({"c3", 0.2, 1000, false, {"c3"}});
    answer.report.nodes = 1000;
    answer.report.tree_nodes = 12'300;
    answer.report.tree_bytes = 5'400'000;
    while (!stop.stop_requested()) {
      observer(answer.report);
      std::this_thread::sleep_for(base::Millis(2));
    }
    return answer;
  }

 private:
  search::Limits& asked_;
};

TEST(AnalysisState, AnAnalysisRunsUntilItIsStoppedAndTellsItsTree) {
  search::Limits asked;
  Table table({.adviser = "mcts", .make_player = [&](const std::string&) {
                 return std::make_unique<EndlessEngine>(asked);
               }});
  table.start({.size = 5, .swap = false}, {"human", "human"}, {});
  table.set_analysing(true);
  EXPECT_FALSE(table.analysis_state().runs);
  const base::Stopwatch watch;
  while (table.analysis_state().tree_nodes == 0 && watch.seconds() < 30)
    table.tick(base::Clock::now());
  auto state = table.analysis_state();
  EXPECT_TRUE(state.runs);
  EXPECT_FALSE(state.ended);
  EXPECT_EQ(state.tree_nodes, 12'300u);
  EXPECT_EQ(state.tree_bytes, 5'400'000u);
  ASSERT_TRUE(asked.time);
  EXPECT_GT(*asked.time, std::chrono::days(7)) << "nobody waits so long";
  table.set_paused(true);
  table.tick(base::Clock::now());
  EXPECT_FALSE(table.analysis_state().runs);
  table.set_paused(false);
  table.play("a1");
  EXPECT_EQ(table.analysis_state().tree_nodes, 0u) << "of another position";
}

}  // namespace
}  // namespace losange::window
