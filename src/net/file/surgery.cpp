#include "net/file/surgery.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/error.h"

namespace losange::net {

namespace {

struct Matrix {
  std::size_t outputs, inputs, taps;
};

// Biases and gains have one input.
Matrix as_matrix(const TensorShape& tensor) {
  const auto length = [&](std::size_t axis) {
    return axis < tensor.shape.size() ? static_cast<std::size_t>(tensor.shape[axis]) : 1;
  };
  return {length(0), length(1), length(2) * length(3)};
}

// Where an input of the small tensor lies in the large one. Layers that see the whole board hear the means of
// all channels, then their maxima (net/file/architecture.h).
std::size_t place_of_input(std::size_t input, std::size_t small_inputs, std::size_t large_inputs,
                           bool summary) {
  const std::size_t half = small_inputs / 2;
  return summary && input >= half ? large_inputs / 2 + input - half : input;
}

bool hears_summary(const std::string& name) {
  return name.ends_with("pool.weight") || name == "board.first.weight";
}

// Old outputs hear old inputs as before and nothing of the new ones.
void copy_into(std::span<float> large, const Matrix& to, std::span<const float> small,
               const Matrix& from, bool summary) {
  for (std::size_t output = 0; output < from.outputs; ++output) {
    const auto row = large.subspan(output * to.inputs * to.taps, to.inputs * to.taps);
    std::fill(row.begin(), row.end(), 0.0f);
    for (std::size_t input = 0; input < from.inputs; ++input) {
      const auto taps = small.subspan((output * from.inputs + input) * from.taps, from.taps);
      const std::size_t place = place_of_input(input, from.inputs, to.inputs, summary);
      std::copy(taps.begin(), taps.end(),
                row.begin() + static_cast<std::ptrdiff_t>(place * to.taps));
    }
  }
}

void refuse_other_net(const NetConfig& from, const NetConfig& to) {
  if (to.blocks < from.blocks || to.channels < from.channels) {
    throw base::UserError(
        fmt::format("a net of {} blocks and {} channels cannot become one of {} and {}: give as "
                    "many or more",
                    from.blocks, from.channels, to.blocks, to.channels));
  }
  if (to.pool_every != from.pool_every || to.value_hidden != from.value_hidden) {
    throw base::UserError("a net grows in blocks and channels, and in nothing else");
  }
}

}  // namespace

Weights grown(const Weights& weights, const NetConfig& config, std::uint64_t seed) {
  refuse_other_net(weights.config, config);
  std::map<std::string, std::pair<TensorShape, std::span<const float>>> old;
  const std::span<const float> values(weights.values);
  std::size_t next = 0;
  for (const auto& tensor : tensor_shapes(weights.config)) {
    const auto count = static_cast<std::size_t>(tensor.count());
    old.emplace(tensor.name, std::pair(tensor, values.subspan(next, count)));
    next += count;
  }
  Weights large{config, weights.history, newborn_values(config, seed)};
  large.history.parent = weights.hash();
  next = 0;
  for (const auto& tensor : tensor_shapes(config)) {
    const auto part =
        std::span(large.values).subspan(next, static_cast<std::size_t>(tensor.count()));
    next += part.size();
    const auto found = old.find(tensor.name);
    if (found == old.end()) continue;
    const auto& [shape, numbers] = found->second;
    copy_into(part, as_matrix(tensor), numbers, as_matrix(shape), hears_summary(tensor.name));
  }
  return large;
}

Weights averaged(std::span<const Weights> nets) {
  Weights mean = nets.back();
  mean.history.parent = nets.back().hash();
  for (const Weights& net : nets) {
    if (net.config == mean.config) continue;
    throw base::UserError(fmt::format(
        "only nets of one architecture have a mean, and these have {}x{} and {}x{} "
        "(blocks and channels)",
        net.config.blocks, net.config.channels, mean.config.blocks, mean.config.channels));
  }
  for (std::size_t i = 0; i < mean.values.size(); ++i) {
    double sum = 0;
    for (const Weights& net : nets) sum += net.values[i];
    mean.values[i] = static_cast<float>(sum / static_cast<double>(nets.size()));
  }
  return mean;
}

}  // namespace losange::net
