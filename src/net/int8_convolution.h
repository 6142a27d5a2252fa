// A 3x3 convolution of 8-bit numbers, the hot loop of the int8 runtime, for CPUs that add four products
// of bytes in one instruction (x86-64 with AVX-512 VNNI). Activations are unsigned, with one scale a
// position; weights are signed, with one scale an output channel; sums are exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace losange::net {

// True where this build has the instructions for it and this CPU runs them.
bool has_int8_kernel();

// The channels of every buffer below: the net's, rounded up to whole vectors; those added are zero.
inline constexpr std::size_t kLanes = 16;
constexpr std::size_t padded_channels(std::size_t channels) {
  return (channels + kLanes - 1) / kLanes * kLanes;
}

// One position as bytes: [size + 2][size + 2][channels] with a ring of zeros around the board.
class ByteBoard {
 public:
  ByteBoard(std::size_t size, std::size_t channels);
  // Takes relu(values), [cell][channel], with the finest scale that holds their maximum.
  void fill(const float* values);

  const std::uint8_t* data() const { return bytes_.data(); }
  float scale() const { return scale_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_, channels_;
  std::vector<std::uint8_t> bytes_;
  float scale_ = 0;
};

class Int8Convolution {
 public:
  // `kernel`: [output][row][column][input] (net/plain_layers.h), `channels` of both.
  Int8Convolution(std::span<const float> kernel, std::size_t channels);
  // [cell][channel]: the convolution and `bias`, which has one entry a channel.
  void run(const ByteBoard& input, const float* bias, float* output) const;

 private:
  std::size_t channels_;              // padded
  std::vector<std::int8_t> weights_;  // [16 outputs][tap][4 inputs] of 16 x 4 bytes
  std::vector<float> scales_;         // one an output
};

}  // namespace losange::net
