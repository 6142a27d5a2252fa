// Nets from files, one instance a file for the whole program, while anyone holds it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "net/input/evaluator.h"
#include "net/value/value_net.h"

namespace losange::net {

// On the CPU, but for the runtime "cuda". Throws base::UserError as read_weights() and make_evaluator() do.
std::shared_ptr<const Evaluator> shared_evaluator(const std::filesystem::path& path,
                                                  const std::string& runtime = "auto");

// A file of ours or of TorchScript; `device` is cpu, cuda or auto. Throws base::UserError: missing, damaged, of a newer
// version, a forward that takes something else, the wrong number of features, CUDA that is not there, LibTorch that is
// not built in.
std::shared_ptr<const ValueNet> shared_value_net(const std::filesystem::path& path,
                                                 const std::string& device);

}  // namespace losange::net
