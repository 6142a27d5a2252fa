// Looking at an evaluation by itself: what it thinks of every cell, as a heat map, and how well its values go
// with true results on positions that are solved exactly. Used by `losange study`.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "game/record.h"

namespace losange::study {

struct HeatMap {
  int size = 0;
  std::string evaluation;
  std::string pieces;  // '.', 'x' First, 'o' Second, row by row
  std::vector<double>
      heat;          // 0 to 1 for empty cells: how much a stone of the side to move promises
  double value = 0;  // of the position for the side to move, in [-1, 1]
  game::Side to_move = game::Side::First;
};

// The position at the record's cursor. Throws base::UserError when the game is over there.
HeatMap heat_map(const game::GameRecord& record, const std::string& evaluation);
std::string to_svg(const HeatMap& map);
// Heat in hundredths, the board as it stands.
std::string to_text(const HeatMap& map);

struct Correlation {
  std::string evaluation;
  int positions = 0;
  double correlation = 0;  // of values with results (Pearson), both for the side to move
  double right = 0;        // share of positions where the sign is right; a value of 0 is half right
};

// For every evaluation, the value nets and the policy-value net without search, on the same random positions of this
// size, solved by alpha-beta. Positions that resist are left out; once stopped, those that were solved are compared, and
// without any the list is empty. Precondition: size <= 6, or it takes for ever.
std::vector<Correlation> correlations(int size, int positions, std::uint64_t seed,
                                      std::stop_token stop = {});

}  // namespace losange::study
