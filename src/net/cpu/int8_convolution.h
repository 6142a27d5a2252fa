// A 3x3 convolution of 8-bit numbers, the hot loop of the int8 runtime. Activations are unsigned, with one
// scale a position; weights are signed, with one scale an output channel; sums are exact, so every machine
// gives the same (net/cpu/byte_products.h). Channels are padded to whole vectors (net/cpu/cell_layers.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/cpu/byte_products.h"
#include "net/cpu/cache_aligned.h"

namespace losange::net {

// One position as bytes: [size + 2][size + 2][channels] with a ring of zeros around the board, and room behind
// it for a matrix unit that reads whole blocks.
class ByteBoard {
 public:
  ByteBoard(std::size_t size, std::size_t channels);
  // Takes `values`, [cell][channel], none negative and none above `most`, with the finest scale that
  // holds them.
  void fill(const float* values, float most);

  const std::uint8_t* data() const { return bytes_.data(); }
  float scale() const { return scale_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_, channels_;
  AlignedVector<std::uint8_t> bytes_;
  float scale_ = 0;
};

class Int8Convolution {
 public:
  // `kernel`: [output][row][column][input] (net/cpu/plain_layers.h), `channels` of both.
  Int8Convolution(std::span<const float> kernel, std::size_t channels);

  // Both work on [cell][channel] and give the largest entry of the result.
  // output = relu(convolution + bias), with one entry of bias a channel
  float run(const ByteBoard& input, const float* bias, float* output) const;
  // x = relu(x + convolution)
  float run_and_add(const ByteBoard& input, float* x) const;

 private:
  // Output vectors that are computed together, from this channel on.
  std::size_t tile_vectors(std::size_t channel) const;
  template <class Addend>
  float convolve(const ByteBoard& input, float* output, const Addend& addend) const;

  std::size_t channels_;  // padded
  bool on_unit_;          // net/cpu/matrix_unit.h
  AlignedVector<std::int8_t>
      weights_;                  // [tile][tap][4 inputs][16 outputs of the tile] of 16 x 4 bytes
  AlignedVector<float> scales_;  // one an output
};

}  // namespace losange::net
