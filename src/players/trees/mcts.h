// The strategies mcts and yopt: Monte-Carlo tree search as a player that keeps its tree from move to
// move and thinks on the other side's time. docs/search.md explains every setting.
#pragma once

#include <memory>
#include <vector>

#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

std::vector<Parameter> mcts_parameters();
// The same settings with the defaults of YOPT's table 1 and its algorithms 2 to 4 to the letter.
std::vector<Parameter> yopt_parameters();

// Precondition: the settings were read with one of the two lists above.
std::unique_ptr<Player> make_mcts(const Settings& settings);

}  // namespace losange::players
