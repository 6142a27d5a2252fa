// Which empty cells do not matter, for faces and protocols that show them: what hex/shapes/inferior.h
// knows of the position at a record's cursor. Nothing for games that have no such cells.
#pragma once

#include <vector>

#include "game/record.h"

namespace losange::study {

struct InferiorCell {
  enum class Kind { Dead, CapturedByFirst, CapturedBySecond, Vulnerable, Dominated };

  int cell = 0;  // as in BoardView::pieces
  Kind kind = Kind::Dead;
  int killer = -1;  // the better cell, for vulnerable and dominated ones
};

// For the side to move. Precondition: the game goes on at the cursor.
std::vector<InferiorCell> inferior_cells(const game::GameRecord& record);

}  // namespace losange::study
