// What is around the commands of a program: its description, version and help, what no option takes, and how a wrong
// command line is told.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace losange::commands {

// Fills an empty program with the commands that add_commands adds.
void frame_program(CLI::App& program, void (*add_commands)(CLI::App&));

// What is wrong with a command line and where to look, in one line, without the name of the program before it.
std::string usage_error(const CLI::App& program, const CLI::Error& error);

// Reads a command line, or `otherwise` where there is none, calls `when_read` if it is right, and runs what it asks for. 0, or 2 where it is wrong, which is
// said on standard error; what a command throws passes.
int read_and_run(int argc, char** argv, void (*fill)(CLI::App&), const std::string& otherwise,
                 std::function<void()> when_read = {});

}  // namespace losange::commands
