#include "web/program/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/clock.h"
#include "net/cpu/instruction_set.h"
#include "net/file/weights.h"
#include "net/runtimes.h"
#include "study/engine/fixed_work.h"

namespace losange::web {

void measure_work() {
  const auto all = study::do_fixed_work();
  for (const auto& row : all) fmt::print("{:<52} {:>12.0f} {}\n", row.work, row.rate(), row.unit);
  fmt::print("signature {}\n", study::signature_of(all));
}

void measure_net(const std::string& file) {
  constexpr int kSize = 11, kCells = kSize * kSize;
  constexpr double kSeconds = 2;
  const auto weights = net::read_weights(file);
  fmt::print("instructions: {}\n", net::instruction_set().name);
  for (const auto& runtime : net::built_in_runtimes()) {
    const auto evaluator = net::make_evaluator(weights, "cpu", runtime);
    for (const int batch : {1, 8}) {
      const std::vector<std::uint8_t> codes(static_cast<std::size_t>(batch * kCells));
      net::Evaluations out;
      evaluator->evaluate(kSize, codes, out);  // the first one makes its tables
      // The fastest call: a browser does not tell how long a thread had the processor.
      double fastest = kSeconds;
      for (const base::Stopwatch all; all.seconds() < kSeconds;) {
        const base::Stopwatch one;
        evaluator->evaluate(kSize, codes, out);
        fastest = std::min(fastest, one.seconds());
      }
      fmt::print("{:<10} batch {} {:>6.0f} evaluations/s\n", runtime, batch, batch / fastest);
    }
  }
}

}  // namespace losange::web
