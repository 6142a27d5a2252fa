// The program that ./losange builds first, `losange-window`: whoever wants to play waits for nothing else to be compiled.
#pragma once

namespace CLI {
class App;
}

namespace losange::commands {

// Adds the commands that play, in the window, in the terminal and in a browser, to an empty program.
void fill_play_program(CLI::App& program);

// Whether it has what a command line asks for; the rest is left to `losange`.
bool play_program_has(int argc, char** argv);

}  // namespace losange::commands
