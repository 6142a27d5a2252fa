// Whatever ends a search, and wherever it stands then: its best move is the first of its best line, every line can be
// played out by the rules, and values are in range. Held by every engine over thousands of searches of both games,
// ended by limits of nodes of every odd number and by stop requests from another thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "fake_evaluator.h"
#include "players/game/any_position.h"
#include "players/registry.h"
#include "players/trees/zero.h"
#include "search/alphabeta/tasks.h"

namespace losange::players {
namespace {

// What is wrong with a line; nothing when it can be played.
std::string problem_of(const AnyPosition& position, const search::Line<std::string>& line) {
  if (line.variation.empty() || line.variation.front() != line.move)
    return "the line of " + line.move + " begins with another move";
  if (!(line.value >= -1 && line.value <= 1)) return "a value of " + std::to_string(line.value);
  const auto along = position.clone();
  for (const auto& move : line.variation) {
    if (along->outcome() != game::Outcome::Ongoing) return move + " after the end of the game";
    const auto legal = along->legal_moves();
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return move + " is not legal";
    game::RecordNode node;
    node.move = game::RecordMove{along->to_move(), move};
    along->apply(node);
  }
  return "";
}

// Who chooses without a thought about the chance to win says nothing of it.
bool judges(const std::string& player) { return !player.starts_with("random"); }

void expect_sound(const AnyPosition& position, const TextReport& report, bool judged) {
  ASSERT_EQ(report.lines.empty(), !judged);
  if (!judged) return;
  EXPECT_EQ(report.best, report.lines.front().move);
  EXPECT_EQ(report.value, report.lines.front().value);
  for (const auto& line : report.lines) {
    const std::string problem = problem_of(position, line);
    if (problem.empty()) continue;
    std::string whole;
    for (const auto& move : line.variation) whole += " " + move;
    ADD_FAILURE() << problem << ":" << whole;
  }
}

// Plays games in which every move is searched, most by a limit of nodes and some until a thread says stop; one in
// three is then drawn by lot, so that games differ. Every report on the way is checked too.
void check_searches(Player& player, bool judged, const game::GameSetup& setup, int threads,
                    int searches, std::uint64_t most_nodes) {
  base::Random random(base::stream_seed(7, static_cast<std::uint64_t>(searches)));
  std::uint64_t nodes = 1;
  game::GameRecord record(setup);
  auto position = make_position(setup);
  for (int i = 0; i < searches && !testing::Test::HasFailure(); ++i) {
    if (position->outcome() != game::Outcome::Ongoing) {
      record = game::GameRecord(setup);
      position = make_position(setup);
      player.new_game();
    }
    search::Limits limits;
    limits.threads = threads;
    limits.seed = static_cast<std::uint64_t>(i);
    std::stop_source stop;
    std::jthread stopper;
    if (i % 16 == 15) {
      stopper = std::jthread([&stop, wait = std::chrono::microseconds(random.below(2000))] {
        std::this_thread::sleep_for(wait);
        stop.request_stop();
      });
    } else {
      limits.nodes = nodes;
      nodes = nodes + 2 > most_nodes ? 1 : nodes + 2;
    }
    const auto answer = player.choose(
        record, limits, [&](const TextReport& report) { expect_sound(*position, report, judged); },
        stop.get_token());
    SCOPED_TRACE("search " + std::to_string(i) + " of " + std::to_string(limits.nodes.value_or(0)) +
                 " nodes after " + std::to_string(record.moves().size()) + " moves");
    expect_sound(*position, answer.report, judged);
    EXPECT_EQ(answer.move, answer.report.best);
    const auto legal = position->legal_moves();
    const std::string move = random.below(3) == 0
                                 ? legal[random.below(static_cast<std::uint32_t>(legal.size()))]
                                 : answer.move;
    record.play({position->to_move(), move});
    position->apply(record.node(record.cursor()));
  }
}

struct Case {
  std::string player;
  int threads = 1, searches = 1000;
  std::uint64_t most_nodes = 1500;
};

void check_cases(const game::GameSetup& setup, const std::vector<Case>& cases) {
  for (const auto& [spec, threads, searches, most_nodes] : cases) {
#ifdef __SANITIZE_THREAD__  // it does not see the locks of OpenMP's library
    if (spec.find("tasks") != std::string::npos) continue;
#endif
    if (!search::kHasTasks && spec.find("tasks") != std::string::npos) continue;
    SCOPED_TRACE(spec + " on " + setup.game + " " + setup.variant + " " +
                 std::to_string(setup.size) + " with threads: " + std::to_string(threads));
    check_searches(*make_player(spec), judges(spec), setup, threads, searches, most_nodes);
  }
}

game::GameSetup draughts_of(const std::string& variant, int size) {
  return {.game = "draughts", .size = size, .swap = false, .variant = variant};
}

TEST(SearchLines, DraughtsByAlphaBeta) {
  check_cases(draughts_of("international", 10),
              {{"draughts:endings=0,table=1", 1, 4000},
               {"draughts:endings=0,table=1,eval=material", 1, 1000},
               {"draughts:endings=0,table=1,threats=2,equal=random", 1, 1000},
               {"draughts:endings=0,table=1,search=alphabeta", 1, 1000},
               {"draughts:endings=0,table=1,search=plain", 1, 300},
               {"draughts:endings=0,table=1,parallel=lazy", 3, 300},
               {"draughts:endings=0,table=1,parallel=root", 3, 300},
               {"draughts:endings=0,table=1,parallel=tasks", 3, 300}});
  check_cases(draughts_of("english", 8), {{"draughts:endings=0,table=1", 1, 1500}});
  check_cases(draughts_of("frisian", 10), {{"draughts:endings=0,table=1", 1, 1000}});
}

TEST(SearchLines, HexByAlphaBeta) {
  check_cases({.size = 5}, {{"negamax:table=1", 1, 2000},
                            {"negamax:table=1,eval=distance,width=4", 1, 500},
                            {"hexproject:table=1", 1, 500},
                            {"negamax:table=1,parallel=lazy", 3, 200},
                            {"negamax:table=1,parallel=root", 3, 200},
                            {"negamax:table=1,parallel=tasks", 3, 200}});
  check_cases({.size = 9},
              {{"negamax:table=1", 1, 500}, {"negamax-mlp:table=1,cache=1", 1, 200, 300}});
}

TEST(SearchLines, MonteCarlo) {
  check_cases({.size = 5}, {{"mcts:memory=4", 1, 1000, 400},
                            {"mcts:memory=1", 3, 300, 2000},
                            {"yopt:memory=4", 1, 300, 400},
                            {"montecarlo", 1, 300, 400},
                            {"random", 1, 50}});
  check_cases(draughts_of("international", 10),
              {{"mcts:memory=4", 1, 500, 200}, {"montecarlo", 1, 100, 200}});
}

TEST(SearchLines, TreeSearchWithANet) {
  for (const int threads : {1, 3}) {
    SCOPED_TRACE(threads);
    const Settings settings(find_strategy("zero").parameters, {{"memory", "4"}, {"cache", "1"}});
    const auto player = make_zero(settings, std::make_shared<testing_nets::CentreNet>());
    check_searches(*player, true, {.size = 5}, threads, 300, 200);
  }
}

}  // namespace
}  // namespace losange::players
