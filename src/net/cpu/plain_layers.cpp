#include "net/cpu/plain_layers.h"

#include <cassert>
#include <span>

namespace losange::net {

namespace {

// From [output][input][3][3] to [output][3][3][input].
std::vector<float> channels_last(std::span<const float> kernel, std::size_t inputs) {
  std::vector<float> turned(kernel.size());
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const std::size_t tap = i % 9, input = i / 9 % inputs, output = i / 9 / inputs;
    turned[(output * 9 + tap) * inputs + input] = kernel[i];
  }
  return turned;
}

}  // namespace

PlainLayers plain_layers(const Weights& weights) {
  const auto shapes = tensor_shapes(weights.config);
  std::span<const float> rest(weights.values);
  std::size_t next = 0;
  const auto take = [&] {
    const auto count = static_cast<std::size_t>(shapes.at(next++).count());
    const auto part = rest.first(count);
    rest = rest.subspan(count);
    return part;
  };
  const auto take_list = [&] {
    const auto part = take();
    return std::vector<float>(part.begin(), part.end());
  };

  const auto channels = static_cast<std::size_t>(weights.config.channels);
  PlainLayers layers;
  layers.config = weights.config;
  layers.stem = channels_last(take(), kInputPlanes);
  layers.stem_bias = take_list();
  for (int i = 0; i < weights.config.blocks; ++i) {
    PlainBlock& block = layers.blocks.emplace_back();
    block.first = channels_last(take(), channels);
    block.bias = take_list();
    if (weights.config.pools(i)) block.pool = take_list();
    block.second = channels_last(take(), channels);
    const float gain = take().front();
    for (float& weight : block.second) weight *= gain;
  }
  layers.cells = take_list();
  layers.cells_bias = take_list();
  layers.board_first = take_list();
  layers.board_first_bias = take_list();
  layers.board_second = take_list();
  layers.board_second_bias = take_list();
  assert(rest.empty());
  return layers;
}

}  // namespace losange::net
