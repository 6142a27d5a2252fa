#include "commands/start/play_program.h"

#include <string_view>

#include "commands/line/command.h"
#include "commands/line/frame.h"

namespace losange::commands {

void fill_play_program(CLI::App& program) {
  frame_program(program, [](CLI::App& empty) {
    const Command both(empty);
    add_window(both);
    add_play(both);
  });
}

bool play_program_has(int argc, char** argv) {
  const std::string_view command = argc < 2 ? "" : argv[1];
  return command.empty() || command == "window" || command == "play";
}

}  // namespace losange::commands
