// Hex: playouts and moves. The scratch playout is the yardstick: what forty lines without any of the
// real types reach, so that what the types cost (or gain) is seen in one run.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <numeric>

#include "base/random.h"
#include "hex/board/playout.h"
#include "hex/board/position.h"

namespace {

using namespace losange;

// Shuffles the cells, gives the first 61 to First, and floods row by row: a run of a row is filled
// by doubling shifts, and rows are swept down and up until nothing changes.
class ScratchBoard {
 public:
  explicit ScratchBoard(std::uint64_t seed) : random_(seed) {
    std::iota(cells_.begin(), cells_.end(), std::uint8_t{0});
  }

  bool first_wins() {
    std::array<std::uint32_t, 13> own{};
    for (std::uint32_t i = 0; i < 61; ++i) {
      const std::uint32_t j = i + static_cast<std::uint32_t>((random_() >> 32) * (121 - i) >> 32);
      std::swap(cells_[i], cells_[j]);
      own[1 + cells_[i] / 11] |= 1u << cells_[i] % 11;
    }
    std::array<std::uint32_t, 13> reached{};
    reached[1] = own[1];
    for (bool changed = true; changed && reached[11] == 0;) {
      changed = false;
      for (int row = 1; row <= 11; ++row) {
        std::uint32_t seeds = reached[row];
        seeds |=
            (reached[row - 1] | reached[row - 1] >> 1 | reached[row + 1] | reached[row + 1] << 1) &
            own[row];
        std::uint32_t left = own[row], right = own[row];
        for (const int step : {1, 2, 4, 8}) {
          seeds |= (seeds << step & left) | (seeds >> step & right);
          left &= left << step;
          right &= right >> step;
        }
        changed |= seeds != reached[row];
        reached[row] = seeds;
      }
    }
    return reached[11] != 0;
  }

 private:
  base::Random random_;
  std::array<std::uint8_t, 121> cells_;
};

void ScratchPlayout11(benchmark::State& state) {
  ScratchBoard board(1);
  int wins = 0;
  for (auto _ : state) wins += board.first_wins() ? 1 : 0;
  benchmark::DoNotOptimize(wins);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(ScratchPlayout11);

template <int W>
void UniformPlayout(benchmark::State& state) {
  const hex::Position<W> position(static_cast<int>(state.range(0)), false);
  base::Random random(1);
  int wins = 0;
  for (auto _ : state) {
    wins += hex::uniform_playout(position, random) == game::Side::First ? 1 : 0;
  }
  benchmark::DoNotOptimize(wins);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(UniformPlayout<2>)->Arg(7)->Arg(11);
BENCHMARK(UniformPlayout<4>)->Arg(11)->Arg(13);
BENCHMARK(UniformPlayout<6>)->Arg(11)->Arg(19);

template <int W>
void RandomGame(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  base::Random random(1);
  std::int64_t moves_played = 0;
  for (auto _ : state) {
    hex::Position<W> position(size, false);
    typename hex::Position<W>::Moves moves;
    for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      ++moves_played;
    }
    benchmark::DoNotOptimize(position.hash());
  }
  state.SetItemsProcessed(moves_played);
}
BENCHMARK(RandomGame<2>)->Arg(11);
BENCHMARK(RandomGame<6>)->Arg(19);

void PlayOneMove(benchmark::State& state) {
  const hex::Position<2> start(11, false);
  int cell = 0;
  for (auto _ : state) {
    auto position = start;
    position.play(hex::Move::at(cell));
    cell = cell == 120 ? 0 : cell + 1;
    benchmark::DoNotOptimize(position);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(PlayOneMove);

void WinningCells(benchmark::State& state) {
  hex::Position<2> position(11, false);
  base::Random random(3);
  for (int i = 0; i < 60 && position.outcome() == game::Outcome::Ongoing; ++i) {
    hex::Position<2>::Moves moves;
    position.legal_moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  for (auto _ : state) benchmark::DoNotOptimize(position.winning_cells(game::Side::First));
}
BENCHMARK(WinningCells);

}  // namespace
