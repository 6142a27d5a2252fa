// Raw nets against each other: every one-stone opening, both colours, each side plays its best Q. All
// games move in lockstep, so a whole comparison is a few hundred batches. No draw of luck: two nets
// have one result.
#pragma once

#include "net/evaluator.h"

namespace losange::train {

struct ArenaResult {
  int games = 0;
  int won = 0;          // by the first net named
  int won_as_first = 0; // of these, where it had the opening stone
};

ArenaResult play_all_openings(const net::Evaluator& one, const net::Evaluator& other, int size);

}  // namespace losange::train
