// `losange play`: a game in the terminal. Decides who plays what from the options, a saved game or a
// few questions, and hands over to terminal::Play.
#include "terminal/play.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/system/standard_streams.h"
#include "base/text.h"
#include "commands/common/endings.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "commands/play/seating.h"
#include "players/check_plays.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "terminal/dialogue.h"

namespace losange::commands {

namespace {

// A game that is there already is not lost to another; one that is loaded goes on in its file.
void check_save(const PlayArguments& arguments) {
  players::prepare_folder_of(arguments.save);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(arguments.save, ignored)) return;
  if (std::filesystem::equivalent(arguments.save, arguments.load, ignored)) return;
  throw base::UserError(
      fmt::format("{0} is there already: add --load {0} to go on with its game, or save elsewhere",
                  base::shell_quoted(arguments.save)));
}

game::GameRecord open_autosave(const game::GameSetup& setup) {
  const auto file = players::autosave_file(setup);
  if (!std::filesystem::exists(file)) {
    throw base::UserError("there is no saved game to go on with: start one with losange play");
  }
  return players::at_saved_move(players::open_game(file.string(), setup));
}

// The unfinished game of last time, if there is one that can be read.
std::optional<game::GameRecord> unfinished_autosave(const game::GameSetup& setup) {
  if (!std::filesystem::exists(players::autosave_file(setup))) return std::nullopt;
  try {
    auto record = open_autosave(setup);
    if (players::unfinished(record)) return record;
  } catch (const base::UserError&) {
    // A broken file must not keep anyone from playing; --resume tells what is wrong with it.
  }
  return std::nullopt;
}

// Those of programs that were killed. `resumes`: the newest comes up by itself.
void tell_of_games_in_play(const game::GameSetup& setup, bool resumes) {
  for (const auto& file : players::take_over_games_in_play(setup)) {
    if (file != players::autosave_file(setup)) {
      fmt::print("An earlier game is kept; go on with it: losange play --load {0} --save {0}\n",
                 base::shell_quoted(file.string()));
    } else if (!resumes) {
      fmt::print("A game that was cut off is kept; go on with it: losange play --resume{}\n",
                 players::is_hex(setup) ? "" : " --game draughts");
    }
  }
}

// The game that was left may be another than the options name.
bool asks_for_left_game(const PlayArguments& arguments) {
  const Options& common = arguments.common;
  return arguments.load.empty() && !common.size_given && !common.no_swap && common.variant.empty();
}

// The questions on a terminal; false when the person left.
bool ask(Beginning& beginning, const PlayArguments& arguments, terminal::LineInput& input) {
  if (!beginning.record && asks_for_left_game(arguments)) {
    if (auto record = unfinished_autosave(beginning.setup)) {
      const auto yes = terminal::ask_yes(
          input, std::cout,
          fmt::format("There is an unfinished game, {0}x{0} with {1} moves. Go on with it?",
                      record->setup.size, record->moves().size()));
      if (!yes) return false;
      if (*yes) {
        take_up(beginning, *std::move(record), arguments);
        return true;
      }
    }
  }
  terminal::Start start;
  start.setup = beginning.setup;
  start.players = {"human", players::default_engine(beginning.setup)};
  const bool ask_size = !beginning.record && !arguments.size_given && beginning.setup.game == "hex";
  const auto style = terminal::detect_style(STDOUT_FILENO, arguments.ascii);
  const auto answers = terminal::ask_start(input, std::cout, style, start, ask_size);
  if (!answers) return false;
  beginning.setup = answers->setup;
  beginning.players = answers->players;
  return true;
}

terminal::PlayOptions play_options(const PlayArguments& arguments, const game::GameSetup& setup,
                                   bool resumed) {
  terminal::PlayOptions options;
  options.style = terminal::detect_style(STDOUT_FILENO, arguments.ascii);
  options.quiet = arguments.quiet;
  options.ponder = arguments.ponder;
  options.show_thinking = ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  options.save_file = arguments.save.empty() ? players::autosave_file(setup)
                                             : std::filesystem::path(arguments.save);
  options.save_finished = resumed || !arguments.save.empty();
  std::error_code ignored;
  const auto& file = options.save_file;
  const bool same = resumed || std::filesystem::equivalent(arguments.load, file, ignored);
  if (same && std::filesystem::is_regular_file(file, ignored)) {
    options.in_save_file = base::read_file(file);
  } else {
    options.from_file = arguments.load;
  }
  options.resume_command = [arguments, setup](const auto& seats, const auto& clock) {
    return resume_command(arguments, setup, seats, clock);
  };
  return options;
}

void play(const PlayArguments& arguments, Command command) {
  base::check_standard_input();
  check_seats(arguments);
  if (!arguments.save.empty()) check_save(arguments);  // not after the game
  show_endings_progress(EndingsShown::WhenAwaited);
  const auto stop = base::stop_on_interrupt();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows at the next line written; the game is saved
  const terminal::Play* current = nullptr;
  const auto input = terminal::standard_input(
      [&] { return current != nullptr ? current->completions() : std::vector<std::string>{}; });

  Beginning beginning;
  beginning.setup = arguments.common.setup();
  beginning.clock = arguments.common.time_control();
  if (input->interactive()) {
    tell_of_games_in_play(beginning.setup, arguments.resume || (!arguments.names_players() &&
                                                                asks_for_left_game(arguments)));
  }
  bool resumed = arguments.resume;
  if (arguments.resume) {
    take_up(beginning, open_autosave(beginning.setup), arguments);
  } else if (!arguments.load.empty()) {
    auto opened = arguments.common.open_game(arguments.load, beginning.setup);
    take_up(beginning, players::at_saved_move(std::move(opened)), arguments);
  }
  const bool told = arguments.resume || arguments.names_players() || beginning.decided();
  if (!told && input->interactive()) {
    if (!ask(beginning, arguments, *input)) return;
    resumed = beginning.record && arguments.load.empty();
  }

  if (beginning.record) check_opened(arguments.common, command, beginning.setup);
  auto options = play_options(arguments, beginning.setup, resumed);
  if (input->interactive()) options.in_play_file = players::in_play_file(beginning.setup);
  options.seats = seats(beginning, arguments);
  const bool by_its_clock = beginning.record && !arguments.clock_given;
  if (by_its_clock) options.turn_spent = players::saved_turn(*beginning.record, beginning.clock);
  // Those of a saved game may be gone by now: then the person plays on.
  for (const auto& named : {arguments.black, arguments.white, arguments.player}) {
    if (!named.empty()) players::check_starts(named);
  }
  players::Session session(beginning.setup);
  session.base_limits() = arguments.common.limits();
  session.set_time_control(beginning.clock);
  if (beginning.record) session.load(*std::move(beginning.record));
  if (!by_its_clock) session.start_clock(beginning.clock);
  terminal::Play game(std::move(session), *input, std::cout, std::move(options), stop);
  current = &game;
  game.run();
}

}  // namespace

void add_play(Command program) {
  auto arguments = std::make_shared<PlayArguments>();
  const auto command = program.add_subcommand("play", "Play Hex or draughts in the terminal");
  command.group(kPlay);
  names_player(
      command
          .add_option("--black", arguments->black,
                      "Who plays black (in Hex top to bottom, and first; red where it is "
                      "painted): human, or what losange players lists")
          .type_name("PLAYER"));
  names_player(command
                   .add_option("--white", arguments->white,
                               "Who plays white (in Hex left to right; blue where it is painted)")
                   .type_name("PLAYER"));
  names_player(
      command.add_option("--player", arguments->player, "The engine that plays against the person")
          .type_name("PLAYER"));
  arguments->common.add_game(command);
  arguments->common.add_size(command);
  arguments->common.add_swap(command);
  arguments->common.add_move_time(command);
  arguments->common.add_clock(command);
  arguments->common.add_threads(command);
  arguments->common.add_seed(command);
  command.add_flag("--ponder", arguments->ponder, "The engine goes on thinking while you do");
  const auto load = command.add_option("--load", arguments->load,
                                       "Go on from an SGF or PDN file, at the move where play was "
                                       "left, a HexWorld link or a list of "
                                       "moves, with its players and clock unless others are given");
  load.type_name("GAME");
  arguments->common.add_pick(command);
  command.option("--pick").needs(load);
  command
      .add_flag(
          "--resume", arguments->resume,
          "Go on with the game that was saved on leaving; one that made room for another lies "
          "beside it, and none that goes on is removed")
      .excludes(load);
  command
      .add_option("--save", arguments->save,
                  "Save the game in this file on leaving, finished or not")
      .type_name("FILE");
  command.add_flag("--ascii", arguments->ascii, "Draw with ASCII characters only");
  command.add_flag("--quiet", arguments->quiet, "Print only the moves and the result");
  command.callback([arguments, command] {
    arguments->size_given = command.given("--size");
    arguments->clock_given = command.given("--clock");
    play(*arguments, command);
  });
}

}  // namespace losange::commands
