// The whole program as CLI11 knows it: every command with its options, nothing run yet. main() runs it; tests walk
// its options and read the command lines of the documents with it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace losange::commands {

// Adds every command, the version and the help to an empty program.
void fill_program(CLI::App& program);

// What is wrong with a command line and where to look, in one line, without the name of the program before it.
std::string usage_error(const CLI::App& program, const CLI::Error& error);

}  // namespace losange::commands
