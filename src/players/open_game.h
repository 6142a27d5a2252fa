// Anywhere a position is asked for, a file, a link or a list of moves is accepted: this reads it.
#pragma once

#include <string_view>

#include "game/record.h"

namespace losange::players {

// Reads a file by its path, a HexWorld link, a plain list of moves, SGF, FEN or PDN itself (of several games the
// first), and checks by replaying that every move of every line can be played. A file may hold any of the others. A
// result that only the board shows is filled in. `setup` serves lists of moves, which name no size and no rules; what
// says itself which game it is may be of another. Throws base::UserError.
game::GameRecord open_game(std::string_view text, const game::GameSetup& setup);

}  // namespace losange::players
