// Elo, the scale on which strengths are told: 400 points are odds of ten to one.
#pragma once

#include <cmath>

namespace losange::game {

// A score of 1 or 0 gives an infinity.
inline double elo_of(double score) { return 400.0 * std::log10(score / (1.0 - score)); }
inline double score_at(double elo) { return 1.0 / (1.0 + std::pow(10.0, -elo / 400.0)); }

}  // namespace losange::game
