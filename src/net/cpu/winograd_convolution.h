// A 3x3 convolution in float by Winograd's way (Lavin and Gray 2016): squares of 6x6 inputs and 4x4 outputs
// are turned so that the convolution becomes 36 products of matrices, with a quarter of the multiplications.
// The hot part of the runtime `winograd`. Activations are [position][cell][channel], channels padded
// (net/cpu/cell_layers.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/cpu/cache_aligned.h"
#include "net/cpu/instruction_set.h"
#include "net/kernels/winograd_shape.h"

namespace losange::net {

// How a board of one size is cut into squares.
class WinogradBoard {
 public:
  explicit WinogradBoard(std::size_t size);

  std::size_t cells() const { return cells_; }
  std::size_t squares() const { return inputs_.size() / winograd::kInputs; }
  // The cells each square reads and writes, row by row.
  const std::int32_t* inputs() const { return inputs_.data(); }
  const std::int32_t* outputs() const { return outputs_.data(); }
  // Positions whose squares are turned and multiplied together.
  std::size_t positions_at_once() const;

 private:
  std::size_t cells_;
  std::vector<std::int32_t> inputs_, outputs_;
};

// Buffers of one thread.
struct WinogradScratch {
  WinogradScratch(const WinogradBoard& board, std::size_t channels);
  AlignedVector<float> turned, products;  // [36][square][channel]
};

class WinogradConvolution {
 public:
  // `kernel`: [output][row][column][input] (net/cpu/plain_layers.h), `channels` of both.
  WinogradConvolution(std::span<const float> kernel, std::size_t channels,
                      const InstructionSet& set = instruction_set());

  // output = relu(convolution + bias), with one entry of bias a channel, for each position its own
  void run(const WinogradBoard& board, std::span<const float> input, const float* bias,
           WinogradScratch& scratch, float* output) const;
  // x = relu(x + convolution)
  void run_and_add(const WinogradBoard& board, std::span<const float> input,
                   WinogradScratch& scratch, float* x) const {
    run(board, input, nullptr, scratch, x);
  }

 private:
  const FloatKernels& kernels_;
  std::size_t channels_;  // padded
  AlignedVector<float>
      kernel_;  // turned: 36 matrices, each weight where kernels_.kernel_place says
};

}  // namespace losange::net
