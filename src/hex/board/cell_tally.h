// Counts in how many of the sets it was given each cell was, in binary with a bitboard for each digit:
// adding a set of any number of cells takes a few instructions, where a counter for each cell takes some
// for each.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "hex/board/bitboard.h"

namespace losange::hex {

template <int W>
class CellTally {
 public:
  static constexpr std::uint32_t kMostSets = 63;
  using Counts = std::array<std::uint8_t, Bitboard<W>::kBits>;

  // Precondition: fewer than kMostSets were added since the last clear().
  void add(const Bitboard<W>& cells) {
    assert(sets_ < kMostSets);
    ++sets_;
    Bitboard<W> carry = cells;
    for (int i = 0; i < digits(); ++i) {
      const Bitboard<W> sum = digits_[i] ^ carry;
      carry &= digits_[i];
      digits_[i] = sum;
    }
  }
  void clear() { *this = {}; }

  // The count of every cell; eight at a time, a byte each.
  Counts counts() const {
    Counts counts;
    for (int first = 0; first < Bitboard<W>::kBits; first += 8) {
      std::uint64_t eight = 0;
      for (int i = 0; i < digits(); ++i) {
        eight |= spread(digits_[i].words[first >> 6] >> (first & 63) & 0xFF) << i;
      }
      for (int j = 0; j < 8; ++j) counts[first + j] = static_cast<std::uint8_t>(eight >> 8 * j);
    }
    return counts;
  }

 private:
  // Those that can be other than zero.
  int digits() const { return std::bit_width(sets_); }
  // Bit j of a byte to the lowest bit of byte j: every byte gets a copy and keeps the bit that is its own,
  // and an addition carries that to the byte's highest bit.
  static std::uint64_t spread(std::uint64_t byte) {
    const std::uint64_t own = byte * 0x0101010101010101 & 0x8040201008040201;
    return (own + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
  }

  std::array<Bitboard<W>, std::bit_width(kMostSets)> digits_{};
  std::uint32_t sets_ = 0;
};

}  // namespace losange::hex
