// Every engine with every evaluation on every kind of board ends within 50 ms of its limit and of a stop request.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include "cpu_time.h"
#include "draughts/rules/rules.h"
#include "players/game/any_position.h"
#include "players/registry.h"

namespace losange::players {
namespace {

using testing_time::CpuWatch;
using testing_time::kPromise_s;

// An engine with each of its evaluations, by itself where it has none. Endings are not solved on the way.
std::vector<std::string> specs_of(const Strategy& strategy) {
  const auto& parameters = strategy.parameters;
  const auto has = [&](const char* name) {
    return std::find_if(parameters.begin(), parameters.end(),
                        [&](const Parameter& p) { return p.name == name; });
  };
  const std::string common = has("endings") == parameters.end() ? "" : ",endings=0";
  const auto evaluations = has("eval");
  if (evaluations == parameters.end()) return {strategy.name};
  std::vector<std::string> specs;
  for (const auto& choice : evaluations->choices)
    specs.push_back(fmt::format("{}:eval={}{}", strategy.name, choice, common));
  return specs;
}

std::vector<game::GameSetup> boards_of(const Strategy& strategy) {
  std::vector<game::GameSetup> boards;
  if (strategy.plays("hex")) {
    for (const int size : {5, 11, 14, 19}) boards.push_back({.size = size, .swap = false});
  }
  if (strategy.plays("draughts")) {
    for (const auto& rules : draughts::all_rules()) {
      for (const int size : rules.sizes)
        boards.push_back({.game = "draughts", .size = size, .variant = std::string(rules.name)});
    }
  }
  return boards;
}

void expect_timely(Player& player, const game::GameRecord& record,
                   base::Millis time = base::Millis(10)) {
  search::Limits limits;
  limits.time = time;
  CpuWatch watch;
  player.choose(record, limits, {}, {});
  EXPECT_LT(watch.seconds(), base::to_seconds(time) + kPromise_s) << "past its time";

  std::stop_source stop;
  stop.request_stop();
  limits.time = base::Millis(3'600'000);
  watch.restart();
  player.choose(record, limits, {}, stop.get_token());
  EXPECT_LT(watch.seconds(), kPromise_s) << "past a stop";
}

TEST(SearchEnd, IsWithin50MsForEveryEngineEvaluationAndBoard) {
  for (const auto& strategy : strategies()) {
    if (!strategy.engine) continue;
    for (const auto& spec : specs_of(strategy)) {
      const auto player = make_player(spec);
      for (const auto& setup : boards_of(strategy)) {
        SCOPED_TRACE(spec + " on " + setup.game + " " + setup.variant + " " +
                     std::to_string(setup.size));
        game::GameRecord record(setup);
        record.play({game::Side::First, make_position(setup)->legal_moves()[2]});
        expect_timely(*player, record);
      }
    }
  }
}

// Settings that say how much is done at once, at their most.
TEST(SearchEnd, IsWithin50MsHoweverMuchIsDoneAtOnce) {
  for (const char* spec : {"zero:batch=1024", "negamax-gnn:batch=1024", "negamax-mlp:batch=1024",
                           "mcts:playouts=1000", "mcts:end=shapes,playouts=1000"}) {
    const auto player = make_player(spec);
    for (const int size : {11, 19}) {
      SCOPED_TRACE(spec + (" on " + std::to_string(size)));
      const game::GameSetup setup{.size = size, .swap = false};
      game::GameRecord record(setup);
      // The centre: then many moves look alike, and a batch fills.
      const auto moves = make_position(setup)->legal_moves();
      record.play({game::Side::First, moves[moves.size() / 2]});
      expect_timely(*player, record, base::Millis(30));
    }
  }
}

}  // namespace
}  // namespace losange::players
