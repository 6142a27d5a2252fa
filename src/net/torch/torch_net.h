// The net in LibTorch, as functions over tensors: the same code learns (differentiable in the flat list
// of all values) and plays. LibTorch is slow to compile: only sources of net/ and train/ include this.
#pragma once

#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <string>
#include <vector>

#include "net/file/architecture.h"

namespace losange::net {

struct Block {
  torch::Tensor first, bias, pool,
      second;  // second: with the gain folded in; pool: undefined or [c, 2c]
};

// The tensors of a net cut out of `flat` and made ready for arithmetic in one type on one device.
struct Layers {
  torch::Tensor stem, stem_bias;
  std::vector<Block> blocks;
  torch::Tensor cells, cells_bias, board_first, board_first_bias, board_second, board_second_bias;
  torch::Tensor no_bias;  // zeros, one a channel
  bool fused = false;     // convolution, sum and ReLU in one kernel: CUDA, when nothing is learnt
};

// All in float, whatever the arithmetic of the trunk. [positions, cells] twice, then [positions].
struct Heads {
  torch::Tensor q, policy, value;
  // What they were made from, in the trunk's arithmetic, for heads that a trainer adds:
  // [positions, size, size, channels] and [positions, value_hidden].
  torch::Tensor trunk, hidden;
};

// Throws base::UserError for an unknown name and for "cuda" where there is none.
torch::Device find_device(const std::string& name);

// The floats of a tensor, wherever it lies.
std::vector<float> to_vector(const torch::Tensor& tensor);

// `flat` lies on the device; gradients flow into it.
Layers make_layers(const NetConfig& config, const torch::Tensor& flat, torch::ScalarType type);
// Whether cuDNN's fused kernels serve such a net on this device: they are there and give the same.
bool fusing_works(const NetConfig& config, torch::Device device, torch::ScalarType type);

// From codes [positions, size * size] of bytes (net/input/board_codes.h) to input planes.
torch::Tensor make_planes(const torch::Tensor& codes, int size, torch::ScalarType type);
Heads forward(const Layers& layers, const torch::Tensor& planes);

}  // namespace losange::net
