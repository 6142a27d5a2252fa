// Who wins a position for certain, as the solver found it. Like an analysis it lives in the record, in a property of the
// node it is about, so that it is saved with the game, comes back on load, and follows the tree:
//   SOLVED[B 18432][c3 d2]
// the colour that wins (B first, W second) and the positions that it took; then, where the winner moves and every move
// was looked at, the moves that win. Nothing of it is believed that a position cannot have: moves that are not legal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/record.h"

namespace losange::window {

struct Solved {
  game::Side winner = game::Side::First;
  std::uint64_t nodes = 0;
  std::vector<std::string>
      moves{};  // of the winner, if it moves: all that win; none where they are not known

  bool operator==(const Solved&) const = default;
};

// Nothing where there is none or it cannot be read.
std::optional<Solved> solved_at(const game::RecordNode& node);
void keep_solved(game::RecordNode& node, const Solved& solved);

}  // namespace losange::window
