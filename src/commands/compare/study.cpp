// `losange study`: what a static evaluation thinks of every cell, as a heat map, and how well each evaluation
// goes with true results.
#include "study/engine/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/aside.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "players/alphabeta/negamax.h"
#include "players/files/saved_game.h"
#include "players/game/games.h"
#include "players/game/session.h"
#include "study/board/connections.h"
#include "study/board/connections_text.h"
#include "study/board/ladders.h"

namespace losange::commands {

namespace {

struct StudyOptions {
  Options common;
  std::string game, evaluation = "mix", svg;
  int positions = 0;
  bool connections = false;
};

const char* colour(game::Side side) { return side == game::Side::First ? "black" : "white"; }

// The heat of every empty cell by its name.
nlohmann::ordered_json to_json(const study::HeatMap& map) {
  auto cells = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < map.heat.size(); ++i) {
    if (map.pieces[i] == '.') cells[hex::cell_name(map.size, static_cast<int>(i))] = map.heat[i];
  }
  return {{"evaluation", map.evaluation},
          {"size", map.size},
          {"to_move", colour(map.to_move)},
          {"value", map.value},
          {"heat", cells}};
}

// What the sentences of study/board/connections_text.h say. A side that moves must play in "must_play": none is left where it has
// lost; null where every move may do.
nlohmann::ordered_json connections_json(const game::GameRecord& record) {
  const int size = record.setup.size;
  const auto cell = [size](int at) { return hex::cell_name(size, at); };
  const auto cells = [&](const std::vector<int>& list) {
    auto names = nlohmann::ordered_json::array();
    for (const int at : list) names.push_back(cell(at));
    return names;
  };
  const players::Session session(record);
  const auto pieces = session.view().pieces;
  const auto empty = static_cast<std::size_t>(std::count(pieces.begin(), pieces.end(), '.'));
  nlohmann::ordered_json json{{"size", size}, {"to_move", colour(session.to_move())}};
  for (const char* side : {"black", "white"}) {
    json[side] = {{"joined", nullptr}, {"must_play", nullptr}, {"ladders", nullptr}};
  }
  for (const auto side : {game::Side::First, game::Side::Second}) {
    const auto edge = [side](bool first) {
      if (side == game::Side::First) return first ? "top" : "bottom";
      return first ? "left" : "right";
    };
    const auto end = [&](int at) {
      return at < 0 ? std::string(edge(at == study::kFirstEdge)) : cell(at);
    };
    const auto known = study::find_connections(record, side);
    auto joined = nlohmann::ordered_json::array(), ladders = joined;
    for (const auto& pair : known->joined()) {
      joined.push_back(
          {{"from", end(pair.from)}, {"to", end(pair.to)}, {"by", cells(pair.carrier)}});
    }
    for (const auto& ladder : study::find_ladders(record, side)) {
      nlohmann::ordered_json run{{"edge", edge(ladder.edge == 0)},
                                 {"row", ladder.row},
                                 {"moves", cells(ladder.moves)},
                                 {"arrives", ladder.joins}};
      if (ladder.blocked >= 0) run["after"] = cell(ladder.blocked);
      if (ladder.escape >= 0) run["escape"] = cell(ladder.escape);
      ladders.push_back(run);
    }
    const auto& must_play = known->must_play();
    json[colour(side)]["joined"] = joined;
    json[colour(side)]["ladders"] = ladders;
    if (must_play.size() < empty) json[colour(game::other(side))]["must_play"] = cells(must_play);
  }
  return json;
}

game::GameRecord studied(const StudyOptions& options, Command command) {
  game::GameRecord record(options.common.setup());
  if (!options.game.empty()) {
    record = players::at_saved_move(options.common.open_game(options.game, record.setup));
    check_opened(options.common, command, record.setup);
  }
  return record;
}

void show_connections(const StudyOptions& options, Command command) {
  // Said here, because --help has no room beside the names of all evaluations.
  if (command.given("--eval")) {
    refuse_usage("--connections looks at no evaluation: leave out --eval");
  }
  const auto record = studied(options, command);
  if (!players::is_hex(record.setup)) {
    throw base::UserError("connections are of Hex: draughts has none");
  }
  if (players::Session(record).over()) {
    throw base::UserError("the game is over: nothing is left to connect");
  }
  if (options.common.json) {
    fmt::print("{}\n", connections_json(record).dump(2));
    return;
  }
  for (const auto& line : study::connections_in_words(record, {"Black", "White"}))
    fmt::print("{}\n", line);
}

void show_map(const StudyOptions& options, Command command) {
  std::error_code ignored;  // of moves that are too long for a name
  if (std::filesystem::is_regular_file(options.game, ignored))
    base::check_different({options.game, options.svg});
  if (!options.svg.empty()) base::check_writable(options.svg);
  const auto record = studied(options, command);
  if (!players::is_hex(record.setup)) {
    throw base::UserError("heat maps are of Hex: draughts has none");
  }
  const auto map = study::heat_map(record, options.evaluation);
  if (options.common.json) {
    fmt::print("{}\n", to_json(map).dump(2));
  } else {
    fmt::print("{}", study::to_text(map));
  }
  if (options.svg.empty()) return;
  base::write_file(options.svg, study::to_svg(map));
  say_written(options.svg);
}

void show_correlations(const StudyOptions& options) {
  if (options.common.size > 6) {
    refuse_usage("boards larger than 6x6 take too long to solve: choose --size 3 to 6");
  }
  const auto results = study::correlations(options.common.size, options.positions,
                                           options.common.seed_given ? options.common.seed : 1,
                                           base::stop_on_interrupt());
  if (results.empty()) return base::say_aside("losange: stopped before a position was solved\n");
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
  const auto game = command
                        .add_option("game", options->game,
                                    "A file, at the move where play was left, a link or moves; "
                                    "without it the empty board")
                        .type_name("GAME")
                        .takes_standard_input();
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
