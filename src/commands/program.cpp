#include "commands/program.h"

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

  add_window(program);
  add_play(program);
  add_match(program);
  add_openings(program);
  add_experiment(program);
  add_bench(program);
  add_perft(program);
  add_report(program);
  add_study(program);
  add_selfplay(program);
  add_train(program);
  add_gate(program);
  add_net(program);
  add_book(program);
  add_htp(program);
  add_hub(program);
  add_dxp(program);
  add_convert(program);
  add_endings(program);
  add_players(program);
  add_version(program);
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
