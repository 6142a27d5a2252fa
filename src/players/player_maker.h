// Who makes the players of a face: make_player() of the registry, or what a test puts in its place.
#pragma once

#include <functional>
#include <memory>

#include "players/game/player.h"
#include "players/spec.h"

namespace losange::players {

using PlayerMaker = std::function<std::unique_ptr<Player>(const PlayerSpec&)>;

}  // namespace losange::players
