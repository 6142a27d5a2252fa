#include "commands/common/torch_program.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "net/torch/torch.h"

namespace losange::commands {

void continue_with_torch(int argc, char** argv) {
  if (net::has_libtorch() || argc < 2) return;
  const std::string_view command = argv[1];
  const bool plays_by_torch = std::any_of(argv + 2, argv + argc, [](const char* text) {
    const std::string_view argument = text;
    const auto has = [&](std::string_view part) { return argument.find(part) != argument.npos; };
    return (has("model=") && has(".pt")) || has("runtime=libtorch") || has("runtime=cuda");
  });
  if (command != "train" && command != "gate" && command != "net" && !plays_by_torch) return;
  std::error_code error;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  ::execv((here.parent_path() / "losange-torch").c_str(), argv);  // returns only when it failed
}

}  // namespace losange::commands
