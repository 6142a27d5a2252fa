// A record as the files people keep: SGF for Hex, PDN for draughts.
#pragma once

#include <string>

#include "game/record.h"

namespace losange::players {

std::string write_game(const game::GameRecord& record);
// "sgf" or "pdn": how such a file's name ends.
std::string game_file_ending(const game::GameSetup& setup);

}  // namespace losange::players
