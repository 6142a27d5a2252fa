// What one core can multiply and add at most, in the ways our runtimes do it, with everything in registers or
// the nearest cache, for every instruction set that this CPU has. `items_per_second` are operations, two for each
// multiplication with its sum: what the runtimes reach (net_bench.cpp, losange net bench) is to be seen beside it.
#include <benchmark/benchmark.h>

#include <string>

#include "net/cpu/instruction_set.h"

namespace {

using namespace losange;

constexpr std::size_t kRounds = 1000;

template <class Peak>
void add(const std::string& name, Peak peak) {
  benchmark::RegisterBenchmark(name.c_str(), [peak](benchmark::State& state) {
    std::size_t products = 0;
    for (auto _ : state) products += peak(kRounds);
    state.SetItemsProcessed(2 * static_cast<std::int64_t>(products));
  });
}

[[maybe_unused]] const bool kAdded = [] {
  for (const auto& set : net::instruction_sets()) {
    add(std::string("PeakBytes/") + set.name, set.exact->peak);
    add(std::string("PeakFloat/") + set.name, set.floats->peak);
  }
  return true;
}();

}  // namespace
