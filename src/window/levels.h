// How strong an engine plays, as one step from 0 to 5 for people: a number of playouts, descents,
// visits or plies, whichever the strategy counts. The last step is bound by time alone.
#pragma once

#include <string>
#include <string_view>

namespace losange::window {

inline constexpr int kLevels = 6;
inline constexpr int kTimedLevel = 5;

// False for strategies that have nothing to turn ("random").
bool has_levels(std::string_view strategy);
// "mcts:descents=300" for ("mcts", 1). Precondition: 0 <= level < kLevels.
std::string spec_at_level(std::string_view strategy, int level);
// The level a spec was made with; kTimedLevel where it says nothing of the kind.
int level_of(std::string_view spec);

// The engine that advises and analyses: the default one, with little memory and no early end.
std::string adviser_spec();

}  // namespace losange::window
