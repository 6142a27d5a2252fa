// A 3x3 convolution of 8-bit numbers, the hot part of the int8 runtime. Activations are unsigned, with one
// scale a position; weights are signed, with one scale an output channel; sums are exact, so every machine
// gives the same. Channels are padded to whole vectors (net/cpu/cell_layers.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/cpu/cache_aligned.h"
#include "net/cpu/instruction_set.h"

namespace losange::net {

// One position as bytes, where and in the order in which the kernels of its instruction set read them.
class ByteBoard {
 public:
  ByteBoard(std::size_t size, std::size_t channels, const InstructionSet& set = instruction_set());
  // Takes `values`, [cell][channel], none negative and none above `most`, with the finest scale that
  // holds them.
  void fill(const float* values, float most);

  const std::uint8_t* data() const { return bytes_.data(); }
  float scale() const { return scale_; }
  std::size_t size() const { return size_; }

 private:
  const ExactKernels& kernels_;
  std::size_t size_, channels_;
  AlignedVector<std::uint8_t> bytes_;
  float scale_ = 0;
};

class Int8Convolution {
 public:
  // `kernel`: [output][row][column][input] (net/cpu/plain_layers.h), `channels` of both.
  Int8Convolution(std::span<const float> kernel, std::size_t channels,
                  const InstructionSet& set = instruction_set());

  // Both work on [cell][channel] and give the largest entry of the result.
  // output = relu(convolution + bias), with one entry of bias a channel
  float run(const ByteBoard& input, const float* bias, float* output) const;
  // x = relu(x + convolution)
  float run_and_add(const ByteBoard& input, float* x) const { return run(input, nullptr, x); }

 private:
  const ExactKernels& kernels_;
  std::size_t channels_;                // padded
  AlignedVector<std::int8_t> weights_;  // where kernels_.weight_place says
  AlignedVector<float> scales_;         // one an output
};

}  // namespace losange::net
