// What our own runtimes do around their convolutions, in float and for one position: the first layer, the
// summary of the board, small dense layers and the heads. Activations are [cell][channel] with the channels
// padded to whole vectors (padded_channels). Used by int8_evaluator.cpp and winograd_evaluator.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "net/cpu/cache_aligned.h"
#include "net/cpu/instruction_set.h"
#include "net/cpu/plain_layers.h"

namespace losange::net {

// The net's channels, rounded up to whole vectors; those added are zero.
std::size_t padded_channels(std::size_t channels);

// output = bias + matrix * input, with the matrix [input][output] so that the inner loop has no chain.
class DenseLayer {
 public:
  // `matrix`: [outputs][inputs]; `input_places`: where in the padded input each of these inputs lies.
  DenseLayer(std::span<const float> matrix, std::span<const float> bias,
             std::span<const std::size_t> input_places, std::size_t padded_inputs);

  std::size_t outputs() const { return outputs_; }
  void run(std::span<const float> input, float* output) const;
  const float* column(std::size_t input) const { return matrix_.data() + input * outputs_; }
  const float* bias() const { return bias_.data(); }

 private:
  const ExactKernels* kernels_;
  std::size_t outputs_;
  AlignedVector<float> matrix_, bias_;
};

// The dense layer of a block that pools, from the summary of the board to a bias for each channel.
DenseLayer pool_layer(const PlainBlock& block, std::size_t channels);

class CellLayers {
 public:
  explicit CellLayers(const PlainLayers& layers);

  std::size_t channels() const { return channels_; }
  // x = relu(first layer); gives the largest entry.
  float run_stem(std::span<const std::uint8_t> codes, std::size_t size, float* x) const;
  // Mean and maximum of each channel; x has no negative entry.
  void summarise(std::span<const float> x, std::span<float> summary) const;

  // Buffers of one thread.
  struct Scratch {
    explicit Scratch(const CellLayers& layers);
    AlignedVector<float> summary, hidden, board;
  };
  void run_heads(std::span<const float> x, Scratch& scratch, float* q, float* policy,
                 float* value) const;

 private:
  const ExactKernels* kernels_;
  std::size_t channels_;
  DenseLayer stem_;  // over the 3x3 neighbourhood of a cell
  DenseLayer board_first_, board_second_;
  std::array<std::vector<float>, 2> cells_;
  std::vector<float> cells_bias_;
};

// A net whose convolutions are of one kind; shared by all threads.
template <class Convolution>
struct CellNet {
  struct Block {
    Block(const PlainBlock& block, std::size_t channels)
        : first(block.first, channels), second(block.second, channels), bias(block.bias) {
      bias.resize(padded_channels(channels));
      if (!block.pool.empty()) pool.push_back(pool_layer(block, channels));
    }

    Convolution first, second;
    std::vector<float> bias;
    std::vector<DenseLayer> pool;  // one, or none
  };

  explicit CellNet(const PlainLayers& layers) : around(layers) {
    for (const auto& block : layers.blocks) {
      blocks.emplace_back(block, static_cast<std::size_t>(layers.config.channels));
    }
  }

  CellLayers around;
  std::vector<Block> blocks;
};

}  // namespace losange::net
