// The Hex board as lines of text: a rhombus that leans to the right as the cells do, coordinates on all
// four sides, the edges in the colour of who joins them. Pure: the same view gives the same lines.
// Stones differ by shape, so nothing is lost without colour. 19x19 is 64 columns wide.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "game/game.h"
#include "game/record.h"
#include "players/game/any_position.h"
#include "terminal/board/style.h"

namespace losange::terminal {

struct Marks {
  int last_move = -1;        // a cell: stands between brackets
  std::map<int, int> hints;  // empty cell -> its rank from 1 to 9, shown in its place
};

struct TextLine {
  std::string text;  // may hold escape codes
  int width = 0;     // columns on the screen
};

// The winning chain of the view is lit: other shapes, and other colours where there are any.
std::vector<TextLine> board_text(const players::BoardView& view, const Marks& marks,
                                 const Style& style);

// The lines with others to their right, the first of them beside line `from`; the right column starts
// after the widest line it stands beside.
std::vector<TextLine> beside(std::vector<TextLine> left, const std::vector<TextLine>& right,
                             std::size_t from);

// "●" or "x": the shape of a side's stones.
std::string stone_shape(game::Side side, const Style& style);

// What a side is called where its pieces are drawn so: stones of Hex by the colour they are painted in, "Red", all others
// as the rules say.
const char* shown_side(game::Side side, const game::GameSetup& setup, const Style& style);

}  // namespace losange::terminal
