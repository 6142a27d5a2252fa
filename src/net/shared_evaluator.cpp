#include <map>
#include <mutex>
#include <utility>

#include "net/evaluator.h"

namespace losange::net {

std::shared_ptr<const Evaluator> shared_evaluator(const std::filesystem::path& path,
                                                  const std::string& runtime) {
  static std::mutex mutex;
  static std::map<std::pair<std::filesystem::path, std::string>, std::weak_ptr<const Evaluator>>
      open;
  const std::lock_guard lock(mutex);
  auto& entry = open[{std::filesystem::absolute(path), runtime}];
  if (auto there = entry.lock()) return there;
  const bool on_gpu = runtime == "cuda";
  std::shared_ptr<const Evaluator> made =
      make_evaluator(read_weights(path), on_gpu ? "cuda" : "cpu", on_gpu ? "auto" : runtime);
  entry = made;
  return made;
}

}  // namespace losange::net
