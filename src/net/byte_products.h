// The step of the 8-bit convolution: sixteen sums, each of four products of an activation (0 to 127) and a
// weight (-127 to 127), on every kind of CPU that has instructions for it. Sums are exact, so all kinds give
// the same. Activations have seven bits because the products of AVX2 and of the older dot product of ARM
// have no room for eight.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

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
inline constexpr std::size_t kTileVectors =
    4;  // weights and sums that the registers hold, for six cells

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
inline constexpr std::size_t kTileVectors = 1;

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
inline constexpr std::size_t kTileVectors = 1;

struct ByteWeights {
  int8x16_t parts[4];
  explicit ByteWeights(const std::int8_t* from)
      : parts{vld1q_s8(from), vld1q_s8(from + 16), vld1q_s8(from + 32), vld1q_s8(from + 48)} {}
};
struct ByteInputs {
  int8x16_t bytes;  // as signed numbers: the eighth bit is never set
  explicit ByteInputs(const std::uint8_t* from)
      : bytes(vreinterpretq_s8_s32(vdupq_n_s32(four_bytes(from)))) {}
};
struct ByteSums {
  int32x4_t parts[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
  void add(const ByteInputs& x, const ByteWeights& w) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) parts[i] = vdotq_s32(parts[i], w.parts[i], x.bytes);
  }
  void store(std::int32_t* to) const {
    for (int i = 0; i < 4; ++i) vst1q_s32(to + 4 * i, parts[i]);
  }
};

#else

inline constexpr bool kFastByteProducts = false;
inline constexpr std::size_t kTileVectors = 1;

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

}  // namespace losange::net
