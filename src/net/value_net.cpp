#include "net/value_net.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <mutex>

#include "base/error.h"
#include "net/board_graph.h"
#include "net/evaluator.h"
#include "net/position_features.h"
#include "net/runtimes.h"

namespace losange::net {

namespace {

// TorchScript files are zip archives.
bool is_archive(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char first[2] = {};
  file.read(first, 2);
  return file && first[0] == 'P' && first[1] == 'K';
}

std::unique_ptr<ValueNet> load(const std::filesystem::path& path, const std::string& device) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    throw base::UserError(fmt::format(
        "there is no net {}: name a file of TorchScript (.pt) or of losange (.safetensors)",
        path.string()));
  }
  check_device(device);
  if (!is_archive(path)) {
    if (path.extension() != ".safetensors") {
      throw base::UserError(fmt::format(
          "{} is neither TorchScript nor a net of losange: it is damaged, or another kind of file",
          path.string()));
    }
    if (device == "cuda") {
      throw base::UserError(
          fmt::format("{} runs on the CPU: for CUDA, name its TorchScript file", path.string()));
    }
    return make_value_net(read_value_weights(path));
  }
  if (!has_libtorch()) {
    throw base::UserError(
        fmt::format("{} is TorchScript, which needs LibTorch: start losange-torch instead, which "
                    "is built where the package "
                    "libtorch-dev is installed, or name a .safetensors file",
                    path.string()));
  }
  return load_torch_script(path, device);
}

}  // namespace

template <int W>
void append_question(ValueKind kind, const hex::Position<W>& position,
                     std::vector<float>& questions) {
  if (kind == ValueKind::Graph) {
    const NodeFeatures features(position);
    questions.insert(questions.end(), features.values().begin(), features.values().end());
    return;
  }
  questions.resize(questions.size() + kPositionFeatures);
  write_position_features(position, questions.data() + questions.size() - kPositionFeatures);
}

template void append_question<2>(ValueKind, const hex::Position<2>&, std::vector<float>&);
template void append_question<4>(ValueKind, const hex::Position<4>&, std::vector<float>&);
template void append_question<6>(ValueKind, const hex::Position<6>&, std::vector<float>&);

std::shared_ptr<const ValueNet> shared_value_net(const std::filesystem::path& path,
                                                 const std::string& device) {
  static std::mutex mutex;
  static std::map<std::pair<std::filesystem::path, std::string>, std::weak_ptr<const ValueNet>>
      open;
  const std::lock_guard lock(mutex);
  auto& entry = open[{std::filesystem::absolute(path), device}];
  if (auto there = entry.lock()) return there;
  const std::shared_ptr<const ValueNet> made = load(path, device);
  entry = made;
  return made;
}

}  // namespace losange::net
