// `losange match`: players against each other over many games, with what that proves.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "commands/common/endings.h"
#include "commands/common/options.h"
#include "commands/common/ranks.h"
#include "commands/common/written.h"
#include "commands/line/build.h"
#include "commands/line/command.h"
#include "match/plan.h"
#include "match/report.h"
#include "match/runner.h"
#include "players/spec.h"

namespace losange::commands {

namespace {

constexpr std::uint64_t kMostGames = 10'000'000;
constexpr std::uint64_t kMostGamesOfTest = 20'000;  // where a sequential test ends them earlier
constexpr base::Millis kLevelTime{1000};            // a move, where own limits are unlike

constexpr const char* kMatchHelp =
    "A SPEC names a player as everywhere (losange players lists them); outside programs are "
    "htp:COMMAND "
    "LINE (Hex) and hub:COMMAND LINE (draughts).\nWhat differs for one player stands after an @: "
    "montecarlo@time=2, "
    "\"htp:mohex --quiet@time=5,name=mohex\".\nKeys: time (seconds a move), nodes or playouts, "
    "clock, threads, name.\n\n"
    "Each opening is played twice with colours reversed, without the swap rule.\n"
    "With --out every game is written down as it ends; the same command, or only losange match "
    "--out "
    "DIR,\ngoes on where it stopped, and --games may be larger then.\n"
    "Under mpirun or srun, ranks share the games (docs/scale.md).\n\n"
    "Examples:\n"
    "  losange match montecarlo random --size 5 --games 100\n"
    "  losange match montecarlo:playouts=2000 montecarlo:playouts=1000 --openings balanced --out "
    "duel\n"
    "  losange match montecarlo \"htp:mohex@name=mohex\" --move-time 5 --games 242 --out mohex\n"
    "  losange match montecarlo@time=2 montecarlo@time=1 --sprt 0,30 --out doubling\n"
    "  losange match --game draughts draughts \"hub:scan hub\" --nodes 20000 --openings balanced\n"
    "  losange match --tournament random montecarlo:playouts=500 montecarlo --size 7 --games 20\n"
    "The numbers are explained in docs/matches.md.";

struct MatchOptions {
  Options common;
  std::vector<std::string> specs;
  std::string openings = "all";
  std::uint64_t games = 0;  // 0: not given
  std::string sprt;
  std::string out, plot, log;
  int concurrency = 0;  // 0: not given
  bool strict_time = false;
  bool ponder = false;
  double time_margin_s = 0.1;
  double reply_timeout_s = base::to_seconds(match::MatchSettings{}.reply_timeout);
  double start_timeout_s = 0;  // 0: not given
  bool tournament = false;
};

match::SprtSettings parse_sprt(const std::string& text) {
  std::vector<double> numbers;
  for (const auto& part : base::split(text, ',')) {
    if (const auto number = base::parse_real(base::trim(part))) numbers.push_back(*number);
  }
  match::SprtSettings sprt;
  const bool right = (numbers.size() == 2 || numbers.size() == 4) &&
                     numbers.size() == base::split(text, ',').size();
  if (right) {
    sprt.elo0 = numbers[0];
    sprt.elo1 = numbers[1];
    if (numbers.size() == 4) {
      sprt.alpha = numbers[2];
      sprt.beta = numbers[3];
    }
  }
  const auto is_chance = [](double p) { return p > 0 && p < 0.5; };
  if (!right || sprt.elo0 >= sprt.elo1 || sprt.elo0 < -1000 || sprt.elo1 > 1000 ||
      !is_chance(sprt.alpha) || !is_chance(sprt.beta)) {
    refuse_usage(
        fmt::format("--sprt {}: give the two Elo differences to tell apart, the smaller one first, "
                    "and if you like "
                    "the chances of error: 0,20 or 0,20,0.05,0.05",
                    base::printable(text)));
  }
  return sprt;
}

void check_count(const MatchOptions& options) {
  const std::size_t count = options.specs.size();
  if (!options.plot.empty() && (!options.tournament || count < 3)) {
    refuse_usage(
        "--plot draws the ratings of a tournament: name three players or more, and add "
        "--tournament");
  }
  if (options.tournament && count < 3) {
    refuse_usage("--tournament needs three players or more");
  }
  if (!options.tournament && count != 2) {
    refuse_usage(count > 2
                     ? "a match is between two players: add --tournament for more"
                     : "name two players, or only --out with the folder of a match to go on with");
  }
  if (options.tournament && !options.sprt.empty()) {
    refuse_usage("--sprt is for a match of two, not for a tournament");
  }
}

// "zero: 1 s a move, mcts: 50000 descents a move"
std::string own_limits_text(const std::vector<const match::Entrant*>& entrants) {
  std::vector<std::string> parts;
  for (const auto* entrant : entrants)
    parts.push_back(fmt::format("{}: {}", entrant->name, match::own_limit(*entrant)->text));
  return base::joined(parts, ", ");
}

// Where nobody sets a limit each engine has one of its own. To compare 1 s a move with 50000
// descents says little of either, so those whose own limits are unlike get the same time.
void level_own_limits(match::MatchSettings& settings) {
  std::vector<match::Entrant*> without;  // a limit that somebody chose
  for (auto& entrant : settings.entrants) {
    const auto own = match::own_limit(entrant);
    if (own && !own->given) without.push_back(&entrant);
  }
  const auto unlike = [&](const match::Entrant* entrant) {
    return match::own_limit(*entrant)->text != match::own_limit(*without.front())->text;
  };
  if (std::none_of(without.begin(), without.end(), unlike)) return;
  base::say_aside(
      "losange: no limit is set, and those that the players have by themselves are unlike ({}): "
      "they get {} s a move each. --move-time, --clock or --nodes sets another\n",
      own_limits_text({without.begin(), without.end()}), base::to_seconds(kLevelTime));
  for (auto* entrant : without) entrant->limits.move_time = kLevelTime;
}

match::MatchSettings settings_of(const MatchOptions& options) {
  check_count(options);
  match::MatchSettings settings;
  match::PlayerLimits limits;
  limits.clock = options.common.time_control();
  if (options.common.move_time_s > 0) {
    limits.move_time = base::to_millis(options.common.move_time_s);
  }
  if (options.common.nodes > 0) limits.nodes = options.common.nodes;
  limits.threads = options.common.threads;
  for (const auto& spec : options.specs) {
    settings.entrants.push_back(
        as_usage([&] { return match::parse_entrant(spec, limits); }));
  }
  match::make_names_distinct(settings.entrants);
  settings.game = options.common.setup();
  settings.game.swap = false;
  settings.openings = match::find_openings(options.openings, settings.game);
  if (!options.sprt.empty()) settings.sprt = parse_sprt(options.sprt);
  const std::uint64_t once = 2 * settings.openings.openings.size();
  settings.strict_time = options.strict_time;
  settings.ponder = options.ponder;
  settings.time_margin = base::to_millis(options.time_margin_s);
  settings.reply_timeout = base::to_millis(options.reply_timeout_s);
  settings.start_timeout = options.start_timeout_s > 0
                               ? base::to_millis(options.start_timeout_s)
                               : std::min(settings.start_timeout, settings.reply_timeout);
  settings.games = options.games > 0 ? options.games : settings.sprt ? kMostGamesOfTest : once;
  settings.games += settings.games % 2;
  // Repetitions cannot decide a test.
  if (options.games == 0 && match::games_that_must_repeat(settings) > 0) settings.games = once;
  settings.seed = options.common.seed_given ? options.common.seed : std::random_device{}();
  return settings;
}

// The settings kept in --out, when the command names no players.
match::MatchSettings settings_to_go_on(Command command, const MatchOptions& options) {
  const std::set<std::string> allowed{"--out",  "--games", "--concurrency", "--log",
                                      "--plot", "--json",  "--help"};
  for (const auto& option : command.given_options()) {
    if (!allowed.contains(option)) {
      refuse_usage(
          fmt::format("{} belongs to a new match: name its players, or leave it out to go on with "
                      "the match in {}",
                      option, options.out));
    }
  }
  auto stored = match::stored_match(options.out);
  if (!stored) {
    throw base::UserError(
        fmt::format("there is no match.json in {}, so no match to go on with: name two players to "
                    "begin one",
                    options.out));
  }
  if (options.games > 0) stored->settings.games = options.games + options.games % 2;
  return stored->settings;
}

// A seed nobody gave is the stored match's own.
void adopt_stored(match::MatchSettings& settings, const MatchOptions& options) {
  if (options.out.empty()) return;
  const auto stored = match::stored_match(options.out);
  if (!stored) return;
  if (!options.common.seed_given) settings.seed = stored->settings.seed;
  if (stored->program != build_text()) {
    base::say_aside(
        "losange: the match in {} was begun by {}, this is {}: its games are not all by the same "
        "program\n",
        options.out, stored->program, build_text());
  }
}

void note_limits_not_kept(const match::MatchSettings& settings) {
  for (const auto& entrant : settings.entrants) {
    if (entrant.limits.nodes && entrant.spec.starts_with("htp:")) {
      base::say_aside(
          "losange: '{}' is an outside program: HTP cannot tell it a limit of nodes; give it one "
          "by its own command line, or a time\n",
          entrant.name);
    }
  }
}

// A limit that one player has by itself, where another's was chosen.
void note_own_limits(const match::MatchSettings& settings) {
  std::vector<const match::Entrant*> own;
  bool others = false;
  for (const auto& entrant : settings.entrants) {
    const auto limit = match::own_limit(entrant);
    if (limit && !limit->given) own.push_back(&entrant);
    others = others || (limit && limit->given) || match::has_limit(entrant) ||
             entrant.spec.starts_with("htp:");
  }
  if (own.empty() || !others) return;
  base::say_aside("losange: players without a limit use their own: {}\n", own_limits_text(own));
}

void warn_of_repetitions(const match::MatchSettings& settings) {
  const auto repeated = match::games_that_must_repeat(settings);
  if (repeated == 0) return;
  const auto openings = settings.openings.openings.size();
  base::say_aside(
      "losange: {} of these {} games will repeat others move by move and prove nothing: these "
      "players leave nothing to chance, and there {} {}. Give more of them{}, or at most {} "
      "games\n",
      repeated, settings.total_games(), openings == 1 ? "is" : "are",
      base::counted(openings, "opening"),
      settings.game.game == "hex" ? " (losange openings makes some)" : "", 2 * openings);
}

void prepare_logs(const match::MatchSettings& settings, const std::string& folder) {
  const bool outside =
      std::any_of(settings.entrants.begin(), settings.entrants.end(), [](const auto& entrant) {
        return entrant.spec.starts_with("htp:") || entrant.spec.starts_with("hub:");
      });
  base::make_folder(folder);
  if (!outside) base::say_aside("losange: --log has nothing to keep: no outside program plays\n");
}

void run(Command command, const MatchOptions& options) {
  auto& ranks = join_ranks();
  if (!ranks.is_first()) {
    base::stop_on_interrupt();  // rank 0 says when it is over
    std::filesystem::path logs = options.log;
    if (!logs.empty()) base::make_folder(logs /= fmt::format("rank-{}", ranks.rank()));
    return match::help_matches(ranks, options.concurrency, logs);
  }
  const bool goes_on = options.specs.empty() && !options.out.empty();
  auto settings = goes_on ? settings_to_go_on(command, options) : settings_of(options);
  for (const auto& entrant : settings.entrants)
    check_player(players::PlayerSpec::parse(entrant.spec), settings.game);
  if (!goes_on) level_own_limits(settings);
  adopt_stored(settings, options);
  note_limits_not_kept(settings);
  if (command.given("--threads")) note_many_threads(options.common.threads);
  note_own_limits(settings);
  warn_of_repetitions(settings);
  if (options.games % 2 == 1) {
    base::say_aside("losange: openings are played in pairs: {} games instead of {}\n",
                    settings.games, options.games);
  }
  if (!options.log.empty()) prepare_logs(settings, options.log);
  const auto show = [&](const match::Tally& tally, bool finished) {
    if (options.common.json) {
      fmt::print("{}\n", match::report_json(settings, tally, finished));
    } else {
      fmt::print("{}", match::report_text(settings, tally, finished));
    }
  };
  const auto say_stopped = [&](const match::Tally& tally) {
    base::say_aside(
        "losange: stopped after {} of {} games{}\n", tally.games(), settings.total_games(),
        options.out.empty()
            ? "; with --out DIR they would have been kept"
            : fmt::format(". To go on: losange match --out {}", base::shell_quoted(options.out)));
  };
  const match::RunOptions how{
      .concurrency = options.concurrency > 0
                         ? options.concurrency
                         : match::default_concurrency(settings, cluster::cores_of(ranks)),
      .folder = options.out,
      .program = build_text(),
      .stop = base::stop_on_interrupt(),
      .show_progress = true,
      .cluster = &ranks,
      .logs = options.log,
      .on_failure =
          [&](const match::Tally& tally) {
            if (tally.games() > 0) show(tally, false);
            std::fflush(stdout);
            say_stopped(tally);
          }};
  if (!options.plot.empty() && settings.entrants.size() < 3) {
    throw base::UserError(fmt::format(
        "--plot draws the ratings of a tournament, and the match in {} is between two players",
        options.out));
  }
  show_endings_progress(EndingsShown::Always);
  if (!options.plot.empty()) base::check_writable(options.plot);
  const auto result = match::run_match(settings, how);
  match::end_help(ranks);
  show(result.tally, result.finished);
  if (!options.plot.empty()) {
    base::write_file(options.plot, match::ratings_svg(settings, result.tally));
    say_written(options.plot);
  }
  if (!result.finished) say_stopped(result.tally);
}

}  // namespace

void add_match(Command program) {
  auto options = std::make_shared<MatchOptions>();
  const auto command =
      program.add_subcommand("match", "Play players against each other and say what that proves");
  command.group(kCompare);
  command.footer(kMatchHelp);
  command.add_option("SPEC", options->specs, "The players: two, or more with --tournament")
      .type_name("");
  options->common.add_game(command);
  options->common.add_size(command);
  command
      .add_option(
          "--openings", options->openings,
          "all (every one-stone opening), balanced (near-fair ones of the size), empty, a file "
          "of openings to play, one a line (moves or a HexWorld link, # for comments; losange "
          "openings makes some), or the moves themselves, as \"a3,c2 g5\"")
      .capture_default_str()
      .type_name("SET")
      .takes_standard_input();
  command.add_number(
      "--games", options->games,
      "Games between two players, in pairs; more than the openings give go through them "
      "again with other seeds (without chance that repeats the same games, which count "
      "once), fewer take a part spread evenly [each opening once]",
      1, kMostGames);
  options->common.add_move_time(command);
  options->common.add_clock(command);
  options->common.add_nodes(command);
  options->common.add_threads(command);
  command.add_flag("--strict-time", options->strict_time,
                   "A move over --move-time by more than the margin loses (else it is counted)");
  command
      .add_number("--time-margin", options->time_margin_s,
                  "Seconds a move may take over --move-time before that counts", 0, 1e6)
      .capture_default_str()
      .type_name("SECONDS");
  command
      .add_number(
          "--reply-timeout", options->reply_timeout_s,
          "Seconds an outside program may take for a move where no time is set, and at most for "
          "any other answer; then it has lost the game and is started again",
          0.1, 1e6)
      .capture_default_str()
      .type_name("SECONDS");
  command
      .add_number("--start-timeout", options->start_timeout_s,
                  "Seconds an outside program may take to start, and to set up a board "
                  "[60, and no more than --reply-timeout]",
                  0.1, 1e6)
      .type_name("SECONDS");
  command.add_flag(
      "--ponder", options->ponder,
      "Players that can also think while the other side does: twice the threads a game");
  command
      .add_option("--sprt", options->sprt,
                  "Stop as soon as it is clear whether the first player is ELO1 better rather than "
                  "ELO0; errors at most 0.05 each unless given")
      .type_name("ELO0,ELO1[,ALPHA,BETA]");
  command.add_flag("--tournament", options->tournament,
                   "Everybody against everybody, with a cross table and ratings");
  command.add_number("--concurrency", options->concurrency,
                     "Games at once, of each rank [the cores divided by the players' threads]", 1,
                     kMostThreads);
  options->common.add_seed(command);
  command
      .add_option("--out,--output", options->out,
                  "Folder for match.json, games.jsonl and games.sgf; a match in it goes on")
      .type_name("DIR");
  command
      .add_option("--log", options->log,
                  "Folder for the conversations with outside programs and what they write to "
                  "standard error, a file for each start of a program")
      .type_name("DIR");
  command
      .add_option("--plot", options->plot,
                  "Draw the ratings of a tournament as an SVG picture in this file")
      .type_name("FILE");
  options->common.add_json(command);
  command.callback([options, command] { run(command, *options); });
}

}  // namespace losange::commands
