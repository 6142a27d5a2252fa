// A draughts board as lines of text: empty dark squares show their numbers, rows their first and last one, so
// that every square can be named. Pieces differ by shape: nothing is lost without colour. Pure, as board_text.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"
#include "terminal/board/board_text.h"

namespace losange::terminal {

std::vector<TextLine> draughts_text(const game::GameSetup& setup, const players::BoardView& view,
                                    const Marks& marks, const Style& style);
// "○" or "w": the shape of a side's men.
std::string man_shape(game::Side side, const game::GameSetup& setup, const Style& style);
// White or black, as the side is called.
Ink man_ink(game::Side side, const game::GameSetup& setup);

// Why a finished game was won or drawn, by its record: "the same position three times" and the like.
std::string draughts_ending(const game::GameRecord& record);

}  // namespace losange::terminal
