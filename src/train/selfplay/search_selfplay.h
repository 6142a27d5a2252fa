// Self-play by small tree searches (gumbel_tree.h): most moves by a fast search, a share by a full one
// whose policy is learnt. Openings are drawn towards balance by the net's own judgement: the first stone, and in a
// share of the games two to six random stones, so that the net also knows what it would not play. Games that are long
// decided end early, but for one in eight.
#pragma once

#include "train/selfplay/selfplay.h"

namespace losange::train {

struct SearchPlan {
  int visits = 64, fast_visits = 16;
  double full_share = 0.25;  // of the moves that are searched fully
  double wide_share = 0;     // of the games that begin with several random stones
};

std::unique_ptr<GameGroup> make_search_group(int size, int games, std::uint64_t first_game,
                                             std::uint64_t seed, const SearchPlan& plan);

}  // namespace losange::train
