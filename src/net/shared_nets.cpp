#include "net/shared_nets.h"

#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "net/file/weights.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"

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
    throw base::UserError(
        "net.no-file",
        "there is no net {}: name a file of TorchScript (.pt) or of losange (.safetensors)",
        path.string());
  }
  check_device(device);
  if (!is_archive(path)) {
    if (path.extension() != ".safetensors") {
      throw base::UserError(
          "net.neither",
          "{} is neither TorchScript nor a net of losange: it is damaged, or another kind of file",
          path.string());
    }
    if (device == "cuda") {
      throw base::UserError(
          "net.cpu-only", "{} runs on the CPU: for CUDA, name its TorchScript file", path.string());
    }
    return make_value_net(read_value_weights(path));
  }
  return load_torch_script(path, device);
}

// What is open, by its file and what runs it.
template <class Net>
class Shelf {
 public:
  std::shared_ptr<const Net> get(const std::filesystem::path& path, const std::string& how,
                                 const std::function<std::unique_ptr<Net>()>& make) {
    const std::lock_guard lock(mutex_);
    auto& entry = open_[{std::filesystem::absolute(path), how}];
    if (auto there = entry.lock()) return there;
    std::shared_ptr<const Net> made = make();
    entry = made;
    return made;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::filesystem::path, std::string>, std::weak_ptr<const Net>> open_;
};

}  // namespace

std::shared_ptr<const Evaluator> shared_evaluator(const std::filesystem::path& path,
                                                  const std::string& runtime) {
  static Shelf<Evaluator> shelf;
  return shelf.get(path, runtime, [&] {
    const bool on_gpu = runtime == "cuda";
    return make_evaluator(read_weights(path), on_gpu ? "cuda" : "cpu", on_gpu ? "auto" : runtime);
  });
}

std::shared_ptr<const ValueNet> shared_value_net(const std::filesystem::path& path,
                                                 const std::string& device) {
  static Shelf<ValueNet> shelf;
  return shelf.get(path, device, [&] { return load(path, device); });
}

}  // namespace losange::net
