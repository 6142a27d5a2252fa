// Takes the place of the LibTorch sources in a build without it.
#include <cstdlib>

#include "net/runtimes.h"

namespace losange::net {

bool has_libtorch() { return false; }
bool has_cuda() { return false; }

std::unique_ptr<Evaluator> make_torch_evaluator(const Weights&, const std::string&) { std::abort(); }

void set_net_threads(int) {}

}  // namespace losange::net
