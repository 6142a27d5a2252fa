// Ladders of a side in the position at a record's cursor, for faces that show them: what hex/connections/ladders.h knows,
// without the width of the board in its type.
#pragma once

#include <vector>

#include "game/record.h"

namespace losange::study {

struct ShownLadder {
  int edge = 0, row = 0;   // edge: 0 top or left, 1 bottom or right; row: 2 to 4 from it
  int head = 0;            // the stone that runs
  int blocked = -1;        // what the other side plays before, where it moves and has to; else -1
  std::vector<int> moves;  // each a threat to join the head to the edge
  bool joins = false;      // it arrives, whatever the other side answers
  int escape = -1;         // by this stone, if any
};

// Precondition: a game of Hex that goes on at the cursor.
std::vector<ShownLadder> find_ladders(const game::GameRecord& record, game::Side side);

}  // namespace losange::study
