// Alpha-beta over Hex as a player that keeps its table from move to move, whatever gives its leaves their values: the
// static evaluations (negamax.h) or a value net beside them (negamax_net.h).
#pragma once

#include <memory>

#include "players/game/player.h"
#include "players/kinds/settings.h"
#include "players/told/value_leaf.h"

namespace losange::players {

std::unique_ptr<Player> make_negamax_player(const Settings& settings, LeafNet net = {});

}  // namespace losange::players
