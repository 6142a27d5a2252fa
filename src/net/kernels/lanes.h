// Floats in vectors as wide as the instruction set's own. Sums over channels run in sixteen lanes on every machine,
// however many vectors those are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "net/kernels/kernels.h"

#ifdef __ARM_NEON
#include <arm_neon.h>
#endif

namespace losange::net {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif
constexpr std::size_t kWidth = kVectorBytes / sizeof(float);
constexpr std::size_t kParts = kLanes / kWidth;  // vectors of sixteen lanes

using Vector = float __attribute__((vector_size(kVectorBytes)));
using Integers = std::int32_t __attribute__((vector_size(kVectorBytes)));

[[maybe_unused]] inline Vector loaded(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class T>
inline void store(const T& vector, void* to) {
  std::memcpy(to, &vector, sizeof vector);
}

// The second where the first is no number.
[[maybe_unused]] inline Vector larger(const Vector& a, const Vector& b) {
#ifdef __ARM_NEON
  return Vector(vmaxnmq_f32(float32x4_t(a), float32x4_t(b)));
#else
  return a > b ? a : b;
#endif
}
[[maybe_unused]] inline Vector positive(const Vector& v) { return larger(v, Vector{}); }
[[maybe_unused]] inline void keep_larger(Vector& most, const Vector& other) {
  most = larger(other, most);
}

#ifdef __ARM_NEON
// Sixteen numbers times `factor`, rounded, as bytes. g++ 12 takes four floats to four bytes one by one; sixteen at once are
// three instructions.
[[maybe_unused]] inline uint8x16_t rounded_bytes(const float* values, float factor) {
  const auto whole = [&](std::size_t part) {
    const Vector rounded = loaded(values + part * kWidth) * factor + 0.5f;
    return vreinterpretq_u16_s32(vcvtq_s32_f32(float32x4_t(rounded)));
  };
  const uint16x8_t low = vuzp1q_u16(whole(0), whole(1)), high = vuzp1q_u16(whole(2), whole(3));
  return vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
}
#endif

[[maybe_unused]] inline void store_rounded_bytes(const float* values, float factor,
                                                 std::uint8_t* to) {
#ifdef __ARM_NEON
  vst1q_u8(to, rounded_bytes(values, factor));
#else
  using Bytes = std::uint8_t __attribute__((vector_size(kWidth)));
  for (std::size_t part = 0; part < kParts; ++part) {
    const Vector rounded = loaded(values + part * kWidth) * factor + 0.5f;
    const auto whole = __builtin_convertvector(rounded, Integers);
    store(__builtin_convertvector(whole, Bytes), to + part * kWidth);
  }
#endif
}

[[maybe_unused]] inline float sum_of(const Vector (&lanes)[kParts]) {
  float parts[kLanes];
  std::memcpy(parts, lanes, sizeof parts);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) parts[i] += parts[i + half];
  }
  return parts[0];
}
[[maybe_unused]] inline float largest_of(const Vector& lanes) {
  float largest = lanes[0];
  for (std::size_t i = 1; i < kWidth; ++i) largest = lanes[i] > largest ? lanes[i] : largest;
  return largest;
}

}  // namespace
}  // namespace losange::net
