// A proof that a side wins a position of Hex, as a file: the position, and steps of which each states a connection of the
// winner and follows from earlier ones by one rule (docs/solver.md has the rules and the format). Written by the solver,
// read by the checker; says nothing about whether the steps are right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "proof/step_list.h"

namespace losange::proof {

inline constexpr std::string_view kFirstLine = "losange proof 1\n";

struct Proof {
  int size = 0;
  std::vector<int> stones;  // row by row: 0 empty, 1 First, 2 Second
  game::Side to_move = game::Side::First, winner = game::Side::First;
  StepList steps;  // the last one is that the winner wins

  bool operator==(const Proof&) const = default;
};

std::string to_file(const Proof& proof);
// Throws base::UserError, which says where, unless the text is a whole proof with numbers in their ranges.
Proof from_file(std::string_view text);

}  // namespace losange::proof
