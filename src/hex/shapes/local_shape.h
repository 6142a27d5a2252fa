// What a position looks like around its last move.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/random.h"
#include "hex/board/position.h"

namespace losange::hex {

// A hash of the last two moves and of all cells within two steps of the last, where they are on the board and whose: equal for
// positions that differ elsewhere alone. Never 0. Precondition: `last` is a cell.
template <int W>
std::uint32_t local_shape(const Position<W>& position, Move last, Move before) {
  constexpr int kSteps = 2;
  const Cube centre = to_cube(position.size(), last.cell());
  std::uint64_t around = 0;  // two bits a cell
  for (int z = -kSteps; z <= kSteps; ++z) {
    for (int x = std::max(-kSteps, -kSteps - z); x <= std::min(kSteps, kSteps - z); ++x) {
      const auto cell = from_cube(position.size(), centre + Cube{x, -x - z, z});
      std::uint64_t code = 3;
      if (cell)
        code = position.stones(Side::First).test(*cell)    ? 1
               : position.stones(Side::Second).test(*cell) ? 2
                                                           : 0;
      around = around << 2 | code;
    }
  }
  // The last stone says who moved.
  std::uint64_t state = std::uint64_t{last.code} << 16 | before.code;
  state = base::splitmix64(state) ^ around;
  return static_cast<std::uint32_t>(base::splitmix64(state) >> 32) | 1;
}

}  // namespace losange::hex
