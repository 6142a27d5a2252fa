// `losange`: the subcommands, one line each. Exit codes: 0 done, 1 an error the user can mend, 2 wrong
// usage, 130 interrupted. Without a subcommand it opens the window, or where there is no display, plays in
// the terminal.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "base/interrupt.h"
#include "commands/command.h"
#include "commands/torch_program.h"
#include "window/window.h"

int main(int argc, char** argv) {
  using namespace losange;
  commands::continue_with_torch(argc, argv);
  CLI::App program{"Losange plays Hex and draughts, and is a workshop for game AIs."};
  program.require_subcommand(1);
  program.footer("Each command explains itself: losange COMMAND --help");

  commands::add_window(program);
  commands::add_play(program);
  commands::add_match(program);
  commands::add_experiment(program);
  commands::add_bench(program);
  commands::add_perft(program);
  commands::add_report(program);
  commands::add_study(program);
  commands::add_selfplay(program);
  commands::add_train(program);
  commands::add_gate(program);
  commands::add_net(program);
  commands::add_book(program);
  commands::add_htp(program);
  commands::add_hub(program);
  commands::add_dxp(program);
  commands::add_convert(program);
  commands::add_players(program);
  commands::add_version(program);

  try {
    if (argc == 1) {
      program.parse(window::available() ? "window" : "play");
    } else {
      program.parse(argc, argv);
    }
    return base::interrupted() ? 130 : 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  } catch (const base::UserError& error) {
    std::fprintf(stderr, "losange: %s\n", error.what());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "losange: unexpected error: %s\n", error.what());
    return 1;
  }
}
