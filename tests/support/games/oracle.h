// Slow and simple answers to check the fast code by: none of it uses bitboards or incremental tables.
#pragma once

#include <unordered_map>
#include <vector>

#include "hex/board/position.h"

namespace losange::oracle {

using game::Side;

// Whether `side` (1 First, 2 Second on the flat board) joins its two edges: depth-first search.
inline bool joins(const std::vector<int>& flat, int size, int side) {
  std::vector<bool> seen(flat.size(), false);
  std::vector<int> stack;
  for (int i = 0; i < size; ++i) {
    const int start = side == 1 ? i : i * size;
    if (flat[start] == side) stack.push_back(start);
  }
  while (!stack.empty()) {
    const int cell = stack.back();
    stack.pop_back();
    if (seen[cell]) continue;
    seen[cell] = true;
    const int row = cell / size, column = cell % size;
    if ((side == 1 ? row : column) == size - 1) return true;
    const int steps[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    for (const auto& step : steps) {
      const int r = row + step[0], c = column + step[1];
      if (r < 0 || r >= size || c < 0 || c >= size) continue;
      if (flat[r * size + c] == side && !seen[r * size + c]) stack.push_back(r * size + c);
    }
  }
  return false;
}

// Exact winner by exhaustive search with a table: boards up to 4x4 at once, 5x5 in seconds.
class Solver {
 public:
  Side winner(const hex::Position<2>& position) {
    if (position.outcome() != game::Outcome::Ongoing) {
      return position.outcome() == game::Outcome::FirstWins ? Side::First : Side::Second;
    }
    const auto known = table_.find(position.hash());
    if (known != table_.end()) return known->second;
    const Side side = position.to_move();
    Side winner = game::other(side);
    hex::Position<2>::Moves moves;
    position.legal_moves(moves);
    for (const auto move : moves) {
      auto after = position;
      after.play(move);
      if (this->winner(after) == side) {
        winner = side;
        break;
      }
    }
    table_.emplace(position.hash(), winner);
    return winner;
  }

 private:
  std::unordered_map<std::uint64_t, Side> table_;
};

}  // namespace losange::oracle
