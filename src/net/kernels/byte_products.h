// The step of the 8-bit convolution: sixteen sums, each of four products of an activation (0 to 127) and a
// weight (-127 to 127), for every instruction set that has something for it but those that multiply small matrices
// (byte_matrices.h, matrix_unit.h). Sums are exact, so all kinds give the same.
#pragma once

#include <cstdint>
#include <cstring>

#include "net/kernels/kernels.h"

#if defined(__AVX512VNNI__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>
#elif defined(LOSANGE_RELAXED_SIMD)
#include <wasm_simd128.h>
#endif

namespace losange::net {
namespace {

constexpr std::size_t kGroup = 4;  // products a sum

inline std::int32_t four_bytes(const std::uint8_t* from) {
  std::int32_t four;
  std::memcpy(&four, from, sizeof four);
  return four;
}

#if defined(__AVX512VNNI__)

constexpr bool kFastBytes = true;
// The sums that the registers hold: of so many cells, and sixteen times so many channels of each.
constexpr std::size_t kTileCells = 6, kTileVectors = 4;

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

#ifdef __AVXVNNI__
constexpr bool kFastBytes = true;
#else
constexpr bool kFastBytes = false;  // three instructions for what others do in one
#endif
constexpr std::size_t kTileCells = 6, kTileVectors = 1;

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
  // The last instruction by name: g++ 12 copies the sums about between its own, and has no register left for them.
  static __m256i added(__m256i sums, __m256i x, __m256i w) {
#ifdef __AVXVNNI__
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sums) : "x"(x), "x"(w));
#else
    const __m256i pairs = _mm256_maddubs_epi16(x, w);  // at most 2 * 127 * 127: nothing is cut off
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    asm("vpaddd %1, %0, %0" : "+x"(sums) : "x"(fours));
#endif
    return sums;
  }
};

#elif defined(__ARM_FEATURE_DOTPROD)

constexpr bool kFastBytes = true;
constexpr std::size_t kTileCells = 4, kTileVectors = 1;

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
constexpr std::size_t kStepGroups = 4;

template <int Group, std::size_t Cells, std::size_t Vectors>
[[gnu::always_inline]] inline void add_group(ByteSums (&sums)[Cells][Vectors],
                                             const int8x16_t (&inputs)[Cells],
                                             const std::int8_t* weights) {
  for (std::size_t v = 0; v < Vectors; ++v) {
    const ByteWeights w(weights + (Group * Vectors + v) * kLanes * kGroup);
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Cells; ++j) sums[j][v].template add<Group>(inputs[j], w);
  }
}

template <std::size_t Cells, std::size_t Vectors>
[[gnu::always_inline]] inline void add_step(ByteSums (&sums)[Cells][Vectors],
                                            const std::uint8_t* const (&from)[Cells],
                                            std::size_t at, const std::int8_t* weights) {
  int8x16_t inputs[Cells];
#pragma GCC unroll 8
  for (std::size_t j = 0; j < Cells; ++j) inputs[j] = vreinterpretq_s8_u8(vld1q_u8(from[j] + at));
  add_group<0>(sums, inputs, weights);
  add_group<1>(sums, inputs, weights);
  add_group<2>(sums, inputs, weights);
  add_group<3>(sums, inputs, weights);
}

#elif defined(LOSANGE_RELAXED_SIMD)

constexpr bool kFastBytes = true;
constexpr std::size_t kTileCells = 4, kTileVectors = 1;

// The instruction i32x4.relaxed_dot_i8x16_i7x16_add_s. Debian's compiler does not know it: it calls this name, and
// cmake/relaxed_simd.py puts the instruction in the place of every call. Where seven bits are multiplied by eight all
// browsers give the same.
extern "C" __attribute__((const)) v128_t relaxed_dot_add(v128_t weights, v128_t inputs,
                                                         v128_t sums);

struct ByteWeights {
  v128_t parts[4];
  explicit ByteWeights(const std::int8_t* from)
      : parts{wasm_v128_load(from), wasm_v128_load(from + 16), wasm_v128_load(from + 32),
              wasm_v128_load(from + 48)} {}
};
struct ByteInputs {
  v128_t bytes;
  explicit ByteInputs(const std::uint8_t* from) : bytes(wasm_i32x4_splat(four_bytes(from))) {}
};
struct ByteSums {
  v128_t parts[4] = {};
  void add(const ByteInputs& x, const ByteWeights& w) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) parts[i] = relaxed_dot_add(w.parts[i], x.bytes, parts[i]);
  }
  void store(std::int32_t* to) const {
    for (int i = 0; i < 4; ++i) wasm_v128_store(to + 4 * i, parts[i]);
  }
};

#else

constexpr bool kFastBytes = false;
constexpr std::size_t kTileCells = 6, kTileVectors = 1;

struct ByteWeights {
  const std::int8_t* bytes;
  explicit ByteWeights(const std::int8_t* from) : bytes(from) {}
};
struct ByteInputs {
  const std::uint8_t* bytes;
  explicit ByteInputs(const std::uint8_t* from) : bytes(from) {}
};
struct ByteSums {
  std::int32_t sums[kLanes] = {};
  void add(const ByteInputs& x, const ByteWeights& w) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < kGroup; ++i)
        sums[lane] += x.bytes[i] * w.bytes[lane * kGroup + i];
    }
  }
  void store(std::int32_t* to) const { std::memcpy(to, sums, sizeof sums); }
};

#endif

#ifndef __ARM_FEATURE_DOTPROD

constexpr std::size_t kStepGroups = 1;  // of kGroup inputs that a step takes from each cell

// Adds to the sums of each cell, whose inputs are at from[cell] + at, the products of one step.
template <std::size_t Cells, std::size_t Vectors>
[[gnu::always_inline]] inline void add_step(ByteSums (&sums)[Cells][Vectors],
                                            const std::uint8_t* const (&from)[Cells],
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

}  // namespace
}  // namespace losange::net
