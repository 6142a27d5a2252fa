// Alpha-beta from the empty board, by processor time: nodes a second, and the time to a depth. One iteration
// is one whole decision with a fresh table. The goals of the search are set in these (docs/alphabeta.md).
#include <benchmark/benchmark.h>

#include "players/registry.h"

namespace {

using namespace losange;

void decide(benchmark::State& state, const char* player, std::optional<int> depth) {
  const game::GameRecord record(
      game::GameSetup{.size = static_cast<int>(state.range(0)), .swap = false});
  search::Limits limits;
  limits.depth = depth;
  if (!depth) limits.nodes = 2'000'000;
  std::int64_t nodes = 0;
  int reached = 0;
  for (auto _ : state) {
    const auto report = players::make_player(player)->choose(record, limits, {}, {}).report;
    nodes += static_cast<std::int64_t>(report.nodes);
    reached = report.depth;
  }
  state.SetItemsProcessed(nodes);
  state.counters["depth"] = reached;
}

// HexProject's evaluation in the search as it plays, and in its own search.
void MixNodes(benchmark::State& state) { decide(state, "negamax:eval=mix", std::nullopt); }
BENCHMARK(MixNodes)->Arg(7)->Arg(11)->Unit(benchmark::kMillisecond);

void HexprojectNodes(benchmark::State& state) { decide(state, "hexproject:depth=9", std::nullopt); }
BENCHMARK(HexprojectNodes)->Arg(7)->Arg(11)->Unit(benchmark::kMillisecond);

void MixToDepth(benchmark::State& state) {
  decide(state, "negamax:eval=mix", static_cast<int>(state.range(1)));
}
BENCHMARK(MixToDepth)->Args({7, 7})->Args({11, 6})->Unit(benchmark::kMillisecond);

void TwoDistanceNodes(benchmark::State& state) {
  decide(state, "negamax:eval=two-distance", std::nullopt);
}
BENCHMARK(TwoDistanceNodes)->Arg(7)->Arg(11)->Unit(benchmark::kMillisecond);

}  // namespace
