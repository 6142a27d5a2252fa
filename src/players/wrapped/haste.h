// A player whose every move of Hex asks a net, or plays games out, cannot pay for one when its clock has run down: the
// last moves of such a game are chosen at first sight instead. Other engines answer within a millisecond by themselves.
#pragma once

#include <memory>

#include "players/game/player.h"

namespace losange::players {

std::unique_ptr<Player> with_haste(std::unique_ptr<Player> engine);

}  // namespace losange::players
