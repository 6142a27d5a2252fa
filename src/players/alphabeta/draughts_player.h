// The strategy draughts: alpha-beta over learnt patterns, or one of the other cost functions, with solved endings
// and levels. Plays every variant; where there are no learnt patterns it counts pieces and looks at the centre.
#pragma once

#include <memory>
#include <vector>

#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

// A depth that is never reached: what is searched so deep ends when it is stopped.
inline constexpr int kEndlessDepth = 200;

std::vector<Parameter> draughts_parameters();
std::unique_ptr<Player> make_draughts(const Settings& settings);
// Throws base::UserError when its weights are for other rules or another board than the setup's.
void check_draughts(const Settings& settings, const game::GameSetup& setup);

}  // namespace losange::players
