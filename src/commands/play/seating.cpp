#include "commands/play/seating.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "players/check_plays.h"
#include "players/files/saved_game.h"
#include "players/registry.h"

namespace losange::commands {

namespace {

bool is_engine(const std::string& spec) {
  const std::string name = players::PlayerSpec::parse(spec).name;
  return name != "human" && name != "hybrid";
}

// Empty for the name of a person, and of a player this program does not have (any more), which must not keep the game
// from going on; in a file of somebody else's also of one that would run or read what the file says.
std::string known_player(const std::string& name, const game::GameSetup& setup, bool own_file) {
  try {
    const auto spec = players::PlayerSpec::parse(name);
    if (!own_file && !players::safe_from_file(spec)) return "";
    players::check_plays(spec, setup);
    return spec.text();
  } catch (const base::UserError&) {
    return "";
  }
}

}  // namespace

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

void take_up(Beginning& beginning, game::GameRecord record, const PlayArguments& arguments) {
  auto& specs = beginning.players;
  std::transform(record.players.begin(), record.players.end(), specs.begin(),
                 [&](const std::string& name) {
                   return known_player(name, record.setup, arguments.load.empty());
                 });
  const bool played_here = !specs[0].empty() || !specs[1].empty();
  const auto sat_here = [](const std::string& spec) { return !spec.empty() && !is_engine(spec); };
  const bool over = !players::unfinished(record);
  if (over && std::none_of(specs.begin(), specs.end(), sat_here)) specs = {"human", "human"};
  // Beside a player of ours a name that is none is a person's.
  for (auto& spec : specs) {
    if (played_here && spec.empty()) spec = "human";
  }
  if (!arguments.clock_given) beginning.clock = players::saved_clock(record);
  beginning.setup = record.setup;
  beginning.record = std::move(record);
}

std::array<players::Seat, 2> seats(const Beginning& beginning, const PlayArguments& arguments) {
  std::array<std::string, 2> specs = beginning.players;
  const auto black = players::side_named("black", beginning.setup);
  const auto b = static_cast<std::size_t>(game::index(*black));
  // Of a game that goes on the engine's seat goes to the one that is named now, and where people sat at both the sides are
  // chosen as for a new game.
  if (!arguments.player.empty()) {
    const bool people = std::none_of(specs.begin(), specs.end(), [](const std::string& spec) {
      return !spec.empty() && is_engine(spec);
    });
    for (auto& spec : specs) {
      if (people || (!spec.empty() && is_engine(spec))) spec.clear();
    }
  }
  if (!arguments.black.empty()) specs[b] = arguments.black;
  if (!arguments.white.empty()) specs[1 - b] = arguments.white;
  const std::string engine =
      arguments.player.empty() ? players::default_engine(beginning.setup) : arguments.player;
  // One side is a person's and the other an engine's, until the options say otherwise.
  const bool first_is_engine = !specs[0].empty() && is_engine(specs[0]);
  if (specs[1].empty()) specs[1] = first_is_engine ? "human" : engine;
  if (specs[0].empty()) specs[0] = is_engine(specs[1]) ? "human" : engine;

  std::array<players::Seat, 2> seats{players::Seat::parse(specs[0], engine),
                                     players::Seat::parse(specs[1], engine)};
  for (const auto& seat : seats)
    check_player(players::PlayerSpec::parse(seat.engine), beginning.setup);
  // A side that is handed over goes to the engine one plays against, when there is one.
  if (arguments.player.empty() && seats[0].person && !seats[0].shared && !seats[1].person) {
    seats[0].engine = seats[1].engine;
  }
  if (arguments.player.empty() && seats[1].person && !seats[1].shared && !seats[0].person) {
    seats[1].engine = seats[0].engine;
  }
  return seats;
}

std::string resume_command(const PlayArguments& arguments, const game::GameSetup& setup,
                           const std::array<players::Seat, 2>& seats,
                           const players::TimeControl& clock) {
  const Options& common = arguments.common;
  const bool timed = clock.kind != players::TimeControl::Kind::None;
  std::string line = "losange play";
  const auto add = [&](std::string_view option, const std::string& value) {
    line += fmt::format(" {} {}", option, base::shell_quoted(value));
  };
  if (arguments.save.empty()) {
    if (setup.game != "hex") add("--game", setup.game);
    line += " --resume";
  } else {
    add("--load", arguments.save);
    add("--save", arguments.save);
  }
  for (const char* colour : {"black", "white"}) {
    const auto& seat =
        seats[static_cast<std::size_t>(game::index(*players::side_named(colour, setup)))];
    if (seat.person) continue;
    // The file seats its players again; of a side that changed hands it gives the person theirs, and what is not safe from
    // a file is for the line to name.
    const bool from_file =
        arguments.save.empty() || players::safe_from_file(players::PlayerSpec::parse(seat.engine));
    if (seat.shared || !from_file) add(fmt::format("--{}", colour), seat.engine);
  }
  if (common.move_time_s > 0 && !timed) add("--move-time", fmt::format("{}", common.move_time_s));
  if (common.threads != 1) add("--threads", std::to_string(common.threads));
  if (common.seed_given) add("--seed", std::to_string(common.seed));
  if (arguments.ponder) line += " --ponder";
  if (arguments.ascii) line += " --ascii";
  if (arguments.quiet) line += " --quiet";
  return line;
}

}  // namespace losange::commands
