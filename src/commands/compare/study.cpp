// `losange study`: what a static evaluation thinks of every cell, as a heat map, and how well each evaluation
// goes with true results.
#include "study/engine/study.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/aside.h"
#include "base/system/file.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "players/alphabeta/negamax.h"
#include "players/game/games.h"
#include "players/game/session.h"
#include "study/board/connections_text.h"

namespace losange::commands {

namespace {

struct StudyOptions {
  Options common;
  std::string game, evaluation = "mix", svg;
  int positions = 0;
  bool connections = false;
};

// The heat of every empty cell by its name.
nlohmann::ordered_json to_json(const study::HeatMap& map) {
  auto cells = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < map.heat.size(); ++i) {
    if (map.pieces[i] == '.') cells[hex::cell_name(map.size, static_cast<int>(i))] = map.heat[i];
  }
  return {{"evaluation", map.evaluation},
          {"size", map.size},
          {"to_move", map.to_move == game::Side::First ? "black" : "white"},
          {"value", map.value},
          {"heat", cells}};
}

game::GameRecord studied(const StudyOptions& options, Command command) {
  game::GameRecord record(options.common.setup());
  if (!options.game.empty()) {
    record = options.common.open_game(options.game, record.setup);
    check_opened(options.common, command, record.setup);
  }
  return record;
}

void show_connections(const StudyOptions& options, Command command) {
  // Said here, because --help has no room beside the names of all evaluations.
  if (command.given("--eval")) {
    throw base::UserError("--connections looks at no evaluation: leave out --eval");
  }
  const auto record = studied(options, command);
  if (!players::is_hex(record.setup)) {
    throw base::UserError("connections are of Hex: draughts has none");
  }
  if (players::Session(record).over()) {
    throw base::UserError("the game is over: nothing is left to connect");
  }
  const auto lines = study::connections_in_words(record);
  if (options.common.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"connections", lines}}.dump(2));
    return;
  }
  for (const auto& line : lines) fmt::print("{}\n", line);
}

void show_map(const StudyOptions& options, Command command) {
  std::error_code ignored;  // of moves that are too long for a name
  if (std::filesystem::is_regular_file(options.game, ignored))
    base::check_different({options.game, options.svg});
  const auto record = studied(options, command);
  const auto map = study::heat_map(record, options.evaluation);
  if (options.common.json) {
    fmt::print("{}\n", to_json(map).dump(2));
  } else {
    fmt::print("{}", study::to_text(map));
  }
  if (options.svg.empty()) return;
  base::write_file(options.svg, study::to_svg(map));
  base::say_aside("losange: wrote {}\n", options.svg);
}

void show_correlations(const StudyOptions& options) {
  if (options.common.size > 6) {
    throw base::UserError("boards larger than 6x6 take too long to solve: choose --size 3 to 6");
  }
  const auto results = study::correlations(options.common.size, options.positions,
                                           options.common.seed_given ? options.common.seed : 1);
  if (options.common.json) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : results) {
      list.push_back({{"evaluation", r.evaluation},
                      {"positions", r.positions},
                      {"correlation", r.correlation},
                      {"right", r.right}});
    }
    fmt::print("{}\n", list.dump(2));
    return;
  }
  fmt::print("{}x{}, {} random positions solved exactly\n{:<14} {:>12} {:>12}\n",
             options.common.size, options.common.size, results.front().positions, "evaluation",
             "correlation", "right sign");
  for (const auto& r : results) {
    fmt::print("{:<14} {:>12.3f} {:>10.1f} %\n", r.evaluation, r.correlation, 100 * r.right);
  }
}

}  // namespace

void add_study(Command program) {
  auto options = std::make_shared<StudyOptions>();
  const auto command = program.add_subcommand(
      "study",
      "Look at a static evaluation: a heat map of cells, or how well values match true results");
  command.group(kCompare);
  const auto game =
      command
          .add_option("game", options->game, "A file, a link or moves; without it the empty board")
          .type_name("GAME");
  const auto evaluation = command.add_option("--eval", options->evaluation, "The evaluation")
                              .one_of(players::evaluation_names())
                              .capture_default_str();
  const auto svg = command.add_option("--svg", options->svg, "Write the heat map as a picture too")
                       .type_name("FILE");
  const auto connections =
      command
          .add_flag(
              "--connections", options->connections,
              "Instead: what is joined for certain, where one must play, and ladders, in words")
          .excludes(svg);
  command
      .add_number(
          "--solve", options->positions,
          "Instead: solve this many random positions and compare every evaluation with the results",
          1, 1'000'000)
      .excludes(game)
      .excludes(evaluation)
      .excludes(svg)
      .excludes(connections);
  options->common.add_pick(command);
  command.option("--pick").needs(game);
  options->common.add_size(command);
  options->common.add_seed(command);
  options->common.add_json(command);
  command.callback([options, command] {
    if (options->connections) {
      show_connections(*options, command);
    } else if (options->positions > 0) {
      show_correlations(*options);
    } else {
      show_map(*options, command);
    }
  });
}

}  // namespace losange::commands
