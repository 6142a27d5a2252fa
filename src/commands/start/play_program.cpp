#include "commands/start/play_program.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "commands/line/command.h"
#include "commands/line/frame.h"

namespace losange::commands {

void fill_play_program(CLI::App& program) {
  frame_program(program, [](CLI::App& empty) {
    const Command all(empty);
    add_window(all);
    add_play(all);
    add_web(all);
  });
}

bool names_a_file(std::string_view word) {
  std::error_code unknown;
  return word.find_first_of("./") != word.npos && std::filesystem::is_regular_file(word, unknown);
}

bool play_program_has(int argc, char** argv) {
  const std::string_view command = argc < 2 ? "" : argv[1];
  return command.empty() || command == "window" || command == "play" || command == "web" ||
         names_a_file(command);
}

}  // namespace losange::commands
