// What the solver is given: the board of a game record, and the net that tells it where to look first.
#pragma once

#include <memory>

#include "game/record.h"
#include "solver/hex_solver.h"

namespace losange::study {

// Stones and side to move at the cursor. Precondition: a game of Hex.
solver::HexBoard solver_board(const game::GameRecord& record);

// The small net that was taught for it, else the one that plays; nothing where both are missing: the solver is slower then.
std::shared_ptr<const net::Evaluator> solver_net();

}  // namespace losange::study
