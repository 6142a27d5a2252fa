// Playouts that defend shapes, on 11x11 after a3: every type with every end, and type 4 on 19x19.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "hex/shape_playout.h"

namespace {

using namespace losange;

template <int W>
void run_playouts(benchmark::State& state, int size) {
  hex::Position<W> position(size, false);
  const auto opening = hex::Move::at(2 * size);
  position.play(opening);
  hex::ShapePlayout<W> playout(static_cast<hex::ShapeType>(state.range(0)),
                               static_cast<hex::PlayoutEnd>(state.range(1)));
  base::Random random(1);
  int wins = 0;
  for (auto _ : state) {
    wins += playout.play(position, opening, random).winner == game::Side::First ? 1 : 0;
  }
  benchmark::DoNotOptimize(wins);
  state.SetItemsProcessed(state.iterations());
}

void ShapePlayout11(benchmark::State& state) { run_playouts<2>(state, 11); }
BENCHMARK(ShapePlayout11)->ArgNames({"type", "end"})->ArgsProduct({{1, 2, 3, 4}, {0, 1, 2}});

void ShapePlayout19(benchmark::State& state) { run_playouts<6>(state, 19); }
BENCHMARK(ShapePlayout19)->ArgNames({"type", "end"})->Args({2, 0})->Args({4, 0});

}  // namespace
