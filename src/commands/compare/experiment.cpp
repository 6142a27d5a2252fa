// `losange experiment`: published experiments played again, our results beside the published ones.
#include "match/experiment/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "commands/common/options.h"
#include "commands/common/ranks.h"
#include "commands/line/build.h"
#include "commands/line/command.h"
#include "match/runner.h"
#include "players/check_plays.h"

namespace losange::commands {

namespace {

constexpr const char* kExperimentHelp =
    "Tables 2 to 6 of Cazenave and Saffidine (2009) on their program YOPT: each row plays the "
    "standard\n"
    "yopt on 11x11 from a3, half of the games with each colour, with one setting changed. The "
    "standard\n"
    "has 16,000 descents, 1 playout a leaf, shapes of type 3, RAVE constant 16,000 and UCT "
    "constant 0.3.\n\n"
    "Every game is kept under --out as it ends, in a folder a row; the same command goes on after "
    "Ctrl-C,\n"
    "and --games may be larger then. The tables are printed and written to results.md, each with a "
    "picture\n"
    "table-N.svg. Progress counts work in games of the standard: a row with more descents counts "
    "more.\nUnder mpirun or srun, ranks share the games (docs/scale.md).\n\n"
    "Examples:\n"
    "  losange experiment yopt\n"
    "  losange experiment yopt --games 20 --tables 3,6 --out quick";

struct YoptOptions {
  Options common;
  std::uint64_t games = 200;
  std::string tables = "2,3,4,5,6";
  std::string standard = "yopt";
  std::string out = "experiment-yopt";
  int concurrency = 0;
};

void keep_tables(match::Experiment& experiment, const std::string& text) {
  std::set<std::int64_t> wanted;
  for (const auto& part : base::split(text, ',')) {
    const auto number = base::parse_integer(base::trim(part));
    const bool known =
        number && std::any_of(experiment.tables.begin(), experiment.tables.end(),
                              [&](const auto& table) { return table.number == *number; });
    if (!known) {
      refuse_usage(
          fmt::format("--tables: '{}' is not a table: give numbers from 2 to 6, "
                      "parted by commas",
                      base::printable(part)));
    }
    wanted.insert(*number);
  }
  std::erase_if(experiment.tables,
                [&](const auto& table) { return !wanted.contains(table.number); });
}

void run(const YoptOptions& options) {
  auto& ranks = join_ranks();
  if (!ranks.is_first()) {
    base::stop_on_interrupt();  // rank 0 says when it is over
    return match::help_matches(ranks, options.concurrency);
  }
  auto experiment = match::yopt_experiment();
  keep_tables(experiment, options.tables);
  const auto standard = players::PlayerSpec::parse(options.standard);
  if (standard.name != "yopt") {
    refuse_usage(fmt::format(
        "--standard {}: the experiment changes settings of yopt: give yopt, or yopt with others",
        base::printable(options.standard)));
  }
  players::check_plays(standard, experiment.game);
  experiment.standard = standard.text();
  match::ExperimentOptions how;
  how.folder = options.out;
  how.games = options.games + options.games % 2;
  how.seed = options.common.seed_given ? options.common.seed : 1;
  how.concurrency = options.concurrency;
  how.program = build_text();
  how.stop = base::stop_on_interrupt();
  how.show_progress = true;
  how.cluster = &ranks;
  const auto result = match::run_experiment(experiment, how);
  match::end_help(ranks);
  fmt::print("{}", match::experiment_text(experiment, result));
  std::fflush(stdout);  // seen even where the results cannot be written
  match::write_experiment(options.out, experiment, result);
  if (!result.finished) {
    base::say_aside(
        "losange: stopped; every finished game is kept in {}: the same command goes on\n",
        options.out);
  }
}

}  // namespace

void add_experiment(Command program) {
  auto options = std::make_shared<YoptOptions>();
  const auto group = program.add_subcommand("experiment", "Play published experiments again");
  group.group(kCompare);
  group.require_subcommand();
  const auto command = group.add_subcommand("yopt", "Tables 2 to 6 of the article on YOPT, 2009");
  command.footer(kExperimentHelp);
  command.add_number("--games", options->games, "Games of each row, in pairs", 2, 1'000'000)
      .capture_default_str();
  command.add_option("--tables", options->tables, "Which tables")
      .capture_default_str()
      .type_name("LIST");
  names_player(
      command
          .add_option("--standard", options->standard,
                      "The player that every row changes and plays against: yopt, or yopt with "
                      "other settings")
          .capture_default_str()
          .type_name("SPEC"));
  command
      .add_option("--out,--output", options->out,
                  "Folder for the games and the results; goes on with what is there")
      .capture_default_str()
      .type_name("DIR");
  command.add_number("--concurrency", options->concurrency,
                     "Games at once, of each rank [as many as cores]", 1, kMostThreads);
  options->common.add_seed(command);
  command.callback([options] { run(*options); });
}

}  // namespace losange::commands
