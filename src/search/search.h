// What every search takes and gives. A search is a function from a position and Limits to a Report: no
// input or output, no globals. While it runs it may hand running Reports to an observer, and it ends
// within 50 ms of a stop request, with the best it has.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.h"

namespace losange::search {

// The clock of the side to move in a game with a clock for all its moves.
struct ClockState {
  base::Millis left{0};
  base::Millis increment{0};  // added after each move
};

// Bounds on a search; whichever is reached first ends it. With none, the strategy's own default holds.
struct Limits {
  std::optional<base::Millis> time;    // for this move
  std::optional<std::uint64_t> nodes;  // playouts, evaluations or positions, as the search counts
  std::optional<int> depth;
  std::optional<ClockState> clock;  // for players that manage their own time
  int threads = 1;
  std::uint64_t seed = 1;   // with one thread and no time limit, the answer repeats
  bool every_move = false;  // to study: all moves, though one that wins for certain is known
  bool prompt = false;      // for people who wait: the move comes once the choice is made
};

// What a search thinks of one move. Values are expected results in [-1, 1] for the side to move.
template <class Move>
struct Line {
  Move move{};
  double value = 0;
  std::uint64_t visits = 0;
  bool proven = false;          // the value is exact
  std::vector<Move> variation;  // the expected play, `move` first
  bool at_most = false;  // the value is an upper bound: enough to see that another move is better
  int moves = 0;         // of a proven win or loss: the winner's, at most, to the end; 0: not known
};

// What a search did, apart from the moves it found.
struct SearchTotals {
  double value = 0;  // of the best move, for the side to move, in [-1, 1]
  std::uint64_t nodes = 0;
  int depth = 0;
  double seconds = 0;
  bool proven = false;
  int moves = 0;  // of a proven win or loss: the winner's, at most, to the end; 0: not known
  std::uint64_t tree_nodes = 0, tree_bytes = 0;  // of a tree search: what its tree holds now
  bool out_of_memory = false;                    // the search ended because its tree could not grow
  // Alpha-beta only: the value on its evaluation's own scale, nodes cut off, and those by their first move.
  std::int64_t score = 0;
  std::uint64_t cut_offs = 0, first_cut_offs = 0;
};

template <class Move>
struct Report : SearchTotals {
  Move best{};
  std::vector<Line<Move>> lines;  // best first
};

template <class Move>
using Observer = std::function<void(const Report<Move>&)>;

// How likely a win is, from a value in [-1, 1]: what people are shown.
constexpr double win_chance(double value) { return (value + 1) / 2; }

}  // namespace losange::search
