#include "commands/common/torch_program.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include "net/torch/torch.h"

namespace losange::commands {

bool needs_torch(std::string_view command, std::span<const std::string_view> words) {
  const bool plays_by_torch = std::any_of(words.begin(), words.end(), [](std::string_view word) {
    const auto has = [&](std::string_view part) { return word.find(part) != word.npos; };
    return (has("model=") && has(".pt")) || has("runtime=libtorch") || has("runtime=cuda");
  });
  if (plays_by_torch || command == "gate" || command == "net") return true;
  if (command != "train") return false;
  // The patterns of draughts are learnt without it.
  constexpr std::string_view kGame[] = {"--game", "draughts"};
  return std::search(words.begin(), words.end(), std::begin(kGame), std::end(kGame)) ==
             words.end() &&
         std::find(words.begin(), words.end(), "--game=draughts") == words.end();
}

void continue_with_torch(int argc, char** argv) {
  if (net::has_libtorch() || argc < 2) return;
  const std::string_view command = argv[1];
  const std::vector<std::string_view> words(argv + 2, argv + argc);
  if (!needs_torch(command, words)) return;
  std::error_code error;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  ::execv((here.parent_path() / "losange-torch").c_str(), argv);  // returns only when it failed
}

}  // namespace losange::commands
