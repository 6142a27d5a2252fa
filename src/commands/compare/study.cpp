// `losange study`: what a static evaluation thinks of every cell, as a heat map, and how well each evaluation
// goes with true results.
#include "study/engine/study.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/system/file.h"
#include "commands/line/command.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "hex/board/geometry.h"
#include "players/alphabeta/negamax.h"

namespace losange::commands {

namespace {

struct StudyOptions {
  Options common;
  std::string game, evaluation = "mix", svg;
  int positions = 0;
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

void show_map(const StudyOptions& options, Command command) {
  game::GameRecord record(options.common.setup());
  if (!options.game.empty()) {
    record = options.common.open_game(options.game, record.setup);
    check_opened(options.common, command, record.setup);
  }
  const auto map = study::heat_map(record, options.evaluation);
  if (options.common.json) {
    fmt::print("{}\n", to_json(map).dump(2));
  } else {
    fmt::print("{}", study::to_text(map));
  }
  if (options.svg.empty()) return;
  base::write_file(options.svg, study::to_svg(map));
  fmt::print(stderr, "losange: wrote {}\n", options.svg);
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
  command
      .add_number(
          "--solve", options->positions,
          "Instead: solve this many random positions and compare every evaluation with the results",
          1, 1'000'000)
      .excludes(game)
      .excludes(evaluation)
      .excludes(svg);
  options->common.add_pick(command);
  command.option("--pick").needs(game);
  options->common.add_size(command);
  options->common.add_seed(command);
  options->common.add_json(command);
  command.callback([options, command] {
    options->positions > 0 ? show_correlations(*options) : show_map(*options, command);
  });
}

}  // namespace losange::commands
