// People, and people who may hand their side to an engine and take it back.
#pragma once

#include <memory>

#include "players/game/player.h"

namespace losange::players {

std::unique_ptr<Player> make_human();
// Starts in the person's hands. Throws base::UserError when the engine is itself a person.
std::unique_ptr<Player> make_hybrid(std::unique_ptr<Player> engine);

}  // namespace losange::players
