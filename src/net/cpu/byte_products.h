// The step of the 8-bit convolution: sixteen sums, each of four products of an activation (0 to 127) and a
// weight (-127 to 127), on every kind of CPU that has instructions for it. Sums are exact, so all kinds give
// the same. Activations have seven bits because the products of AVX2 and of the older dot product of ARM
// have no room for eight.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__AVX512VNNI__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>
#endif

namespace losange::net {

inline constexpr std::size_t kLanes = 16;  // sums at once
inline constexpr std::size_t kGroup = 4;   // products a sum
inline constexpr int kMostActivation = 127;

inline std::int32_t four_bytes(const std::uint8_t* from) {
  std::int32_t four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

#if defined(__AVX512VNNI__)

inline constexpr bool kFastByteProducts = true;
// The sums that the registers hold: of so many cells, and sixteen times so many channels of each.
inline constexpr std::size_t kTileCells = 6, kTileVectors = 4;

struct ByteWeights {
  __m512i bytes;
  explicit ByteWeights(const std::int8_t* from) : bytes(_mm512_loadu_si512(from)) {}
};
struct ByteInputs {
  __m512i bytes;
  explicit ByteInputs(const std::uint8_t* from) : bytes(_mm512_set1_epi32(four_bytes(from))) {}
};
struct ByteSums {
  __m512i sums = _mm512_setzero_si512();
  void add(const ByteInputs& x, const ByteWeights& w) {
    sums = _mm512_dpbusd_epi32(sums, x.bytes, w.bytes);
  }
  void store(std::int32_t* to) const { _mm512_storeu_si512(to, sums); }
};

#elif defined(__AVX2__)

inline constexpr bool kFastByteProducts = true;
inline constexpr std::size_t kTileCells = 6, kTileVectors = 1;

struct ByteWeights {
  __m256i low, high;
  explicit ByteWeights(const std::int8_t* from)
      : low(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))),
        high(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32))) {}
};
struct ByteInputs {
  __m256i bytes;
  explicit ByteInputs(const std::uint8_t* from) : bytes(_mm256_set1_epi32(four_bytes(from))) {}
};
struct ByteSums {
  __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();
  void add(const ByteInputs& x, const ByteWeights& w) {
    low = added(low, x.bytes, w.low);
    high = added(high, x.bytes, w.high);
  }
  void store(std::int32_t* to) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), high);
  }

 private:
  static __m256i added(__m256i sums, __m256i x, __m256i w) {
#ifdef __AVXVNNI__
    return _mm256_dpbusd_avx_epi32(sums, x, w);
#else
    const __m256i pairs = _mm256_maddubs_epi16(x, w);  // at most 2 * 127 * 127: nothing is cut off
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
#endif
  }
};

#elif defined(__ARM_FEATURE_DOTPROD)

inline constexpr bool kFastByteProducts = true;
inline constexpr std::size_t kTileCells = 4, kTileVectors = 1;

struct ByteWeights {
  int8x16_t parts[4];
  explicit ByteWeights(const std::int8_t* from)
      : parts{vld1q_s8(from), vld1q_s8(from + 16), vld1q_s8(from + 32), vld1q_s8(from + 48)} {}
};
struct ByteSums {
  int32x4_t parts[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
  // Inputs as signed numbers: their eighth bit is never set.
  template <int Group>
  void add(int8x16_t inputs, const ByteWeights& w) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) parts[i] = vdotq_laneq_s32(parts[i], w.parts[i], inputs, Group);
  }
  void store(std::int32_t* to) const {
    for (int i = 0; i < 4; ++i) vst1q_s32(to + 4 * i, parts[i]);
  }
};

// Sixteen inputs of a cell are one load, and a product takes four of them from where they are: no input is
// ever spread over a register of its own.
inline constexpr std::size_t kStepGroups = 4;

template <std::size_t Cells, std::size_t Vectors>
[[gnu::always_inline]] inline void add_step(ByteSums (&sums)[Cells][Vectors],
                                            const std::array<const std::uint8_t*, Cells>& from,
                                            std::size_t at, const std::int8_t* weights) {
  int8x16_t inputs[Cells];
#pragma GCC unroll 8
  for (std::size_t j = 0; j < Cells; ++j) inputs[j] = vreinterpretq_s8_u8(vld1q_u8(from[j] + at));
  const auto add_group = [&]<int Group>(std::integral_constant<int, Group>)
      __attribute__((always_inline)) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      const ByteWeights w(weights + (Group * Vectors + v) * kLanes * kGroup);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Cells; ++j) sums[j][v].template add<Group>(inputs[j], w);
    }
  };
  add_group(std::integral_constant<int, 0>{});
  add_group(std::integral_constant<int, 1>{});
  add_group(std::integral_constant<int, 2>{});
  add_group(std::integral_constant<int, 3>{});
}

#else

inline constexpr bool kFastByteProducts = false;
inline constexpr std::size_t kTileCells = 6, kTileVectors = 1;

struct ByteWeights {
  const std::int8_t* bytes;
  explicit ByteWeights(const std::int8_t* from) : bytes(from) {}
};
struct ByteInputs {
  const std::uint8_t* bytes;
  explicit ByteInputs(const std::uint8_t* from) : bytes(from) {}
};
struct ByteSums {
  std::array<std::int32_t, kLanes> sums{};
  void add(const ByteInputs& x, const ByteWeights& w) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < kGroup; ++i)
        sums[lane] += x.bytes[i] * w.bytes[lane * kGroup + i];
    }
  }
  void store(std::int32_t* to) const { std::memcpy(to, sums.data(), sizeof sums); }
};

#endif

#ifndef __ARM_FEATURE_DOTPROD

inline constexpr std::size_t kStepGroups = 1;  // of kGroup inputs that a step takes from each cell

// Adds to the sums of each cell, whose inputs are at from[cell] + at, the products of one step.
template <std::size_t Cells, std::size_t Vectors>
[[gnu::always_inline]] inline void add_step(ByteSums (&sums)[Cells][Vectors],
                                            const std::array<const std::uint8_t*, Cells>& from,
                                            std::size_t at, const std::int8_t* weights) {
#pragma GCC unroll 6
  for (std::size_t j = 0; j < Cells; ++j) {
    const ByteInputs x(from[j] + at);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < Vectors; ++v)
      sums[j][v].add(x, ByteWeights(weights + v * kLanes * kGroup));
  }
}

#endif

}  // namespace losange::net
