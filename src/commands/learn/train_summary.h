// What `losange train` says at the end of a sitting, by whatever method.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/aside.h"
#include "train/common/training_loop.h"

namespace losange::commands {

// `after` so much of it, `result` is there.
inline void tell(const train::TrainingSummary& summary, const std::string& after,
                 const std::string& result) {
  fmt::print(
      "{} after {}{}: {}\n", summary.complete ? "complete" : "stopped", after,
      summary.inside ? fmt::format(", inside round {}, which is kept", summary.round + 1) : "",
      result);
  if (!summary.complete) base::say_aside("losange: the same command goes on with it\n");
}

}  // namespace losange::commands
