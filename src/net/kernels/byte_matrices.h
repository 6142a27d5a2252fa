// The 8-bit convolution by products of small matrices (i8mm of ARMv8.6): two cells by eight inputs times eight inputs
// by two outputs in one instruction, twice the products of a dot product.
#pragma once

#include <arm_neon.h>

#include "net/kernels/finish.h"

namespace losange::net {
namespace {

constexpr std::size_t kPairs = 6;        // of cells, whose sums registers hold
constexpr std::size_t kTileOutputs = 8;  // four pairs
constexpr std::size_t kMatrixInputs = 8;
constexpr std::size_t kMatrixBytes = 16;  // two cells or outputs by eight inputs
constexpr std::size_t kOutputPairs = kTileOutputs / 2;
constexpr std::size_t kStepBytes = kOutputPairs * kMatrixBytes;  // weights of eight inputs

// [tile][tap][8 inputs][pair of outputs][output][input]
inline std::size_t weight_place(std::size_t channels, std::size_t output, std::size_t tap,
                                std::size_t input) {
  const std::size_t step =
      (output / kTileOutputs * kTaps + tap) * (channels / kMatrixInputs) + input / kMatrixInputs;
  return step * kStepBytes + output % kTileOutputs / 2 * kMatrixBytes + output % 2 * kMatrixInputs +
         input % kMatrixInputs;
}

// A board lies in pairs of cells as the instruction takes them, in turn eight channels of the one and eight of the other. It
// is cut into halves that lie upon each other: a pair are cells `half` rows apart, so that a step to a neighbour is the same for
// both, and the rows at the cut are in both halves. The middle row of an odd board has no partner: it and its neighbours
// are there once more, cut in the same way, with pairs `half` columns apart. All have a ring of zeros.
struct Pairs {
  std::size_t begin;           // the first place with its ring, counted in places
  std::size_t columns, count;  // of places in a row without the ring, and of pairs
  std::size_t whole;           // pairs whose second cell is on the board
  std::size_t cell, apart;     // the first cell, and how far its partner is behind it
};
inline std::size_t half_of(std::size_t size) { return (size + 1) / 2; }
inline Pairs in_halves(std::size_t size) {
  const std::size_t half = half_of(size), count = size / 2 * size;
  return {0, size, count, count, 0, half * size};
}
inline Pairs in_middle_row(std::size_t size) {  // of an odd board
  const std::size_t half = half_of(size);
  return {(half + 2) * (size + 2), half, half, half - 1, (half - 1) * size, half};
}

inline std::size_t board_bytes(std::size_t size, std::size_t channels) {
  const std::size_t half = half_of(size);
  return (half + 2) * (size + 2 + (size % 2 != 0 ? 3 : 0)) * 2 * channels;
}

inline void fill_board(const float* values, std::size_t size, std::size_t channels, float factor,
                       std::uint8_t* board) {
  const std::size_t half = half_of(size), middle = in_middle_row(size).begin;
  const auto at = [&](std::size_t place, std::size_t member) {
    return board + place * 2 * channels + member * kMatrixInputs;
  };
  for (std::size_t row = 0; row < size; ++row, values += size * channels) {
    const std::size_t upper = (row + 1) * (size + 2) + 1;
    const bool in_upper = row <= half;
    std::uint8_t* to = in_upper ? at(upper, 0) : at(upper - half * (size + 2), 1);
    for (std::size_t i = 0; i < size * channels; i += kLanes) {
      const uint8x16_t bytes = rounded_bytes(values + i, factor);
      vst1_u8(to + 2 * i, vget_low_u8(bytes));
      vst1_u8(to + 2 * i + kMatrixBytes, vget_high_u8(bytes));
    }
    const auto copy = [&](std::size_t column, std::size_t end, std::uint8_t* copied) {
      const std::uint8_t* from = to + column * 2 * channels;
      for (std::size_t i = 0; i < (end - column) * 2 * channels; i += kMatrixBytes)
        vst1_u8(copied + i, vld1_u8(from + i));
    };
    if (in_upper && row + 1 >= half) copy(0, size, at(upper - half * (size + 2), 1));
    if (size % 2 == 0 || row + 2 < half || row > half) continue;
    const std::size_t begin = middle + (row + 2 - half) * (half + 2);
    copy(0, half < size ? half + 1 : size, at(begin + 1, 0));
    copy(half - 1, size, at(begin, 1));
  }
}

// Eight inputs of each pair, which inputs_of(pair) gives.
template <std::size_t Count, class Inputs>
[[gnu::always_inline]] inline void add_matrices(int32x4_t (&sums)[Count][kOutputPairs],
                                                const Inputs& inputs_of,
                                                const std::int8_t* weights) {
  int8x16_t w[kOutputPairs];
#pragma GCC unroll 4
  for (std::size_t o = 0; o < kOutputPairs; ++o) w[o] = vld1q_s8(weights + o * kMatrixBytes);
#pragma GCC unroll 6
  for (std::size_t p = 0; p < Count; ++p) {
    // As signed numbers: their eighth bit is never set.
    const int8x16_t inputs = vreinterpretq_s8_u8(inputs_of(p));
#pragma GCC unroll 4
    for (std::size_t o = 0; o < kOutputPairs; ++o)
      sums[p][o] = vmmlaq_s32(sums[p][o], inputs, w[o]);
  }
}

// Eight outputs of `Count` pairs from `first` on.
template <std::size_t Count, class Finished>
[[gnu::always_inline]] inline void convolve_pairs(const ByteWork& work, const Pairs& pairs,
                                                  std::size_t output, std::size_t first,
                                                  Finished& finish) {
  const std::size_t place_bytes = 2 * work.channels, row_bytes = (pairs.columns + 2) * place_bytes;
  const std::uint8_t* from[Count];
  std::size_t column = first % pairs.columns;
  from[0] = work.input + first / pairs.columns * row_bytes + (pairs.begin + column) * place_bytes;
  for (std::size_t p = 1; p < Count; ++p) {
    const bool next_row = ++column == pairs.columns;
    if (next_row) column = 0;
    from[p] = from[p - 1] + (next_row ? 3 : 1) * place_bytes;
  }
  int32x4_t sums[Count][kOutputPairs] = {};
  const std::int8_t* weights = work.weights + output * kTaps * work.channels;
  for (std::size_t shift = 0; shift < 3 * row_bytes; shift += row_bytes) {
    // Three taps of a row lie side by side.
    for (std::size_t at = shift; at < shift + 3 * place_bytes;
         at += kMatrixBytes, weights += kStepBytes) {
      const auto inputs_of = [&](std::size_t p) { return vld1q_u8(from[p] + at); };
      add_matrices(sums, inputs_of, weights);
    }
  }
#pragma GCC unroll 6
  for (std::size_t p = 0; p < Count; ++p) {
    const std::size_t cell = pairs.cell + first + p;
    for (std::size_t part = 0; part < 2; ++part) {
      const int64x2_t a = vreinterpretq_s64_s32(sums[p][2 * part]);
      const int64x2_t b = vreinterpretq_s64_s32(sums[p][2 * part + 1]);
      finish.take(cell, part, Integers(vreinterpretq_s32_s64(vzip1q_s64(a, b))));
      if (first + p < pairs.whole)
        finish.take(cell + pairs.apart, part, Integers(vreinterpretq_s32_s64(vzip2q_s64(a, b))));
    }
  }
}

template <bool WithBias>
float convolve_by_matrices(const ByteWork& work) {
  Finish<WithBias> finish(work);
  const Pairs parts[] = {in_halves(work.size), in_middle_row(work.size)};
  for (std::size_t output = 0; output < work.channels; output += kTileOutputs) {
    auto channels = finish.template from<2>(output);
    for (std::size_t part = 0; part <= work.size % 2; ++part) {
      const Pairs& pairs = parts[part];
      std::size_t at = 0;
      for (; at + kPairs <= pairs.count; at += kPairs)
        convolve_pairs<kPairs>(work, pairs, output, at, channels);
      for (; at + 2 <= pairs.count; at += 2) convolve_pairs<2>(work, pairs, output, at, channels);
      if (at < pairs.count) convolve_pairs<1>(work, pairs, output, at, channels);
    }
    finish.keep(channels);
  }
  return finish.largest();
}

// The loop of the convolution over numbers that stay in the nearest cache.
inline std::size_t peak(std::size_t rounds) {
  constexpr std::size_t kSteps = 32;
  alignas(64) std::int8_t weights[kSteps * kStepBytes] = {3};
  alignas(64) std::uint8_t input[kSteps * kMatrixBytes] = {1};
  int32x4_t sums[kPairs][kOutputPairs] = {};
  for (std::size_t i = 0; i < rounds; ++i) {
    for (std::size_t step = 0; step < kSteps; ++step) {
      const auto inputs_of = [&](std::size_t) {
        const std::uint8_t* from = input + step * kMatrixBytes;
        asm volatile("" : "+r"(from));  // or all pairs would be one load
        return vld1q_u8(from);
      };
      add_matrices(sums, inputs_of, weights + step * kStepBytes);
    }
  }
  for (auto& pair : sums) {
    for (auto& sum : pair) asm volatile("" : "+w"(sum));
  }
  return rounds * kSteps * 2 * kPairs * kTileOutputs * kMatrixInputs;
}

}  // namespace
}  // namespace losange::net
