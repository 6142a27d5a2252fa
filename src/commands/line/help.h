// How `--help` looks: as CLI11 writes it, in lines that fit eighty columns. Examples, which begin with a
// blank, stay as they are: a command is copied whole.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace losange::commands {

class HelpPage : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace losange::commands
