// One evaluation by every runtime that is built in and by each kind of value net, on nets of the usual size with random
// weights: the time does not depend on what a net has learnt. `items_per_second` are positions.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "net/value/value_net.h"

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

void evaluate_value(benchmark::State& state, net::ValueKind kind, int hidden) {
  const auto net = net::make_value_net(net::newborn_value_net({kind, hidden, 3}, 1));
  const auto size = static_cast<int>(state.range(0));
  std::vector<float> questions;
  net::append_question(kind, hex::Position<2>(size, false), questions);
  float value = 0;
  for (auto _ : state) {
    net->evaluate(size, questions, {&value, 1});
    benchmark::DoNotOptimize(value);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(evaluate_value, Perceptron, net::ValueKind::Perceptron, 64)->Arg(11);
BENCHMARK_CAPTURE(evaluate_value, Graph, net::ValueKind::Graph, 128)->Arg(11);

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
