// The one source of randomness: xoshiro256++ (Blackman and Vigna 2019) seeded by splitmix64. The same
// seed gives the same numbers on every machine. A Random is a value; each thread owns its own.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace losange::base {

// One step of splitmix64: a good hash of a counter, used for seeding and for Zobrist keys.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

class Random {
 public:
  using result_type =
      std::uint64_t;  // usable with <algorithm>, though results then vary by library

  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix64(seed);
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), exactly (Lemire 2019). Precondition: bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (operator()() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = (operator()() >> 32) * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1).
  constexpr double unit() { return static_cast<double>(operator()() >> 11) * 0x1.0p-53; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

// A seed for the n-th independent stream (thread, game, opening) of a run with one seed.
constexpr std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t state = seed ^ (0xD1B54A32D192ED03ULL * (n + 1));
  return splitmix64(state);
}

}  // namespace losange::base
