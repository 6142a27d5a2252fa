// Engines as people choose them: a strategy and a level, and the engine that advises.
#pragma once

#include <string>
#include <string_view>

#include "game/record.h"

namespace losange::window {

// "mcts:level=3" for ("mcts", 3); the top level is the strategy itself. Precondition: 1 <= level
// <= 10.
std::string spec_at_level(std::string_view strategy, int level);
// The level of a spec; the top one where it says nothing.
int level_of(std::string_view spec);

// The engine that advises and analyses a game: its default one, with little memory and no early end.
std::string adviser_spec(const game::GameSetup& setup);

}  // namespace losange::window
