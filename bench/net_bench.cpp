// One evaluation by every runtime that is built in, on a net of the usual size with random weights:
// the time does not depend on what the net has learnt. `items_per_second` are positions.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"

namespace {

using namespace losange;

void evaluate(benchmark::State& state, const std::string& runtime) {
  net::set_net_threads(1);
  net::Weights weights;
  weights.values = net::newborn_values(weights.config, 1);
  const auto evaluator = net::make_evaluator(weights, "cpu", runtime);
  const auto size = state.range(0), batch = state.range(1);
  base::Random random(2);
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(batch * size * size));
  for (auto& code : codes) code = static_cast<std::uint8_t>(random.below(3));
  net::Evaluations seen;
  for (auto _ : state) {
    evaluator->evaluate(static_cast<int>(size), codes, seen);
    benchmark::DoNotOptimize(seen.value.data());
  }
  state.SetItemsProcessed(state.iterations() * batch);
}

const bool registered = [] {
  for (const auto& runtime : net::built_in_runtimes()) {
    benchmark::RegisterBenchmark(("NetEvaluation/" + runtime).c_str(),
                                 [runtime](benchmark::State& state) { evaluate(state, runtime); })
        ->ArgNames({"size", "batch"})
        ->ArgsProduct({{11, 13}, {1, 8}})
        ->Unit(benchmark::kMicrosecond);
  }
  return true;
}();

}  // namespace
