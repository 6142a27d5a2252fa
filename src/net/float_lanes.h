// Sixteen floats at once, in vectors of whatever width the CPU has: what the int8 runtime does between its
// convolutions. Every lane adds up in the order that is written, so all machines give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "net/byte_products.h"

namespace losange::net {

using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
using Integers = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

// By reference: as the result of a function a vector wider than the CPU's own would depend on the compiler.
template <class Vector, class T>
void load(Vector& vector, const T* from) {
  std::memcpy(&vector, from, sizeof vector);
}
inline void store(const Floats& vector, float* to) { std::memcpy(to, &vector, sizeof vector); }

inline void keep_larger(Floats& most, const Floats& other) { most = other > most ? other : most; }

inline float sum_of(const Floats& lanes) {
  float parts[kLanes];
  store(lanes, parts);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) parts[i] += parts[i + half];
  }
  return parts[0];
}
inline float largest_of(const Floats& lanes) {
  float largest = lanes[0];
  for (std::size_t i = 1; i < kLanes; ++i) largest = lanes[i] > largest ? lanes[i] : largest;
  return largest;
}

}  // namespace losange::net
