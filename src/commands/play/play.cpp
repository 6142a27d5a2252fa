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
#include "base/system/interrupt.h"
#include "base/system/standard_streams.h"
#include "base/text.h"
#include "commands/common/endings.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "players/check_plays.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/registry.h"
#include "terminal/dialogue.h"

namespace losange::commands {

namespace {

struct PlayArguments {
  Options common;
  std::string black, white, player, load, save;
  bool resume = false, ascii = false, quiet = false, ponder = false;
  bool size_given = false, clock_given = false;

  bool names_players() const { return !black.empty() || !white.empty() || !player.empty(); }
};

bool is_engine(const std::string& spec) {
  const std::string name = players::PlayerSpec::parse(spec).name;
  return name != "human" && name != "hybrid";
}

// --player is the opponent of a person: where the sides leave it no seat, it would be ignored.
void check_seats(const PlayArguments& arguments) {
  if (arguments.player.empty()) return;
  if (!arguments.black.empty() && !arguments.white.empty()) {
    refuse_usage("--player beside --black and --white: both sides are named already, leave it out");
  }
  const std::string& named = arguments.black.empty() ? arguments.white : arguments.black;
  if (!named.empty() && is_engine(named)) {
    refuse_usage(
        fmt::format("--player is the opponent of a person, and {} is an engine: name the sides "
                    "with --black and --white alone",
                    named));
  }
}

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

// What the game starts from, once every question is answered.
struct Beginning {
  std::optional<game::GameRecord> record;
  game::GameSetup setup;
  players::TimeControl clock;
  std::array<std::string, 2> players;  // specs; empty: not decided
};

game::GameRecord open_autosave(const game::GameSetup& setup) {
  const auto file = players::autosave_file(setup);
  if (!std::filesystem::exists(file)) {
    throw base::UserError("there is no saved game to go on with: start one with losange play");
  }
  return players::at_saved_move(players::open_game(file.string(), setup));
}

void go_on_with(Beginning& beginning, game::GameRecord record, const PlayArguments& arguments) {
  for (std::size_t i = 0; i < 2; ++i) {
    try {
      beginning.players[i] = players::PlayerSpec::parse(record.players[i]).text();
    } catch (const base::UserError&) {
      // A player this program does not have (any more) must not keep the game from going on.
    }
  }
  if (!arguments.clock_given) beginning.clock = players::saved_clock(record);
  beginning.record = std::move(record);
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

// The questions on a terminal; false when the person left.
bool ask(Beginning& beginning, const PlayArguments& arguments, terminal::LineInput& input) {
  const Options& common = arguments.common;
  // The game that was left may be another than the options name.
  const bool names_game = common.size_given || common.no_swap || !common.variant.empty();
  if (!beginning.record && !names_game) {
    if (auto record = unfinished_autosave(beginning.setup)) {
      const auto yes = terminal::ask_yes(
          input, std::cout,
          fmt::format("There is an unfinished game, {0}x{0} with {1} moves. Go on with it?",
                      record->setup.size, record->moves().size()));
      if (!yes) return false;
      if (*yes) {
        go_on_with(beginning, *std::move(record), arguments);
        return true;
      }
    }
  }
  terminal::Start start;
  start.setup = beginning.setup;
  start.players = {"human", players::default_engine(beginning.setup)};
  const bool ask_size = !beginning.record && !arguments.size_given && beginning.setup.game == "hex";
  const auto answers = terminal::ask_start(input, std::cout, start, ask_size);
  if (!answers) return false;
  beginning.setup = answers->setup;
  beginning.players = answers->players;
  return true;
}

std::array<players::Seat, 2> seats(const Beginning& beginning, const PlayArguments& arguments) {
  std::array<std::string, 2> specs = beginning.players;
  const auto black = players::side_named("black", beginning.setup);
  const auto b = static_cast<std::size_t>(game::index(*black));
  if (!arguments.black.empty()) specs[b] = arguments.black;
  if (!arguments.white.empty()) specs[1 - b] = arguments.white;
  // Of a saved game the engine's seat goes to the one that is named now.
  for (auto& spec : specs) {
    if (!arguments.player.empty() && !spec.empty() && is_engine(spec)) spec.clear();
  }
  const std::string engine =
      arguments.player.empty() ? players::default_engine(beginning.setup) : arguments.player;
  // One side is a person's and the other an engine's, until the options say otherwise.
  const bool first_is_engine = !specs[0].empty() && is_engine(specs[0]);
  if (specs[1].empty()) specs[1] = first_is_engine ? "human" : engine;
  if (specs[0].empty()) specs[0] = is_engine(specs[1]) ? "human" : engine;

  std::array<players::Seat, 2> seats{players::Seat::parse(specs[0], engine),
                                     players::Seat::parse(specs[1], engine)};
  for (const auto& seat : seats) players::check_plays(seat.engine, beginning.setup);
  // A side that is handed over goes to the engine one plays against, when there is one.
  if (arguments.player.empty() && seats[0].person && !seats[0].shared && !seats[1].person) {
    seats[0].engine = seats[1].engine;
  }
  if (arguments.player.empty() && seats[1].person && !seats[1].shared && !seats[0].person) {
    seats[1].engine = seats[0].engine;
  }
  return seats;
}

// The command line that goes on with the game as it is left: what the file holds is read from it again, the rest
// stands here.
std::string resume_command(const PlayArguments& arguments, const game::GameSetup& setup,
                           const std::array<players::Seat, 2>& seats,
                           const players::TimeControl& clock) {
  const Options& common = arguments.common;
  const bool autosaved = arguments.save.empty();
  const bool timed = clock.kind != players::TimeControl::Kind::None;
  std::string line = "losange play";
  const auto add = [&](std::string_view option, const std::string& value) {
    line += fmt::format(" {} {}", option, base::shell_quoted(value));
  };
  if (autosaved) {
    if (setup.game != "hex") add("--game", setup.game);
    line += " --resume";
  } else {
    add("--load", arguments.save);
    add("--save", arguments.save);
  }
  for (const char* colour : {"black", "white"}) {
    const auto& seat =
        seats[static_cast<std::size_t>(game::index(*players::side_named(colour, setup)))];
    // The autosaved game seats its players again; of a side that changed hands it gives the person theirs.
    if (autosaved && (seat.person || !seat.shared)) continue;
    add(fmt::format("--{}", colour), seat.person ? seat.name() : seat.engine);
  }
  if (!autosaved && timed) add("--clock", clock.text());
  if (common.move_time_s > 0 && !timed) add("--move-time", fmt::format("{}", common.move_time_s));
  if (common.threads != 1) add("--threads", std::to_string(common.threads));
  if (common.seed_given) add("--seed", std::to_string(common.seed));
  if (arguments.ponder) line += " --ponder";
  if (arguments.ascii) line += " --ascii";
  if (arguments.quiet) line += " --quiet";
  return line;
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
  bool resumed = arguments.resume;
  if (arguments.resume) {
    go_on_with(beginning, open_autosave(beginning.setup), arguments);
  } else if (!arguments.load.empty()) {
    beginning.record =
        players::at_saved_move(arguments.common.open_game(arguments.load, beginning.setup));
    beginning.setup = beginning.record->setup;  // what is asked now is asked about this game
  }
  if (!arguments.resume && !arguments.names_players() && input->interactive()) {
    if (!ask(beginning, arguments, *input)) return;
    resumed = beginning.record && arguments.load.empty();
  }

  if (beginning.record) {
    beginning.setup = beginning.record->setup;
    check_opened(arguments.common, command, beginning.setup);
  }
  auto options = play_options(arguments, beginning.setup, resumed);
  options.seats = seats(beginning, arguments);
  if (beginning.record)
    options.turn_spent = players::saved_turn(*beginning.record, beginning.clock);
  // Those of a saved game may be gone by now: then the person plays on.
  for (const auto& named : {arguments.black, arguments.white, arguments.player}) {
    if (!named.empty()) players::check_starts(named);
  }
  players::Session session(beginning.setup);
  session.base_limits() = arguments.common.limits();
  session.set_time_control(beginning.clock);
  if (beginning.record) session.load(*std::move(beginning.record));
  terminal::Play game(std::move(session), *input, std::cout, std::move(options), stop);
  current = &game;
  game.run();
}

}  // namespace

void add_play(Command program) {
  auto arguments = std::make_shared<PlayArguments>();
  const auto command = program.add_subcommand("play", "Play Hex or draughts in the terminal");
  command.group(kPlay);
  command
      .add_option(
          "--black", arguments->black,
          "Who plays black (in Hex top to bottom, and first): human, or what losange players lists")
      .type_name("PLAYER");
  command.add_option("--white", arguments->white, "Who plays white (in Hex left to right)")
      .type_name("PLAYER");
  command.add_option("--player", arguments->player, "The engine that plays against the person")
      .type_name("PLAYER");
  arguments->common.add_game(command);
  arguments->common.add_size(command);
  arguments->common.add_swap(command);
  arguments->common.add_move_time(command);
  arguments->common.add_clock(command);
  arguments->common.add_threads(command);
  arguments->common.add_seed(command);
  command.add_flag("--ponder", arguments->ponder, "The engine goes on thinking while you do");
  const auto load =
      command.add_option("--load", arguments->load,
                         "Go on from an SGF or PDN file, a HexWorld link or a list of moves");
  load.type_name("GAME");
  arguments->common.add_pick(command);
  command.option("--pick").needs(load);
  command.add_flag("--resume", arguments->resume, "Go on with the game that was saved on leaving")
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
