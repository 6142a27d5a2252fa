// What one core can multiply and add at most, in the ways our runtimes do it, with everything in registers or
// the nearest cache. `items_per_second` are operations, two for each multiplication with its sum: what the
// runtimes reach (net_bench.cpp, losange net bench) is to be seen beside it.
#include <benchmark/benchmark.h>

#include <array>

#include "net/byte_products.h"
#include "net/cache_aligned.h"
#include "net/float_lanes.h"
#include "net/matrix_unit.h"

namespace {

using namespace losange;

constexpr int kRounds = 1000, kChains = 12;  // chains that do not wait for each other

void PeakFloat(benchmark::State& state) {
  net::Vector factor = net::Vector{} + 0.999f, addend = net::Vector{} + 1e-3f;
  benchmark::DoNotOptimize(factor);
  benchmark::DoNotOptimize(addend);
  std::array<net::Vector, kChains> sums{};
  for (auto _ : state) {
    for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
      for (auto& sum : sums) sum = sum * factor + addend;
    }
    benchmark::DoNotOptimize(sums);
  }
  state.SetItemsProcessed(state.iterations() * kRounds * kChains * 2 *
                          static_cast<std::int64_t>(net::kWidth));
}
BENCHMARK(PeakFloat);

void PeakBytes(benchmark::State& state) {
  const net::AlignedVector<std::int8_t> weights(net::kLanes * net::kGroup, 3);
  const std::array<std::uint8_t, net::kGroup> input{1, 2, 3, 4};
  const net::ByteWeights w(weights.data());
  const net::ByteInputs x(input.data());
  std::array<std::int32_t, net::kLanes> seen;
  for (auto _ : state) {
    net::ByteSums sums[kChains];
    for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
      for (int j = 0; j < kChains; ++j) sums[j].add(x, w);
    }
    for (const auto& sum : sums) {
      sum.store(seen.data());
      benchmark::DoNotOptimize(seen);
    }
  }
  state.SetItemsProcessed(state.iterations() * kRounds * kChains * 2 *
                          static_cast<std::int64_t>(net::kLanes * net::kGroup));
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
