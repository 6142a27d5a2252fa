#include "commands/start/twins.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/system/file.h"
#include "commands/common/programs.h"
#include "commands/start/play_program.h"
#include "net/cpu/instruction_set.h"
#include "net/torch/torch.h"
#include "window/sfml/window.h"

namespace losange::commands {

namespace {

bool is_this_program(const std::string& path) {
  std::error_code error;
  return std::filesystem::equivalent(path, "/proc/self/exe", error);
}

bool names_a_player_of_libtorch(std::string_view argument) {
  const auto has = [&](std::string_view part) { return argument.find(part) != argument.npos; };
  return (has("model=") && has(".pt")) || has("runtime=libtorch") || has("runtime=cuda");
}

}  // namespace

bool may_use_torch(std::string_view command, std::span<const std::string_view> words) {
  if (std::any_of(words.begin(), words.end(), names_a_player_of_libtorch)) return true;
  // The others of `net` ask for it by net::NeedsLibTorch.
  if (command == "net") return !words.empty() && words.front() == "bench";
  if (command != "train") return command == "gate";
  // The patterns of draughts are learnt without it.
  constexpr std::string_view kGame[] = {"--game", "draughts"};
  return std::search(words.begin(), words.end(), std::begin(kGame), std::end(kGame)) ==
             words.end() &&
         std::find(words.begin(), words.end(), "--game=draughts") == words.end();
}

void continue_in_torch_twin(int argc, char** argv) {
  if (argc < 2 || net::has_libtorch()) return;
  const std::vector<std::string_view> words(argv + 2, argv + argc);
  const bool needs_it = std::any_of(words.begin(), words.end(), names_a_player_of_libtorch);
  if (needs_it || (may_use_torch(argv[1], words) &&
                   ::access(program_beside("losange-torch").c_str(), X_OK) == 0)) {
    restart_with_torch(argc, argv);
  }
}

void continue_in_window_twin(int argc, char** argv) {
  const std::string_view command = argc < 2 ? "" : argv[1];
  const char* display = std::getenv("DISPLAY");
  const bool may_open = (argc == 1 || names_a_file(command)) && display != nullptr && *display != '\0';
  if (!window::built_in() && (may_open || command == "window")) {
    const std::string window = program_beside("losange-window");
    if (!is_this_program(window)) ::execv(window.c_str(), argv);  // returns only when it failed
  }
}

void continue_for_this_cpu([[maybe_unused]] char** argv) {
#if defined(__x86_64__) && !defined(__AVX2__)
  const char* wish = std::getenv("LOSANGE_CPU");
  const bool wants_less = wish != nullptr && wish == std::string_view("baseline");
  if (wants_less || net::instruction_sets().size() == 1) return;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto above = base::program_folder().parent_path();
  ::execv((above / "libexec" / (program.filename().string() + "-x86-64-v3")).c_str(), argv);
#endif
}

void continue_in_losange(char** argv) { ::execv(program_beside("losange").c_str(), argv); }

void restart_with_torch(int argc, char** argv) {
  if (net::has_libtorch()) return;
  std::fflush(nullptr);
  // By the script even where the twin stands: it brings it up to date first.
  if (const char* script = std::getenv("LOSANGE_SCRIPT"); script != nullptr) {
    std::string name = script, option = "--with-libtorch";
    ::unsetenv("LOSANGE_SCRIPT");  // once is enough, should the script not help
    std::vector<char*> line{name.data(), option.data()};
    line.insert(line.end(), argv + 1, argv + argc + 1);
    ::execv(name.c_str(), line.data());  // returns only when it failed
  }
  ::execv(program_beside("losange-torch").c_str(), argv);
}

}  // namespace losange::commands
