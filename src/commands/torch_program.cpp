#include "commands/torch_program.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "net/evaluator.h"

namespace losange::commands {

void continue_with_torch(int argc, char** argv) {
  if (net::has_libtorch() || argc < 2) return;
  const std::string_view command = argv[1];
  const bool plays_torch_script = std::any_of(argv + 2, argv + argc, [](const char* text) {
    const std::string_view argument = text;
    return argument.find("model=") != argument.npos && argument.find(".pt") != argument.npos;
  });
  if (command != "train" && command != "gate" && command != "net" && !plays_torch_script) return;
  std::error_code error;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  ::execv((here.parent_path() / "losange-torch").c_str(), argv);  // returns only when it failed
}

}  // namespace losange::commands
