// Floats in vectors as wide as the CPU's own, for what our runtimes do between and in their convolutions.
// Sums over channels run in sixteen lanes on every machine, however many vectors those are, so that all
// machines give the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "net/byte_products.h"

namespace losange::net {

#if defined(__AVX512F__)
inline constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif
inline constexpr std::size_t kWidth = kVectorBytes / sizeof(float);
inline constexpr std::size_t kParts = kLanes / kWidth;  // vectors of sixteen lanes

using Vector = float __attribute__((vector_size(kVectorBytes)));
using Integers = std::int32_t __attribute__((vector_size(kVectorBytes)));
using Bytes = std::uint8_t __attribute__((vector_size(kWidth)));

inline Vector loaded(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class T>
void store(const T& vector, void* to) {
  std::memcpy(to, &vector, sizeof vector);
}

inline Vector positive(const Vector& v) { return v > 0 ? v : Vector{}; }
inline void keep_larger(Vector& most, const Vector& other) { most = other > most ? other : most; }

inline float sum_of(const std::array<Vector, kParts>& lanes) {
  float parts[kLanes];
  std::memcpy(parts, lanes.data(), sizeof parts);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) parts[i] += parts[i + half];
  }
  return parts[0];
}
inline float largest_of(const Vector& lanes) {
  float largest = lanes[0];
  for (std::size_t i = 1; i < kWidth; ++i) largest = lanes[i] > largest ? lanes[i] : largest;
  return largest;
}

}  // namespace losange::net
