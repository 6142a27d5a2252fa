// Nets and boards drawn at random, for tests of what runs or changes nets.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "net/file/weights.h"

namespace losange::testing_nets {

// A net whose every tensor matters: newborn gains and biases are zero.
inline net::Weights lively_weights(const net::NetConfig& config, std::uint64_t seed) {
  net::Weights weights;
  weights.config = config;
  weights.values = net::newborn_values(config, seed);
  base::Random random(seed + 1);
  std::size_t next = 0;
  for (const auto& tensor : net::tensor_shapes(config)) {
    for (std::int64_t i = 0; i < tensor.count(); ++i, ++next) {
      if (tensor.shape.size() == 1)
        weights.values[next] = static_cast<float>(random.unit() - 0.4) * 0.5f;
    }
  }
  return weights;
}

inline std::vector<std::uint8_t> random_codes(int positions, int size, base::Random& random) {
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(positions * size * size));
  for (auto& code : codes) code = static_cast<std::uint8_t>(random.below(3));
  return codes;
}

}  // namespace losange::testing_nets
