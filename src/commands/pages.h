// What shells and `man` want to know of the program, told from the commands and options it declares: `losange completion`
// and `losange manual` print it, packages install it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace losange::commands {

std::string bash_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);
std::string manual_page(const CLI::App& program);  // troff

// The two commands. The program must outlive them.
void add_pages(CLI::App& program);

}  // namespace losange::commands
