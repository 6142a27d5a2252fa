// A move of the root as the driver (alphabeta.h) keeps it from depth to depth, and as a report tells it. Most moves after
// the first are searched only as far as shows that they are not better: their values are upper bounds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "search/alphabeta/table.h"
#include "search/search.h"

namespace losange::search {

template <class Move>
struct RootMove {
  Move move{};
  Score score = -kWinScore;
  Bound bound = Bound::Upper;  // what `score` is
  bool exact = false;          // `score` is the value at the depth that is searched now
  std::uint64_t nodes = 0;
  std::vector<Move> variation{};

  bool searched() const { return score > -kWinScore; }

  // `value` is the score in [-1, 1]; `complete` where no move was left out anywhere, so that a loss is one. An upper
  // bound proves a loss, never a win.
  Line<Move> line(double value, bool complete) const {
    const bool at_most = searched() && bound == Bound::Upper;
    const bool proven = searched() && decided(score) && (score > 0 ? !at_most : complete);
    return {.move = move,
            .value = value,
            .visits = nodes,
            .proven = proven,
            .variation = variation.empty() ? std::vector<Move>{move} : variation,
            .at_most = at_most && !proven};
  }
};

// Any of the moves whose value is that of the best comes to the front; the others keep their order.
template <class Move>
void bring_any_best(std::vector<RootMove<Move>>& moves, std::uint64_t seed) {
  const auto best = [score = moves.front().score](const RootMove<Move>& move) {
    return move.exact && move.score == score;
  };
  const auto equals = std::count_if(moves.begin(), moves.end(), best);
  base::Random random(seed);
  auto skip = equals == 0 ? 0 : random.below(static_cast<std::uint32_t>(equals));
  for (auto it = moves.begin(); it != moves.end(); ++it) {
    if (!best(*it) || skip-- > 0) continue;
    std::rotate(moves.begin(), it, it + 1);
    break;
  }
}

}  // namespace losange::search
