// The commands for connections and for solving, named and answered as HexGui's menus know them from benzene.
#include "study/board/connections.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "protocol/htp/engine.h"

namespace losange::protocol {

namespace {

using Kind = study::ShownConnections::Kind;

std::string cell_list(int size, const std::vector<int>& cells) {
  std::string text;
  for (const int cell : cells) text += (text.empty() ? "" : " ") + hex::cell_name(size, cell);
  return text;
}

// A cell, or an edge of the colour by its compass name: Black joins north and south.
int parse_end(int size, game::Side side, const std::string& text) {
  const std::string word = base::lower(text);
  const bool black = side == game::Side::First;
  if (word == (black ? "north" : "west")) return study::kFirstEdge;
  if (word == (black ? "south" : "east")) return study::kLastEdge;
  if (word == "north" || word == "south" || word == "west" || word == "east") {
    throw base::UserError(
        fmt::format("{} is an edge of the other colour: name a cell or an own edge", word));
  }
  return hex::checked_cell(size, text);
}

std::string end_name(int size, game::Side side, int end) {
  if (end >= 0) return hex::cell_name(size, end);
  const bool first = end == study::kFirstEdge;
  if (side == game::Side::First) return first ? "north" : "south";
  return first ? "west" : "east";
}

// One connection a line: colour, ends, kind, source, carrier, stones (always none here), and the key of a semi one.
std::string connection_lines(int size, game::Side side, int from, int to, Kind kind,
                             const std::vector<study::ShownConnection>& connections) {
  std::string text;
  for (const auto& one : connections) {
    const auto carrier = cell_list(size, one.carrier);
    text += fmt::format("\n{} {} {} {} {} [ {}{}] [ ]{}",
                        side == game::Side::First ? "black" : "white", end_name(size, side, from),
                        end_name(size, side, to), kind == Kind::Full ? "full" : "semi",
                        kind == Kind::Full ? "or" : "and", carrier, carrier.empty() ? "" : " ",
                        one.key < 0 ? "" : " " + hex::cell_name(size, one.key));
  }
  return text;
}

// Cells in all of the carriers, or in any.
std::vector<int> cells_of(int size, const std::vector<study::ShownConnection>& connections,
                          bool in_all) {
  std::vector<std::size_t> times(static_cast<std::size_t>(size * size));
  for (const auto& one : connections) {
    for (const int cell : one.carrier) ++times[static_cast<std::size_t>(cell)];
  }
  std::vector<int> cells;
  for (int cell = 0; cell < size * size; ++cell) {
    const std::size_t count = times[static_cast<std::size_t>(cell)];
    if (count > 0 && (!in_all || count == connections.size())) cells.push_back(cell);
  }
  return cells;
}

}  // namespace

void HtpEngine::require_game(const std::string& what) const {
  if (game_.session().over()) throw base::UserError("the game is over: " + what);
}

void HtpEngine::add_connection_commands() {
  const auto size = [this] { return game_.session().record().setup.size; };
  const auto find = [this](game::Side side) {
    require_game("there is nothing left to connect");
    return study::find_connections(game_.record_for(side), side);
  };
  struct Words {
    Kind kind;
    const char *suffix, *meaning;
  };
  for (const Words& words : {Words{Kind::Full, "full", "whatever the other colour does"},
                             Words{Kind::Semi, "semi", "if this colour moves first"}}) {
    const Kind kind = words.kind;
    const auto suffix = words.suffix, meaning = words.meaning;
    const auto between = [size, find](const Call& call, Kind wanted) {
      const auto side = call.colour(0);
      const int from = parse_end(size(), side, call.argument(1)),
                to = parse_end(size(), side, call.argument(2));
      return find(side)->between(from, to, wanted);
    };
    add(fmt::format("vc-between-cells-{}", suffix), "COLOR END END", 3, 3,
        fmt::format("connections between two cells or edges that hold {}", meaning),
        [=](const Call& call) {
          const auto side = call.colour(0);
          return connection_lines(size(), side, parse_end(size(), side, call.argument(1)),
                                  parse_end(size(), side, call.argument(2)), kind,
                                  between(call, kind));
        });
    add(fmt::format("vc-connected-to-{}", suffix), "COLOR END", 2, 2,
        fmt::format("the cells that an end is connected to {}", meaning), [=](const Call& call) {
          const auto side = call.colour(0);
          const int end = parse_end(size(), side, call.argument(1));
          return cell_list(size(), find(side)->partners(end, kind));
        });
    add(fmt::format("vc-union-{}", suffix), "COLOR END END", 3, 3,
        fmt::format("the cells that connections between two ends take that hold {}", meaning),
        [=](const Call& call) {
          return cell_list(size(), cells_of(size(), between(call, kind), false));
        });
    add(fmt::format("vc-intersection-{}", suffix), "COLOR END END", 3, 3,
        fmt::format("the cells that all connections between two ends take that hold {}", meaning),
        [=](const Call& call) {
          return cell_list(size(), cells_of(size(), between(call, kind), true));
        });
  }
  const auto must_play = [find](const Call& call) {
    return find(game::other(call.colour(0)))->must_play();
  };
  add("vc-must-play", "COLOR", 1, 1,
      "the cells where this colour, if it moves, does not lose at once by known connections",
      [=](const Call& call) { return cell_list(size(), must_play(call)); });
  for (const char* name : {"vc-build", "vc-get-mustplay"}) {
    add(name, "COLOR", 1, 1,
        "inferior cells, and with x the cells where this colour loses by known connections",
        [=, this](const Call& call) { return considered_marks(call.colour(0), must_play(call)); });
  }
}

void HtpEngine::add_solver_commands() {
  const auto solve = [this](const Call& call, bool all_moves) {
    require_game("there is nothing left to solve");
    const auto side = call.count() > 0 ? call.colour(0) : game_.session().to_move();
    return solver_.solve(game_.record_for(side), all_moves, show_live_, call.stop);
  };
  const auto size = [this] { return game_.session().record().setup.size; };
  add("dfpn-solve-state", "[COLOR]", 0, 1, "who wins if this colour moves, exactly",
      [=](const Call& call) {
        return *solve(call, false).winner == game::Side::First ? "black" : "white";
      });
  add("dfpn-solver-find-winning", "COLOR", 1, 1, "all moves that win for this colour, exactly",
      [=](const Call& call) { return cell_list(size(), solve(call, true).winning); });
  add("dfpn-get-pv", "COLOR", 1, 1,
      "good moves of both colours in the solved position, until a connection decides",
      [=](const Call& call) { return cell_list(size(), solve(call, false).line); });
  add("dfpn-clear-tt", "", 0, 0, "forgets what was solved", [this](const Call&) {
    solver_.forget();
    return "";
  });
  add("param_dfpn", "[KEY VALUE]", 0, 2, "shows or changes the settings of the solver",
      [this](const Call& call) { return show_or_set(solver_.settings(), call.command.arguments); });
}

}  // namespace losange::protocol
