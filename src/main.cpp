// `losange`: the subcommands, one line each. Exit codes: 0 done, 1 an error the user can mend, 2 wrong
// usage, 130 interrupted. Without a subcommand it opens the window, or where there is no display, plays in
// the terminal.
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
#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "base/text.h"
#include "commands/common/torch_program.h"
#include "commands/program.h"
#include "window/sfml/window.h"

namespace {

using namespace losange;

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

int run(CLI::App& program, int argc, char** argv) {
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
    std::fprintf(stderr, "losange: %s\n", commands::usage_error(program, error).c_str());
    return 2;
  } catch (const base::UserError& error) {
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

int main(int argc, char** argv) {
  base::hold_standard_streams();
  // A limit on the size of files (ulimit -f) is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  commands::continue_with_torch(argc, argv);
  CLI::App program;
  commands::fill_program(program);
  const int code = run(program, argc, argv);
  // What could not be written is lost: on a full disk that must not look like success.
  if (code != 0 || (std::fflush(stdout) == 0 && std::cout.flush())) return code;
  std::fprintf(stderr, "losange: cannot write the result: %s\n", std::strerror(errno));
  return 1;
}
