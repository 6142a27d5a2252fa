// Monte-Carlo tree search: descents a second from the opening a3 on 11x11, the figure the goals of the
// search are set in. One benchmark iteration is one whole decision, with a fresh tree.
#include <benchmark/benchmark.h>

#include "players/registry.h"

namespace {

using namespace losange;

void decide(benchmark::State& state, const char* player, std::uint64_t descents) {
  game::GameRecord record(game::GameSetup{.size = 11, .swap = false});
  record.play({game::Side::First, "a3"});
  search::Limits limits;
  limits.nodes = descents;
  limits.threads = static_cast<int>(state.range(0));
  const auto engine = players::make_player(player);
  std::int64_t done = 0;
  for (auto _ : state) {
    done += static_cast<std::int64_t>(engine->choose(record, limits, {}, {}).report.nodes);
  }
  state.SetItemsProcessed(done);
}

// YOPT's standard: 16,000 descents, and what fits into about a second.
void Standard(benchmark::State& state) { decide(state, "yopt", 16'000); }
BENCHMARK(Standard)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void StandardSecond(benchmark::State& state) { decide(state, "yopt:descents=150000", 150'000); }
BENCHMARK(StandardSecond)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void Default(benchmark::State& state) { decide(state, "mcts:reuse=false,early=false", 150'000); }
BENCHMARK(Default)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
