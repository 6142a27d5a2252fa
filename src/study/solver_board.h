// From a game record to the board that the solver is asked about.
#pragma once

#include "game/record.h"
#include "solver/hex_solver.h"

namespace losange::study {

// Stones and side to move at the cursor. Precondition: a game of Hex.
solver::HexBoard solver_board(const game::GameRecord& record);

}  // namespace losange::study
