#include "commands/start/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/system/interrupt.h"
#include "base/system/standard_streams.h"
#include "base/text.h"
#include "commands/start/frame.h"
#include "commands/start/twins.h"
#include "net/torch/torch.h"
#include "window/sfml/window.h"

namespace losange::commands {

namespace {

// Nothing when this names a command of the program, or is an option.
std::optional<std::string> wrong_command(const CLI::App& program, const std::string& word) {
  if (word.starts_with('-')) return std::nullopt;
  std::vector<std::string> names;
  for (const auto* command : program.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  const std::string nearest = base::nearest_word(word, names);
  return "there is no command '" + base::printable(word) +
         "': " + (nearest.empty() ? "" : "did you mean '" + nearest + "'? ") +
         "losange --help lists them";
}

int run_command(int argc, char** argv, CLI::App& program) {
  if (argc > 1) {
    if (const auto wrong = wrong_command(program, argv[1])) {
      std::fprintf(stderr, "losange: %s\n", wrong->c_str());
      return 2;
    }
  }
  try {
    if (argc == 1) {
      program.parse(window::available() ? "window" : "play");
    } else {
      program.parse(argc, argv);
    }
    return base::interrupted() ? 130 : 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // help or version, asked for
    std::fprintf(stderr, "losange: %s\n", usage_error(program, error).c_str());
    return 2;
  } catch (const base::UserError& error) {
    if (dynamic_cast<const net::NeedsLibTorch*>(&error) != nullptr) restart_with_torch(argc, argv);
    std::fprintf(stderr, "losange: %s\n", error.what());
    return 1;
  } catch (const std::bad_alloc&) {
    std::fprintf(
        stderr,
        "losange: there is not enough memory for this: choose smaller sizes, fewer threads or "
        "fewer games at once, or end other programs\n");
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "losange: unexpected error: %s\n", error.what());
    return 1;
  }
}

}  // namespace

int run(int argc, char** argv, void (*fill)(CLI::App&)) {
  base::hold_standard_streams();
  // A limit on the size of files (ulimit -f) is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  continue_in_twin(argc, argv);
  CLI::App program;
  fill(program);
  const int code = run_command(argc, argv, program);
  // What could not be written is lost: on a full disk that must not look like success.
  if (code != 0 || (std::fflush(stdout) == 0 && std::cout.flush())) return code;
  std::fprintf(stderr, "losange: cannot write the result: %s\n", std::strerror(errno));
  return 1;
}

}  // namespace losange::commands
