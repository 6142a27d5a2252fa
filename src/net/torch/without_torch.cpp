// Takes the place of the LibTorch sources in a build without it.
#include "net/torch/torch.h"

namespace losange::net {

bool has_libtorch() { return false; }
bool has_cuda() { return false; }

std::unique_ptr<Evaluator> make_torch_evaluator(const Weights&, const std::string& device) {
  throw NeedsLibTorch(device == "cuda" ? "CUDA" : "the runtime libtorch");
}
std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path& path, const std::string&) {
  throw NeedsLibTorch(path.string());
}
void write_torch_script(const std::filesystem::path& path, const ValueWeights&) {
  throw NeedsLibTorch(path.string());
}
void write_torch_script(const std::filesystem::path& path, const Weights&) {
  throw NeedsLibTorch(path.string());
}

void set_net_threads(int) {}

}  // namespace losange::net
