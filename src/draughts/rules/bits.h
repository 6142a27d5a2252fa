// Words that hold one bit a square: 64 bits up to 10x10, 128 for 12x12. Everything else in this room is
// a template over the word and asks these functions for what the two differ in.
#pragma once

#include <bit>
#include <cstdint>

#include "base/random.h"

namespace losange::draughts {

__extension__ using Bits128 = unsigned __int128;  // every 64-bit target of g++ and clang has it
using Bits64 = std::uint64_t;

template <class Bits>
constexpr Bits bit(int index) {
  return Bits{1} << index;
}
template <class Bits>
constexpr bool has(Bits set, int index) {
  return (set >> index & 1) != 0;
}

constexpr int count(Bits64 set) { return std::popcount(set); }
constexpr int lowest(Bits64 set) { return std::countr_zero(set); }
constexpr int highest(Bits64 set) { return 63 - std::countl_zero(set); }

constexpr int count(Bits128 set) {
  return std::popcount(static_cast<Bits64>(set)) + std::popcount(static_cast<Bits64>(set >> 64));
}
constexpr int lowest(Bits128 set) {
  const auto low = static_cast<Bits64>(set);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Bits64>(set >> 64));
}
constexpr int highest(Bits128 set) {
  const auto high = static_cast<Bits64>(set >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<Bits64>(set));
}

// Calls f(index) for every bit, lowest first.
template <class Bits, class F>
constexpr void for_each_bit(Bits set, F&& f) {
  for (; set != 0; set &= set - 1) f(lowest(set));
}

// One word mixed into a running hash.
constexpr std::uint64_t mixed(std::uint64_t hash, Bits64 word) {
  std::uint64_t state = (hash ^ word) * 0xD6E8FEB86659FD93ULL;
  return base::splitmix64(state);
}
constexpr std::uint64_t mixed(std::uint64_t hash, Bits128 word) {
  return mixed(mixed(hash, static_cast<Bits64>(word)), static_cast<Bits64>(word >> 64));
}

}  // namespace losange::draughts
