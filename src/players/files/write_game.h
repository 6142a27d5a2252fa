// A record as the files people keep: SGF for Hex, PDN for draughts.
#pragma once

#include <string>

#include "game/record.h"

namespace losange::players {

std::string write_game(const game::GameRecord& record);
// The position at the cursor and the moves of a game as people paste them elsewhere: a HexWorld link and a list of
// moves for Hex, FEN and PDN for draughts.
std::string position_text(const game::GameRecord& record);
std::string moves_text(const game::GameRecord& record);
// "Hex" or "international draughts", for people.
std::string game_title(const game::GameSetup& setup);
// "sgf" or "pdn": how such a file's name ends.
std::string game_file_ending(const game::GameSetup& setup);

}  // namespace losange::players
