// The 8-bit convolution by products of small matrices (i8mm of ARMv8.6): two cells by eight inputs times eight inputs by
// two outputs in one instruction, twice the products of a dot product.
#pragma once

#include <arm_neon.h>

#include "net/kernels/finish.h"

namespace losange::net {
namespace {

constexpr std::size_t kPairs = 4;        // of cells, whose sums registers hold
constexpr std::size_t kTileOutputs = 8;  // four pairs
constexpr std::size_t kMatrixInputs = 8;
constexpr std::size_t kMatrixBytes = 16;  // two outputs by eight inputs
constexpr std::size_t kOutputPairs = kTileOutputs / 2;

// [tile][tap][8 inputs][pair of outputs][output][input]
inline std::size_t matrix_place(std::size_t channels, std::size_t output, std::size_t tap,
                                std::size_t input) {
  const std::size_t step =
      (output / kTileOutputs * kTaps + tap) * (channels / kMatrixInputs) + input / kMatrixInputs;
  return (step * kOutputPairs + output % kTileOutputs / 2) * kMatrixBytes +
         output % 2 * kMatrixInputs + input % kMatrixInputs;
}

// Sixteen inputs of each cell, which are two steps of weights.
template <std::size_t Pairs>
[[gnu::always_inline]] inline void add_matrices(int32x4_t (&sums)[Pairs][kOutputPairs],
                                                const std::uint8_t* const (&from)[2 * Pairs],
                                                std::size_t at, const std::int8_t* weights) {
  int8x16_t low[Pairs], high[Pairs];
#pragma GCC unroll 4
  for (std::size_t p = 0; p < Pairs; ++p) {
    // As signed numbers: their eighth bit is never set.
    const int64x2_t one = vreinterpretq_s64_u8(vld1q_u8(from[2 * p] + at));
    const int64x2_t other = vreinterpretq_s64_u8(vld1q_u8(from[2 * p + 1] + at));
    low[p] = vreinterpretq_s8_s64(vzip1q_s64(one, other));
    high[p] = vreinterpretq_s8_s64(vzip2q_s64(one, other));
  }
#pragma GCC unroll 4
  for (std::size_t o = 0; o < kOutputPairs; ++o) {
    const int8x16_t w = vld1q_s8(weights + o * kMatrixBytes);
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Pairs; ++p) sums[p][o] = vmmlaq_s32(sums[p][o], low[p], w);
  }
#pragma GCC unroll 4
  for (std::size_t o = 0; o < kOutputPairs; ++o) {
    const int8x16_t w = vld1q_s8(weights + (kOutputPairs + o) * kMatrixBytes);
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Pairs; ++p) sums[p][o] = vmmlaq_s32(sums[p][o], high[p], w);
  }
}

// `count` cells from `first` on, at most two a pair; a pair that is not full repeats its first.
template <std::size_t Pairs, bool WithBias>
void convolve_pairs(const ByteWork& work, std::size_t output, std::size_t first, std::size_t count,
                    typename Finish<WithBias>::template Channels<2>& finish) {
  const std::uint8_t* from[2 * Pairs];
  for (std::size_t j = 0; j < 2 * Pairs; ++j) {
    from[j] = corner_of(work, first + (j < count ? j : j - 1));
  }
  int32x4_t sums[Pairs][kOutputPairs] = {};
  const std::int8_t* weights = work.weights + output * kTaps * work.channels;
  constexpr std::size_t kStep = 2 * kMatrixInputs;
  for (std::size_t tap_row = 0; tap_row < 3; ++tap_row) {
    const std::size_t shift = tap_row * (work.size + 2) * work.channels;
    // Three taps of a row lie side by side.
    for (std::size_t i = shift; i < shift + 3 * work.channels;
         i += kStep, weights += 2 * kOutputPairs * kMatrixBytes) {
      add_matrices<Pairs>(sums, from, i, weights);
    }
  }
  const auto half = [](int32x4_t a, int32x4_t b, bool upper) {
    const int64x2_t x = vreinterpretq_s64_s32(a), y = vreinterpretq_s64_s32(b);
    return Integers(vreinterpretq_s32_s64(upper ? vzip2q_s64(x, y) : vzip1q_s64(x, y)));
  };
#pragma GCC unroll 4
  for (std::size_t p = 0; p < Pairs; ++p) {
    for (std::size_t part = 0; part < 2; ++part) {
      const auto &a = sums[p][2 * part], &b = sums[p][2 * part + 1];
      finish.take(first + 2 * p, part, half(a, b, false));
      if (2 * p + 1 < count) finish.take(first + 2 * p + 1, part, half(a, b, true));
    }
  }
}

template <bool WithBias>
float convolve_by_matrices(const ByteWork& work) {
  Finish<WithBias> finish(work);
  const std::size_t cells = work.size * work.size;
  for (std::size_t output = 0; output < work.channels; output += kTileOutputs) {
    auto channels = finish.template from<2>(output);
    std::size_t cell = 0;
    for (; cell + 2 * kPairs <= cells; cell += 2 * kPairs)
      convolve_pairs<kPairs, WithBias>(work, output, cell, 2 * kPairs, channels);
    for (; cell < cells; cell += 2)
      convolve_pairs<1, WithBias>(work, output, cell, cell + 1 < cells ? 2 : 1, channels);
    finish.keep(channels);
  }
  return finish.largest();
}

// The loop of the convolution over numbers that stay in the nearest cache.
inline std::size_t peak_of_matrices(std::size_t rounds) {
  constexpr std::size_t kSteps = 32, kStep = 2 * kMatrixInputs;
  constexpr std::size_t kStepBytes = 2 * kOutputPairs * kMatrixBytes;
  alignas(64) std::int8_t weights[kSteps * kStepBytes] = {3};
  alignas(64) std::uint8_t input[kSteps * kStep] = {1};
  const std::uint8_t* from[2 * kPairs];
  for (auto& cell : from) cell = input;
  int32x4_t sums[kPairs][kOutputPairs] = {};
  for (std::size_t i = 0; i < rounds; ++i) {
    asm volatile("" ::"r"(weights), "r"(input) : "memory");
    for (std::size_t step = 0; step < kSteps; ++step)
      add_matrices<kPairs>(sums, from, step * kStep, weights + step * kStepBytes);
  }
  for (auto& cells : sums) {
    for (auto& sum : cells) asm volatile("" : "+w"(sum));
  }
  return rounds * kSteps * 2 * kPairs * kTileOutputs * kStep;
}

}  // namespace
}  // namespace losange::net
