// What a beginner sees of a Hex board, at next to no cost: the moves of low levels, and of players who have no time
// left.
#pragma once

#include <vector>

#include "hex/evaluation/mix.h"

namespace losange::players {

// What a stone on each empty cell promises at first sight, in stones to the win: steps on one's own shortest
// way, and on the other side's. A cell it cannot do without counts twice.
// In the order of the legal moves; a swap is not judged.
template <int W>
std::vector<double> first_sight(const hex::Position<W>& position, double attention) {
  constexpr double kWinInSight = 5;  // nobody overlooks it for long
  constexpr double kLiking = 0.3;    // for the middle of the board
  const auto own = hex::shortest_paths(position, position.to_move());
  const auto other = hex::shortest_paths(position, game::other(position.to_move()));
  const int size = position.size();
  std::vector<double> promises;
  position.empty().for_each([&](int cell) {
    double promise = kLiking * hex::centre_weight(size, cell) / size;
    if (own.cells.test(cell)) promise += own.length == 1 ? kWinInSight : 1;
    if (other.cells.test(cell)) promise += attention * (other.pinned.test(cell) ? 1 : 0.5);
    promises.push_back(promise);
  });
  return promises;
}

}  // namespace losange::players
