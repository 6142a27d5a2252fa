#include "net/file/architecture.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/random.h"

namespace losange::net {

namespace {

void check_range(const base::Message& what, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw base::UserError("net.range", "a net with {} {} is not possible: give {} to {}", value, what,
                        least, most);
}

// Keeps the size of signals through a layer followed by ReLU (He et al. 2015).
double he(std::int64_t inputs) { return std::sqrt(2.0 / static_cast<double>(inputs)); }

}  // namespace

void check_config(const NetConfig& config) {
  check_range({"net.blocks", "blocks"}, config.blocks, 1, 64);
  check_range({"net.channels", "channels"}, config.channels, 4, 512);
  check_range({"net.pool-every", "blocks between poolings"}, config.pool_every, 1, 64);
  check_range({"net.value-channels", "value channels"}, config.value_hidden, 4, 512);
}

std::int64_t TensorShape::count() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

std::vector<TensorShape> tensor_shapes(const NetConfig& config) {
  const std::int64_t c = config.channels, hidden = config.value_hidden;
  std::vector<TensorShape> all{
      {"stem.weight", {c, kInputPlanes, 3, 3}, he(kInputPlanes * 9)},
      {"stem.bias", {c}},
  };
  for (int i = 0; i < config.blocks; ++i) {
    all.push_back({fmt::format("blocks.{}.first.weight", i), {c, c, 3, 3}, he(c * 9)});
    all.push_back({fmt::format("blocks.{}.first.bias", i), {c}});
    if (config.pools(i)) {
      all.push_back({fmt::format("blocks.{}.pool.weight", i), {c, 2 * c}, 0.5 * he(2 * c)});
    }
    all.push_back({fmt::format("blocks.{}.second.weight", i), {c, c, 3, 3}, he(c * 9)});
    all.push_back({fmt::format("blocks.{}.gain", i), {1}});
  }
  all.push_back({"cells.weight", {2, c}, 0.1 * he(c)});
  all.push_back({"cells.bias", {2}});
  all.push_back({"board.first.weight", {hidden, 2 * c}, he(2 * c)});
  all.push_back({"board.first.bias", {hidden}});
  all.push_back({"board.second.weight", {2, hidden}, 0.1 * he(hidden)});
  all.push_back({"board.second.bias", {2}});
  return all;
}

std::int64_t value_count(const NetConfig& config) {
  std::int64_t sum = 0;
  for (const auto& tensor : tensor_shapes(config)) sum += tensor.count();
  return sum;
}

std::int64_t multiplication_count(const NetConfig& config, int size) {
  std::int64_t sum = 0;
  for (const auto& tensor : tensor_shapes(config)) {
    // Convolutions and the cells' heads work on every cell, the others once a board.
    const bool everywhere = tensor.shape.size() == 4 || tensor.name == "cells.weight";
    if (tensor.shape.size() > 1) sum += tensor.count() * (everywhere ? size * size : 1);
  }
  return sum;
}

std::vector<float> newborn_values(const NetConfig& config, std::uint64_t seed) {
  check_config(config);
  base::Random random(seed);
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(value_count(config)));
  for (const auto& tensor : tensor_shapes(config)) {
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
      // Box and Muller 1958; 1 - unit() is in (0, 1], so the logarithm is finite.
      const double radius = std::sqrt(-2.0 * std::log(1.0 - random.unit()));
      const double normal = radius * std::cos(2.0 * std::numbers::pi * random.unit());
      values.push_back(static_cast<float>(tensor.initial_deviation * normal));
    }
  }
  return values;
}

}  // namespace losange::net
