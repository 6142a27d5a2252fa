// Takes the place of the LibTorch sources in a build without it.
#include <cstdlib>

#include "net/torch/torch.h"

namespace losange::net {

bool has_libtorch() { return false; }
bool has_cuda() { return false; }

std::unique_ptr<Evaluator> make_torch_evaluator(const Weights&, const std::string&) {
  std::abort();
}
std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path&, const std::string&) {
  std::abort();
}
void write_torch_script(const std::filesystem::path&, const ValueWeights&) { std::abort(); }
void write_torch_script(const std::filesystem::path&, const Weights&) { std::abort(); }

void set_net_threads(int) {}

}  // namespace losange::net
