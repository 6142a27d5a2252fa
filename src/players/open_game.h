// Anywhere a position is asked for, a file, a link or a list of moves is accepted: this reads it.
#pragma once

#include <string_view>

#include "game/record.h"

namespace losange::players {

// Reads an SGF file by its path, a HexWorld link or a plain list of moves, and checks by replaying
// that every move of every line can be played. `setup` serves move lists, which name no size.
game::GameRecord open_game(std::string_view text, const game::GameSetup& setup);

}  // namespace losange::players
