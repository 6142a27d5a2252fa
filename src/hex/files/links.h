// Hex games as one line of text: HexWorld links and plain move lists.
#pragma once

#include <string>
#include <string_view>

#include "game/record.h"

namespace losange::hex {

// "https://hexworld.org/board/#11,a3:sh4,k9": the link, or only the part from the '#' on; links of
// trmph.com too. The view fields (rotation and the like) are kept as a property of the root, the cursor stands where the
// link has it. Throws base::ParseError.
inline constexpr std::string_view kHexworldView = "HEXWORLD";
game::GameRecord read_hexworld(std::string_view link);
// The line through the cursor, to its end. Stones that were set up are written as moves with passes
// between them; throws base::UserError when setup takes stones off the board.
std::string write_hexworld(const game::GameRecord& record);
bool looks_like_hexworld(std::string_view text);

// "a3 swap f6 e7" or "a3,f6,e7" or "1. a3 2. f6": the setup gives size and rules. Moves may be cells,
// swap (of pieces), swap-sides, pass, and resign at the end. Throws base::ParseError.
game::GameRecord read_move_list(std::string_view text, const game::GameSetup& setup);
// The same line as a link holds, and with the same limits.
std::string write_move_list(const game::GameRecord& record);

}  // namespace losange::hex
