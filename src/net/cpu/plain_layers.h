// A net cut into its layers as plain arrays, for runtimes that take weights with channels last: kernels
// are [output][row][column][input], and each gain is folded into its block's second convolution.
#pragma once

#include <vector>

#include "net/file/weights.h"

namespace losange::net {

struct PlainBlock {
  std::vector<float> first, bias, second;
  std::vector<float> pool;  // [channels][2 * channels], or empty where the block does not pool
};

struct PlainLayers {
  NetConfig config;
  std::vector<float> stem, stem_bias;
  std::vector<PlainBlock> blocks;
  std::vector<float> cells, cells_bias, board_first, board_first_bias, board_second,
      board_second_bias;
};

PlainLayers plain_layers(const Weights& weights);

}  // namespace losange::net
