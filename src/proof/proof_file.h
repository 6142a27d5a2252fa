// A proof that a side wins a position of Hex, as a file: the position, and steps of which each states a connection of the
// winner and follows from earlier ones by one rule (docs/solver.md has the rules and the format). Written by the solver,
// read by the checker; says nothing about whether the steps are right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace losange::proof {

enum class Rule : std::uint8_t {
  Touch,     // two cells, or a cell and an edge, touch
  Through,   // two connections meet at a stone or an edge
  Over,      // two connections meet at an empty cell, which the winner takes
  Either,    // ways to connect by moving first that no single cell meets all of
  Play,      // with a stone more it is a connection: without it, the winner moves there first
  Dead,      // stones of the winner that are of no use are taken away
  Captured,  // two stones of the winner become empty cells: each makes the other useless
};

// Ends are cells by number, row by row, and after them the winner's two edges.
struct Step {
  Rule rule = Rule::Touch;
  std::vector<std::uint32_t> parts;  // numbers of earlier steps
  std::vector<std::uint16_t>
      cells;  // Touch: two ends; Play: the cell; Dead: the stones; Captured: two
  std::vector<std::uint16_t> support;  // Dead, Captured: stones of the winner that it takes

  bool operator==(const Step&) const = default;
};

struct Proof {
  int size = 0;
  std::vector<int> stones;  // row by row: 0 empty, 1 First, 2 Second
  game::Side to_move = game::Side::First, winner = game::Side::First;
  std::vector<Step> steps;  // the last one is that the winner wins

  bool operator==(const Proof&) const = default;
};

std::string to_file(const Proof& proof);
// Throws base::UserError, which says where, unless the text is a whole proof with numbers in their ranges.
Proof from_file(std::string_view text);

}  // namespace losange::proof
