// Nets for tests that need none: uniform, or with an opinion given as a function of the board.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <memory>

#include "base/random.h"
#include "net/input/evaluator.h"

namespace losange::testing_nets {

// Knows nothing: every cell is as good as any other, every game is even.
class UniformNet : public net::Evaluator {
 public:
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    out.q.assign(codes.size(), 0);
    out.policy.assign(codes.size(), 0);
    out.value.assign(codes.size() / static_cast<std::size_t>(size * size), 0);
    asked += static_cast<int>(out.value.size());
    largest = std::max<std::size_t>(largest, out.value.size());
  }

  mutable std::atomic<int> asked{0};            // positions
  mutable std::atomic<std::size_t> largest{0};  // positions in one call
};

// Thinks that a stone is worth the more the nearer it stands to the centre, and adds the stones up. One
// that the side to move has to meet counts against it.
class CentreNet : public net::Evaluator {
 public:
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    const auto cells = static_cast<std::size_t>(size * size);
    out.q.assign(codes.size(), 0);
    out.policy.assign(codes.size(), 0);
    out.value.assign(codes.size() / cells, 0);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const double worth = worth_of(size, static_cast<int>(i % cells));
      float& value = out.value[i / cells];
      if (codes[i] != 0) value += static_cast<float>(codes[i] == 1 ? worth : -worth);
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
      // The move to come is worth half of a stone in the centre.
      out.value[i / cells] += i % cells == 0 ? 0.5f : 0;
      out.q[i] = static_cast<float>(worth_of(size, static_cast<int>(i % cells))) - 0.5f;
      out.policy[i] = out.q[i] / 0.5f;  // softmax(Q / 0.5) is what a policy learns without a search
    }
  }

 private:
  static double worth_of(int size, int cell) {
    const double middle = (size - 1) / 2.0;
    const int row = cell / size, column = cell % size;
    const double down = row - middle, across = column - middle;
    return 2 * std::exp(-(down * down + across * across) / (size * 0.8));
  }
};

// Says the same of a board each time, and anything at all, as sure of it as can be.
class LyingNet : public net::Evaluator {
 public:
  void evaluate(int, std::span<const std::uint8_t> codes, net::Evaluations& out) const override {
    std::uint64_t seed = 1;
    for (const auto code : codes) seed = base::stream_seed(seed, code);
    base::Random random(seed);
    const auto anything = [&] {
      return 100.0F * (static_cast<float>(random.below(201)) - 100) / 100;
    };
    for (auto& number : out.q) number = anything();
    for (auto& number : out.policy) number = anything();
    for (auto& number : out.value) number = anything();
    ++asked;
  }
  mutable std::atomic<int> asked{0};
};

}  // namespace losange::testing_nets
