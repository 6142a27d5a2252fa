#include "commands/program.h"

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "commands/common/command.h"
#include "commands/common/endings.h"
#include "commands/common/help.h"

namespace losange::commands {

namespace {

// An empty text is nobody's file, player or position: most likely a variable of a script that is not set. Without
// this it would pass for an option that was not given.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;  // a flag
    option->check([](const std::string& text) {
      return text.empty() ? std::string("an empty text is not possible") : std::string();
    });
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

}  // namespace

void fill_program(CLI::App& program) {
  program.description("Losange plays Hex and draughts, and is a workshop for game AIs.");
  program.formatter(std::make_shared<HelpPage>());
  program.require_subcommand(0, 1);
  program.set_version_flag("--version", build_text(), "Print the version and exit");
  program.footer("Each command explains itself: losange COMMAND --help");

  const Command all(program);
  add_window(all);
  add_play(all);
  add_match(all);
  add_openings(all);
  add_experiment(all);
  add_bench(all);
  add_perft(all);
  add_report(all);
  add_study(all);
  add_selfplay(all);
  add_train(all);
  add_gate(all);
  add_net(all);
  add_book(all);
  add_htp(all);
  add_hub(all);
  add_dxp(all);
  add_convert(all);
  add_endings(all);
  add_players(all);
  add_version(all);
  refuse_empty_values(program);
}

std::string usage_error(const CLI::App& program, const CLI::Error& error) {
  std::string command = "losange";
  for (const CLI::App* app = &program; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    command += " " + app->get_name();
  }
  std::string what;  // CLI11 writes some of its messages in several lines
  for (const auto& word : base::split_words(error.what())) what += (what.empty() ? "" : " ") + word;
  return what + " (" + command + " --help explains it)";
}

}  // namespace losange::commands
