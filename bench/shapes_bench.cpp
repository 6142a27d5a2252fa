// Hex knowledge: playouts that defend shapes, on 11x11 after a3 (every type with every end) and on 19x19,
// and inferior cells on 11x11 at three stages of a game.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/random.h"
#include "hex/shapes/inferior.h"
#include "hex/shapes/shape_playout.h"

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

// Over 64 random positions with as many stones as the argument says.
void InferiorCells11(benchmark::State& state) {
  base::Random random(2);
  std::vector<hex::Position<2>> positions;
  while (positions.size() < 64) {
    hex::Position<2> position(11, false);
    for (int i = 0; i < state.range(0) && position.outcome() == game::Outcome::Ongoing; ++i) {
      hex::Position<2>::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() == game::Outcome::Ongoing) positions.push_back(position);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(hex::inferior_cells(positions[i++ & 63]));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(InferiorCells11)->ArgName("stones")->Arg(2)->Arg(20)->Arg(40)->Arg(60);

}  // namespace
