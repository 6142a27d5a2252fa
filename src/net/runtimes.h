// The runtimes that may be built in, each in its own sources; a build without one has a stand-in that
// says so. Only runtimes.cpp, which chooses, and value_net.cpp call these.
#pragma once

#include <memory>
#include <string>

#include "net/evaluator.h"

namespace losange::net {

// Throws base::UserError unless it is auto, cpu or cuda.
void check_device(const std::string& device);
// False in a build without LibTorch, too.
bool has_cuda();

// Precondition: it is built in.
std::unique_ptr<Evaluator> make_torch_evaluator(const Weights& weights, const std::string& device);
std::unique_ptr<Evaluator> make_int8_evaluator(const Weights& weights);
std::unique_ptr<Evaluator> make_winograd_evaluator(const Weights& weights);

}  // namespace losange::net
