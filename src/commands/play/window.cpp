// `losange window`: the game in a window. A game may be named, as everywhere: a file, a link or
// moves.
#include "window/sfml/window.h"

#include <filesystem>
#include <system_error>

#include "base/aside.h"
#include "base/error.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "net/cpu/instruction_set.h"
#include "players/registry.h"
#include "players/seat.h"

namespace losange::commands {

namespace {

struct WindowArguments {
  Options common;
  std::string game, black, white;
  unsigned width = 1280, height = 800;
};

void open_window(const WindowArguments& arguments, Command command, bool starts_game) {
  window::WindowOptions options;
  if (command.given("--width")) options.width = arguments.width;
  if (command.given("--height")) options.height = arguments.height;
  options.setup = arguments.common.setup();
  if (command.given("--clock")) options.clock = arguments.common.time_control();
  options.start_game = starts_game;
  if (!arguments.game.empty()) {
    std::error_code unknown;
    if (arguments.game != kStandardInput &&
        std::filesystem::is_regular_file(arguments.game, unknown))
      options.file = arguments.game;
    try {
      options.opened = arguments.common.open_one_game(arguments.game, options.setup);
    } catch (const base::UserError& error) {
      // Who opened a file from a desktop sees no terminal.
      if (options.file.empty() || !window::available()) throw;
      base::say_aside("losange: {}\n", error.what());
      options.trouble = error.message();
    }
    if (options.opened) check_opened(arguments.common, command, options.opened->record.setup);
  }
  const auto& setup = options.opened ? options.opened->record.setup : options.setup;
  const auto seat = [&](const char* colour, const std::string& player) {
    if (player.empty()) return;
    check_player(players::PlayerSpec::parse(player), setup);
    const auto side = players::side_named(colour, setup);
    options.players[static_cast<std::size_t>(game::index(*side))] =
        players::PlayerSpec::parse(player).text();
  };
  seat("black", arguments.black);
  seat("white", arguments.white);
  net::instruction_set();  // a LOSANGE_CPU that is none is told now, not when a net is first asked
  window::run(options);
}

}  // namespace

void add_window(Command program) {
  auto arguments = std::make_shared<WindowArguments>();
  const auto command =
      program.add_subcommand("window", "Play and study Hex and draughts in a window");
  command.group(kPlay);
  command
      .add_option("file", arguments->game,
                  "Open an SGF or PDN file, a HexWorld link, FEN or a list of moves")
      .type_name("GAME")
      .takes_standard_input();
  names_player(command
                   .add_option("--black", arguments->black,
                               "Start a game: who plays black (in Hex first), human or what "
                               "losange players lists")
                   .type_name("PLAYER"));
  names_player(
      command
          .add_option("--white", arguments->white,
                      "Start a game: who plays white (in draughts first)")
          .type_name("PLAYER"));
  arguments->common.add_pick(command);
  command.option("--pick").needs(command.option("file"));
  arguments->common.add_game(command);
  arguments->common.add_size(command);
  arguments->common.add_swap(command);
  arguments->common.add_clock(command);
  command.add_number("--width", arguments->width,
                     "Of the window, in pixels; otherwise as it was left", 360, 16384);
  command.add_number("--height", arguments->height,
                     "Of the window, in pixels; otherwise as it was left", 480, 16384);
  command.callback([arguments, command] {
    bool starts = command.given("--black") || command.given("--white");
    // Without a file everything that says how to play asks for a game.
    if (arguments->game.empty()) {
      for (const char* option : {"--game", "--variant", "--size", "--no-swap", "--clock"})
        starts = starts || command.given(option);
    }
    open_window(*arguments, command, starts);
  });
}

}  // namespace losange::commands
