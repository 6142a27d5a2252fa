// What LibTorch does for the net, without its headers. A program is linked with LibTorch or with stand-ins
// (without_torch.cpp), which throw NeedsLibTorch.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/value/value_net.h"

namespace losange::net {

// Training needs LibTorch; playing needs any runtime.
bool has_libtorch();
// What was asked for cannot be done without it. The program then goes on in its twin that has it
// (commands/start/twins.h).
class NeedsLibTorch : public base::UserError {
 public:
  explicit NeedsLibTorch(const std::string& what)
      : UserError("net.needs-libtorch",
                  "{} needs LibTorch: start losange-torch instead; it comes with the package of "
                  "that name, and in a build of your own where libtorch-dev is installed",
                  what) {}
};
// False in a build without LibTorch, too.
bool has_cuda();
// Threads that LibTorch may use for one call made by the calling thread; other runtimes have none.
void set_net_threads(int threads);

// Precondition of the second: the file is there.
std::unique_ptr<Evaluator> make_torch_evaluator(const Weights& weights, const std::string& device);
std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path& path,
                                            const std::string& device);
// As TorchScript whose forward takes codes [positions, size, size] (net/input/board_codes.h) and gives Q, policy
// [positions, cells] and value [positions]. Both throw base::UserError.
void write_torch_script(const std::filesystem::path& path, const Weights& weights);
void write_torch_script(const std::filesystem::path& path, const ValueWeights& weights);

}  // namespace losange::net
