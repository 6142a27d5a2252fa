// Results that decide other positions too: whoever won with some stones by playing in some cells wins wherever it has these
// stones and the other side none of these cells, whatever else is on the board. The last few thousand are kept. Used by
// ProofSearch, which guards it, for HexExpert.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "hex/board/position.h"
#include "search/proof/expert.h"

namespace losange::solver {

template <int W>
class EarlierResults {
 public:
  using Position = hex::Position<W>;
  using Set = hex::Bitboard<W>;
  using Result = search::EarlierResult<hex::Move, Set>;

  // `result.reason` as HexExpert::Reason.
  void add(const Position& position, const Result& result);
  std::optional<Result> find(const Position& position) const;

  // Those of the winner's stones that it needs when it plays in `cells` alone.
  static Set needed_stones(const Position& position, game::Side winner, const Set& cells);

 private:
  // Three lists are read at every position that is looked at: more would find more, and take longer than that saves.
  static constexpr std::size_t kMost = 4000;

  struct List {
    std::vector<Set> stones, cells;
    std::vector<hex::Move> moves;
    std::size_t next = 0;  // is replaced when there are kMost
  };

  std::array<std::array<List, 2>, 2> lists_;  // by index(winner), and whether it moves
};

extern template class EarlierResults<1>;
extern template class EarlierResults<2>;
extern template class EarlierResults<6>;

}  // namespace losange::solver
