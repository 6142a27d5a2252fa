// The strategies negamax and hexproject: alpha-beta over Hex with one of the static evaluations, as a player
// that keeps its table from move to move. docs/alphabeta.md explains every setting.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "players/game/player.h"
#include "players/kinds/settings.h"
#include "players/told/hex_evaluator.h"

namespace losange::players {

struct NegamaxDefaults {
  std::string evaluation = "two-distance", variant = "pvs";
  long depth = 0;
  long time_ms = 1000;
  bool reductions = true, inferior = true, extensions = true;
};
std::vector<Parameter> negamax_parameters(const NegamaxDefaults& defaults);
std::vector<Parameter> negamax_parameters();
// The same settings with HexProject's configuration as defaults: its evaluation, alpha-beta with killers and history,
// at most five plies, every move considered.
std::vector<Parameter> hexproject_parameters();

// Precondition: the settings were read with one of the two lists above, and report_parameters().
std::unique_ptr<Player> make_negamax(const Settings& settings);

// Whether a depth was asked for and no time, so that the depth ends the search by itself; a depth of 0 asks for none.
bool ends_at_a_depth(const Settings& settings);

// The evaluation that settings name, for a board size; and the names there are.
HexEvaluation evaluation_of(const Settings& settings, int size);
const std::vector<std::string>& evaluation_names();
HexEvaluation evaluation_named(const std::string& name, int size);

}  // namespace losange::players
