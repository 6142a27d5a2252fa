// Hex games as SGF (FF[4] GM[11]), read and written; on reading also Little Golem's .hsgf dialect and
// what HexGui and benzene's tools write. Unknown properties are kept.
#pragma once

#include <string>
#include <string_view>

#include "game/record.h"

namespace losange::hex {

// The first game of the text, cursor at the end of the main line. Throws base::ParseError with the
// line and column and a way out.
game::GameRecord read_sgf(std::string_view text);
std::string write_sgf(const game::GameRecord& record);

}  // namespace losange::hex
