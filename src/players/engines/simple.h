// Players without a tree: any move, flat Monte-Carlo, and the net's own favourite.
#pragma once

#include <memory>

#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

std::unique_ptr<Player> make_random();
std::unique_ptr<Player> make_montecarlo(const Settings& settings);
std::unique_ptr<Player> make_raw_net(const Settings& settings);

}  // namespace losange::players
