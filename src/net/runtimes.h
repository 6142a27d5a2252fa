// Which runtime answers for a net: our own in 8 bits or in float, or LibTorch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "net/file/weights.h"
#include "net/input/evaluator.h"

namespace losange::net {

// The names of those that can run a net on this CPU, as "auto" prefers them: "int8", which rounds, where the CPU
// multiplies bytes so fast that it is ahead, else last; "winograd" in float, and "libtorch" where it is built in.
std::vector<std::string> built_in_runtimes();
// `device`: "cpu", "cuda", or "auto" for CUDA where there is one. `runtime`: a name from above, or "auto",
// which takes LibTorch on CUDA and the first of those above on a CPU, or "float", which does the same among
// those in float. Throws base::UserError that says what to install or to choose instead.
std::unique_ptr<Evaluator> make_evaluator(const Weights& weights, const std::string& device,
                                          const std::string& runtime = "auto");
// Throws base::UserError unless it is auto, cpu or cuda.
void check_device(const std::string& device);

}  // namespace losange::net
