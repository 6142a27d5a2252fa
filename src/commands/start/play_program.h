// The program that ./losange builds first, `losange-window`: whoever wants to play waits for nothing else to be compiled.
#pragma once

#include <string_view>

namespace CLI {
class App;
}

namespace losange::commands {

// Adds the commands that play, in the window, in the terminal and in a browser, to an empty program.
void fill_play_program(CLI::App& program);

// A file to open, as `losange game.sgf` says it. Names of commands have neither a dot nor a slash.
bool names_a_file(std::string_view word);

// Whether it has what a command line asks for; the rest is left to `losange`.
bool play_program_has(int argc, char** argv);

}  // namespace losange::commands
