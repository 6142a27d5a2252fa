// What LibTorch does for the net, without its headers. A program is linked with LibTorch or with stand-ins
// (without_torch.cpp): who calls what has a precondition asks has_libtorch() first.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/value/value_net.h"

namespace losange::net {

// Training needs LibTorch; playing needs any runtime.
bool has_libtorch();
// False in a build without LibTorch, too.
bool has_cuda();
// Threads that LibTorch may use for one call made by the calling thread; other runtimes have none.
void set_net_threads(int threads);

// Precondition of all: LibTorch is built in; of the second: the file is there.
std::unique_ptr<Evaluator> make_torch_evaluator(const Weights& weights, const std::string& device);
std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path& path,
                                            const std::string& device);
// As TorchScript whose forward takes codes [positions, size, size] (net/input/board_codes.h) and gives Q, policy
// [positions, cells] and value [positions]. Both throw base::UserError.
void write_torch_script(const std::filesystem::path& path, const Weights& weights);
void write_torch_script(const std::filesystem::path& path, const ValueWeights& weights);

}  // namespace losange::net
