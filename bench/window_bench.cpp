// A frame of the game screen with a tree of a thousand moves beside the board, drawn anew as after every move of the
// pointer.
#include <benchmark/benchmark.h>

#include "game/record.h"
#include "window/ui/ui.h"

namespace {

using namespace losange;

// A line of a hundred moves, and a variation of nine after each of its positions.
game::GameRecord thousand_moves() {
  game::GameRecord record({.size = 19, .swap = false});
  const auto play = [&](game::NodeId parent, int cell, int number) {
    const auto side = number % 2 == 0 ? game::Side::First : game::Side::Second;
    return record.add_child(
        parent, {side, static_cast<char>('a' + cell % 19) + std::to_string(cell / 19 + 1)});
  };
  game::NodeId line = game::kRoot;
  for (int i = 0; i < 100; ++i) {
    game::NodeId variation = line;
    line = play(line, i, i);
    for (int k = 0; k < 9; ++k) variation = play(variation, 120 + (i * 9 + k) % 200, i + k);
  }
  record.go_to(line);
  return record;
}

void TreeFrame(benchmark::State& state) {
  const auto measure = [](std::string_view text, double size, window::Weight) {
    return 0.5 * size * static_cast<double>(text.size());
  };
  window::Ui ui({}, measure, {});
  ui.load_game(thousand_moves());
  for (auto _ : state) {
    ui.resize(1280, 800);
    benchmark::DoNotOptimize(ui.frame().scene.size());
  }
}
BENCHMARK(TreeFrame)->Unit(benchmark::kMicrosecond);

}  // namespace
