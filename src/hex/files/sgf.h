// Hex games as SGF (FF[4] GM[11]), read and written; on reading also Little Golem's .hsgf dialect and
// what HexGui and benzene's tools write. Unknown properties are kept with their escapes, as they stand
// in the file. Where the standard has no word for what a record holds:
//   RU[no swap]  the game is played without the swap rule (a file without it has the rule)
//   SPENT[2.5]   seconds spent on this move
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace losange::hex {

// The first game of the text, cursor at the end of the main line. A resignation that ends the main
// line becomes the result. Throws base::ParseError with the line and column and a way out.
game::GameRecord read_sgf(std::string_view text);
// All games of the text, at least one; likewise.
std::vector<game::GameRecord> read_sgf_games(std::string_view text);
// How many there are, up to and with the first that is broken.
int count_sgf_games(std::string_view text);
// What read_sgf gives back equal, but for the cursor.
std::string write_sgf(const game::GameRecord& record);

}  // namespace losange::hex
