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

[[maybe_unused]] inline Vector positive(const Vector& v) { return v > 0 ? v : Vector{}; }
[[maybe_unused]] inline void keep_larger(Vector& most, const Vector& other) {
  most = other > most ? other : most;
}

// Sixteen numbers from 0 to 255, cut down to whole ones.
[[maybe_unused]] inline void store_bytes(const Vector (&values)[kParts], std::uint8_t* to) {
#ifdef __ARM_NEON
  // g++ 12 takes four floats to four bytes one by one; sixteen at once are three instructions.
  const uint16x8_t low = vuzp1q_u16(vreinterpretq_u16_s32(vcvtq_s32_f32(float32x4_t(values[0]))),
                                    vreinterpretq_u16_s32(vcvtq_s32_f32(float32x4_t(values[1]))));
  const uint16x8_t high = vuzp1q_u16(vreinterpretq_u16_s32(vcvtq_s32_f32(float32x4_t(values[2]))),
                                     vreinterpretq_u16_s32(vcvtq_s32_f32(float32x4_t(values[3]))));
  vst1q_u8(to, vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high)));
#else
  using Bytes = std::uint8_t __attribute__((vector_size(kWidth)));
  for (std::size_t part = 0; part < kParts; ++part) {
    const auto whole = __builtin_convertvector(values[part], Integers);
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
