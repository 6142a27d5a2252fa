// What one core can multiply and add at most, in the ways our runtimes do it, with everything in registers or
// the nearest cache. `items_per_second` are operations, two for each multiplication with its sum: what the
// runtimes reach (net_bench.cpp, losange net bench) is to be seen beside it.
#include <benchmark/benchmark.h>

#include <array>

#include "net/cpu/byte_products.h"
#include "net/cpu/cache_aligned.h"
#include "net/cpu/float_lanes.h"
#include "net/cpu/matrix_unit.h"

namespace {

using namespace losange;

constexpr int kRounds = 1000, kChains = 12;  // chains that do not wait for each other

void PeakFloat(benchmark::State& state) {
  net::Vector factor{};
  std::array<net::Vector, kChains> given{}, sums{};
  benchmark::DoNotOptimize(given);
  const auto inputs = given;  // which nobody else sees: it stays in registers
  for (auto _ : state) {
    for (int i = 0; i < kRounds; ++i) {
      benchmark::DoNotOptimize(factor);  // or the products would be the same in every round
#pragma GCC unroll 12
      for (std::size_t j = 0; j < kChains; ++j) sums[j] += inputs[j] * factor;
    }
    net::Vector total{};
    for (const auto& sum : sums) total += sum;
    benchmark::DoNotOptimize(total);
  }
  state.SetItemsProcessed(state.iterations() * kRounds * kChains * 2 *
                          static_cast<std::int64_t>(net::kWidth));
}
BENCHMARK(PeakFloat);

void PeakBytes(benchmark::State& state) {
  // The tile of the convolution, always over the same few numbers.
  constexpr std::size_t kProducts = net::kStepGroups * net::kGroup;
  net::AlignedVector<std::int8_t> weights(net::kTileVectors * net::kLanes * kProducts, 3);
  net::AlignedVector<std::uint8_t> input(kProducts, 1);
  std::array<const std::uint8_t*, net::kTileCells> from;
  from.fill(input.data());
  std::array<std::int32_t, net::kLanes> seen;
  for (auto _ : state) {
    benchmark::DoNotOptimize(weights.data());
    benchmark::ClobberMemory();
    net::ByteSums sums[net::kTileCells][net::kTileVectors];
    for (int i = 0; i < kRounds; ++i) net::add_step(sums, from, 0, weights.data());
    for (const auto& cell : sums) {
      for (const auto& sum : cell) {
        sum.store(seen.data());
        benchmark::DoNotOptimize(seen);
      }
    }
  }
  state.SetItemsProcessed(
      state.iterations() * kRounds * 2 *
      static_cast<std::int64_t>(net::kTileCells * net::kTileVectors * net::kLanes * kProducts));
}
BENCHMARK(PeakBytes);

void PeakMatrixUnit(benchmark::State& state) {
  if (!net::matrix_unit_works()) return state.SkipWithError("this CPU has no matrix unit");
  constexpr std::size_t kSteps = 9, kRows = 2 * net::kUnitRows;
  const net::AlignedVector<std::uint8_t> rows(kRows * net::kUnitInputs, 1);
  const net::AlignedVector<std::int8_t> weights(2 * kSteps * net::kUnitInputs * net::kLanes, 1);
  const std::array<std::ptrdiff_t, kSteps> shifts{};
  const net::MatrixUnit unit;
  net::UnitSums sums;
  for (auto _ : state) {
    unit.multiply({rows.data(), net::kUnitInputs, shifts.data(), kSteps, weights.data(),
                   kSteps * net::kUnitInputs * net::kLanes, true},
                  sums);
    benchmark::DoNotOptimize(sums);
  }
  state.SetItemsProcessed(
      state.iterations() *
      static_cast<std::int64_t>(2 * kRows * 2 * net::kLanes * kSteps * net::kUnitInputs));
}
BENCHMARK(PeakMatrixUnit);

}  // namespace
