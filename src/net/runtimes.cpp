#include "net/runtimes.h"

#include <algorithm>

#include "base/error.h"
#include "net/cpu/instruction_set.h"
#include "net/evaluators/evaluators.h"
#include "net/torch/torch.h"

namespace losange::net {

namespace {

constexpr const char* kLibTorch = "libtorch";
constexpr const char* kInt8 = "int8";
constexpr const char* kWinograd = "winograd";

// The first there is, or the first in float.
std::string best_runtime(const std::string& device, bool in_float) {
  if (device == "cuda" || (device == "auto" && has_cuda())) return kLibTorch;
  auto there = built_in_runtimes();
  if (in_float) std::erase(there, kInt8);
  return there.front();
}

void check_runtime(const std::string& runtime) {
  const auto there = built_in_runtimes();
  if (std::find(there.begin(), there.end(), runtime) != there.end()) return;
  throw base::UserError("net.runtime", "there is no runtime '{}' here: choose auto or one of {}",
                        runtime, there);
}

}  // namespace

void check_device(const std::string& device) {
  if (device == "cpu" || device == "cuda" || device == "auto") return;
  throw base::UserError("net.device", "there is no device '{}': choose auto, cpu or cuda", device);
}

std::vector<std::string> built_in_runtimes() {
  std::vector<std::string> there;
  const bool fast_bytes = instruction_set().exact->fast_bytes;
  if (fast_bytes) there.push_back(kInt8);
  there.push_back(kWinograd);
  if (has_libtorch()) there.push_back(kLibTorch);
  if (!fast_bytes) there.push_back(kInt8);
  return there;
}

std::unique_ptr<Evaluator> make_evaluator(const Weights& weights, const std::string& device,
                                          const std::string& runtime) {
  check_device(device);
  const bool in_float = runtime == "float";
  const std::string chosen =
      runtime == "auto" || in_float ? best_runtime(device, in_float) : runtime;
  if (chosen == kLibTorch) return make_torch_evaluator(weights, device);
  check_runtime(chosen);
  if (device == "cuda") {
    throw base::UserError("net.runtime-cuda", "the runtime {} has no CUDA: choose the runtime {}",
                          chosen, kLibTorch);
  }
  if (chosen == kInt8) return make_int8_evaluator(weights);
  return make_winograd_evaluator(weights);
}

}  // namespace losange::net
