// The dark squares of an NxN board as bits, with a ghost bit after every two rows, so that a diagonal step
// off the side of the board lands on a bit that is never set:
//
//      0   1   2   3   4          row 0, squares 1 to 5 on 10x10
//    5   6   7   8   9            row 1
//                         (10)    ghost
//     11  12  13  14  15          row 2
//
// A step down-left is +N/2, down-right +N/2+1, whatever the row. Used by the generators, at compile time.
#pragma once

#include <array>
#include <type_traits>

#include "draughts/rules/bits.h"

namespace losange::draughts {

// The first four are the diagonals; a direction and its opposite add up to 3, or to 11 for the others.
// Odd ones out of order would break opposite(), so the list is fixed.
enum Direction { kUpLeft, kUpRight, kDownLeft, kDownRight, kUp, kLeft, kRight, kDown };
constexpr int opposite(int direction) { return direction < 4 ? 3 - direction : 11 - direction; }

template <int N>
struct Grid {
  static_assert(N % 2 == 0 && N >= 4 && N <= 12);
  using Bits = std::conditional_t<(N <= 10), Bits64, Bits128>;

  static constexpr int kSize = N;
  static constexpr int kHalf = N / 2;
  static constexpr int kSquares = N * kHalf;
  static constexpr int kIndices = N / 2 * (N + 1);
  static constexpr int kOffsets[8] = {-kHalf - 1, -kHalf, kHalf, kHalf + 1, -N - 1, -1, 1, N + 1};

  static constexpr int index_of(int row, int place) {
    return row / 2 * (N + 1) + row % 2 * kHalf + place;
  }
  static constexpr Bits row(int row) { return ((Bits{1} << kHalf) - 1) << index_of(row, 0); }

  static constexpr Bits board() {
    Bits all = 0;
    for (int r = 0; r < N; ++r) all |= row(r);
    return all;
  }
  static constexpr Bits kBoard = board();
  // Where a man of White, of Black becomes a king.
  static constexpr Bits kLastRow[2] = {row(0), row(N - 1)};

  // The neighbour in a direction, or -1 off the board.
  static constexpr std::array<std::array<std::int8_t, kIndices>, 8> make_steps() {
    constexpr int kDownBy[8] = {-1, -1, 1, 1, -2, 0, 0, 2};
    constexpr int kRightBy[8] = {-1, 1, -1, 1, 0, -2, 2, 0};
    std::array<std::array<std::int8_t, kIndices>, 8> steps{};
    for (int d = 0; d < 8; ++d) {
      for (auto& step : steps[d]) step = -1;
      for (int r = 0; r < N; ++r) {
        for (int place = 0; place < kHalf; ++place) {
          const int down = r + kDownBy[d];
          const int right = 2 * place + (r % 2 == 0 ? 1 : 0) + kRightBy[d];
          if (down < 0 || down >= N || right < 0 || right >= N) continue;
          steps[d][index_of(r, place)] = static_cast<std::int8_t>(index_of(down, right / 2));
        }
      }
    }
    return steps;
  }
  static constexpr auto kSteps = make_steps();

  // All squares from a square on in a direction, itself left out.
  static constexpr std::array<std::array<Bits, kIndices>, 8> make_rays() {
    std::array<std::array<Bits, kIndices>, 8> rays{};
    for (int d = 0; d < 8; ++d) {
      for (int i = 0; i < kIndices; ++i) {
        for (int s = kSteps[d][i]; s >= 0; s = kSteps[d][s]) rays[d][i] |= bit<Bits>(s);
      }
    }
    return rays;
  }
  static constexpr auto kRays = make_rays();

  // The squares from where two steps in a direction stay on the board; only sideways it matters, where
  // rows follow each other without a ghost between them.
  static constexpr std::array<Bits, 8> make_jumpable() {
    std::array<Bits, 8> result{};
    for (int d = 0; d < 8; ++d) {
      for (int i = 0; i < kIndices; ++i) {
        const int over = kSteps[d][i];
        if (over >= 0 && kSteps[d][over] >= 0) result[d] |= bit<Bits>(i);
      }
    }
    return result;
  }
  static constexpr auto kJumpable = make_jumpable();

  // The first of a set met from a square in a direction, or -1.
  template <int D>
  static constexpr int first_on_ray(int from, Bits set) {
    const Bits met = kRays[D][from] & set;
    if (met == 0) return -1;
    return kOffsets[D] > 0 ? lowest(met) : highest(met);
  }

  // Every bit moved one step; those that leave the board go to ghosts or beyond kBoard.
  template <int D>
  static constexpr Bits moved(Bits set) {
    return kOffsets[D] > 0 ? set << (kOffsets[D] > 0 ? kOffsets[D] : 0)
                           : set >> (kOffsets[D] > 0 ? 0 : -kOffsets[D]);
  }
};

}  // namespace losange::draughts
