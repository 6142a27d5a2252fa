// Draws in proportion to weights: the one way everything that chooses by odds does it (players that vary, openings,
// self-play). Apart from random.h, which everything includes.
#pragma once

#include <cstddef>
#include <span>

#include "base/random.h"

namespace losange::base {

// An index drawn by the weights, which are not below 0; the last one takes what rounding leaves over. Takes one number
// from `random`; seeded games and runs depend on this very arithmetic. Precondition: there are weights.
inline std::size_t draw_by_weight(std::span<const double> weights, Random& random) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double left = random.unit() * sum;
  std::size_t drawn = 0;
  while (drawn + 1 < weights.size() && left >= weights[drawn]) left -= weights[drawn++];
  return drawn;
}

}  // namespace losange::base
