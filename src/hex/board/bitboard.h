// A set of cells in W 64-bit words, bit i for cell i. Everything is inlined and branch-free; W is 2 for
// boards up to 11x11, 4 up to 16x16, 6 up to 19x19, so that a small board does not pay for a large one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace losange::hex {

template <int W>
struct Bitboard {
  static constexpr int kWords = W;
  static constexpr int kBits = 64 * W;

  std::array<std::uint64_t, W> words{};

  static Bitboard single(int bit) {
    Bitboard b;
    b.set(bit);
    return b;
  }

  bool test(int bit) const { return (words[bit >> 6] >> (bit & 63)) & 1; }
  void set(int bit) { words[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
  void reset(int bit) { words[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }

  bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= words[i];
    return all != 0;
  }
  bool none() const { return !any(); }
  int count() const {
    int n = 0;
    for (int i = 0; i < W; ++i) n += std::popcount(words[i]);
    return n;
  }
  // The lowest bit. Precondition: any().
  int first() const {
    int i = 0;
    while (words[i] == 0) ++i;
    return 64 * i + std::countr_zero(words[i]);
  }

  Bitboard& operator|=(const Bitboard& o) {
    for (int i = 0; i < W; ++i) words[i] |= o.words[i];
    return *this;
  }
  Bitboard& operator&=(const Bitboard& o) {
    for (int i = 0; i < W; ++i) words[i] &= o.words[i];
    return *this;
  }
  Bitboard& operator^=(const Bitboard& o) {
    for (int i = 0; i < W; ++i) words[i] ^= o.words[i];
    return *this;
  }
  // Word by word into the result: g++ copies an argument that is taken by value as vectors, right after its words were written
  // one by one, and CPUs wait for that (bench: UniformPlayout<4> takes 1.6 times as long).
  friend Bitboard operator|(const Bitboard& a, const Bitboard& b) {
    Bitboard r;
    for (int i = 0; i < W; ++i) r.words[i] = a.words[i] | b.words[i];
    return r;
  }
  friend Bitboard operator&(const Bitboard& a, const Bitboard& b) {
    Bitboard r;
    for (int i = 0; i < W; ++i) r.words[i] = a.words[i] & b.words[i];
    return r;
  }
  friend Bitboard operator^(const Bitboard& a, const Bitboard& b) {
    Bitboard r;
    for (int i = 0; i < W; ++i) r.words[i] = a.words[i] ^ b.words[i];
    return r;
  }
  // Sets bits past the board too: mask with the board where that matters.
  friend Bitboard operator~(const Bitboard& a) {
    Bitboard r;
    for (int i = 0; i < W; ++i) r.words[i] = ~a.words[i];
    return r;
  }
  bool operator==(const Bitboard&) const = default;

  // Shifts by 0 <= n < 64. The double shift keeps n = 0 defined (it occurs on the 1x1 board).
  friend Bitboard operator<<(const Bitboard& a, int n) {
    Bitboard r;
    r.words[0] = a.words[0] << n;
    for (int i = 1; i < W; ++i) r.words[i] = a.words[i] << n | (a.words[i - 1] >> 1) >> (63 - n);
    return r;
  }
  friend Bitboard operator>>(const Bitboard& a, int n) {
    Bitboard r;
    for (int i = 0; i + 1 < W; ++i)
      r.words[i] = a.words[i] >> n | (a.words[i + 1] << 1) << (63 - n);
    r.words[W - 1] = a.words[W - 1] >> n;
    return r;
  }

  template <class F>
  void for_each(F&& f) const {
    for (int i = 0; i < W; ++i) {
      for (std::uint64_t word = words[i]; word != 0; word &= word - 1) {
        f(64 * i + std::countr_zero(word));
      }
    }
  }
};

// Intersection tests without building the set.
template <int W>
bool overlaps(const Bitboard<W>& a, const Bitboard<W>& b) {
  std::uint64_t all = 0;
  for (int i = 0; i < W; ++i) all |= a.words[i] & b.words[i];
  return all != 0;
}

}  // namespace losange::hex
