#include "net/cpu/int8_convolution.h"

#include <algorithm>
#include <cmath>

#include "net/cpu/cell_layers.h"

namespace losange::net {

ByteBoard::ByteBoard(std::size_t size, std::size_t channels, const InstructionSet& set)
    : kernels_(*set.exact),
      size_(size),
      channels_(channels),
      bytes_(kernels_.board_bytes(size, channels)) {}

void ByteBoard::fill(const float* values, float most) {
  most = std::max(most, 1e-20f);
  scale_ = most / kMostActivation;
  kernels_.fill_board(values, size_, channels_, kMostActivation / most, bytes_.data());
}

Int8Convolution::Int8Convolution(std::span<const float> kernel, std::size_t channels,
                                 const InstructionSet& set)
    : kernels_(*set.exact),
      channels_(padded_channels(channels)),
      weights_(channels_ * kTaps * channels_),
      scales_(channels_) {
  const std::size_t row = kTaps * channels;
  for (std::size_t o = 0; o < channels; ++o) {
    const auto taps = kernel.subspan(o * row, row);
    float most = 1e-20f;
    for (const float weight : taps) most = std::max(most, std::abs(weight));
    scales_[o] = most / 127.0f;
    for (std::size_t i = 0; i < row; ++i) {
      weights_[kernels_.weight_place(channels_, o, i / channels, i % channels)] =
          static_cast<std::int8_t>(std::lround(taps[i] / scales_[o]));
    }
  }
}

float Int8Convolution::run(const ByteBoard& input, const float* bias, float* output) const {
  return kernels_.convolve({input.data(), input.scale(), input.size(), channels_, weights_.data(),
                            scales_.data(), bias, output});
}

}  // namespace losange::net
