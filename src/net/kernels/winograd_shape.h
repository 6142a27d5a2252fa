// What Winograd's convolution is made of, the same for every instruction set and for who turns the weights
// (net/cpu/winograd_convolution.cpp): the squares, and the points that its polynomials go through.
#pragma once

#include <cstddef>
#include <cstdint>

namespace losange::net::winograd {

inline constexpr std::size_t kSide = 4, kReach = 6;  // of the outputs of a square, and its inputs
inline constexpr std::size_t kInputs = kReach * kReach, kOutputs = kSide * kSide;
inline constexpr std::int32_t kOutside = -1;  // a cell beyond the board

// 0, +-kA, +-kB and infinity: the points with the smallest rounding errors of those whose numbers are exact.
inline constexpr float kA = 0.75f, kB = 1.5f;

}  // namespace losange::net::winograd
