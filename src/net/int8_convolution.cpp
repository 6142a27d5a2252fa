#include "net/int8_convolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace losange::net {

namespace {

constexpr std::size_t kTaps = 9;
constexpr std::size_t kVectorBytes = kLanes * kGroup;

// Sixteen numbers that the compiler keeps in vectors of whatever width the CPU has.
using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Integers = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

// By reference: as the result of a function a vector wider than the CPU's own would depend on the compiler.
template <class Vector, class T>
void load(Vector& vector, const T* from) {
  std::memcpy(&vector, from, sizeof vector);
}

struct Work {
  const std::uint8_t* input;  // the padded board
  std::size_t size, channels;
  const std::int8_t* weights;  // of the tile
  std::size_t first_channel;   // of the tile
};

// Cells x Vectors sums are held in registers over all taps and inputs; finish(cell, channel, sums) takes
// sixteen of them.
template <std::size_t Cells, std::size_t Vectors, class Finish>
void convolve_cells(const Work& work, std::size_t first, const Finish& finish) {
  const std::size_t wide = work.size + 2;
  std::array<const std::uint8_t*, Cells> from;
  for (std::size_t j = 0; j < Cells; ++j) {
    const std::size_t cell = first + j;
    from[j] = work.input + (cell / work.size * wide + cell % work.size) * work.channels;
  }
  ByteSums sums[Cells][Vectors];
  const std::int8_t* weights = work.weights;
  for (std::size_t tap = 0; tap < kTaps; ++tap) {
    const std::size_t shift = (tap / 3 * wide + tap % 3) * work.channels;
    for (std::size_t i = shift; i < shift + work.channels;
         i += kGroup, weights += Vectors * kVectorBytes) {
#pragma GCC unroll 6
      for (std::size_t j = 0; j < Cells; ++j) {
        const ByteInputs x(from[j] + i);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < Vectors; ++v)
          sums[j][v].add(x, ByteWeights(weights + v * kVectorBytes));
      }
    }
  }
  std::array<std::int32_t, kLanes> whole;
  for (std::size_t j = 0; j < Cells; ++j) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[j][v].store(whole.data());
      finish(first + j, work.first_channel + v * kLanes, whole.data());
    }
  }
}

template <std::size_t Vectors, class Finish>
void convolve_board(const Work& work, const Finish& finish) {
  const std::size_t cells = work.size * work.size;
  std::size_t cell = 0;
  for (; cell + 6 <= cells; cell += 6) convolve_cells<6, Vectors>(work, cell, finish);
  for (; cell < cells; ++cell) convolve_cells<1, Vectors>(work, cell, finish);
}

// Output vectors that are computed together, from this channel on.
std::size_t tile_vectors(std::size_t channel, std::size_t channels) {
  return channel + kTileVectors * kLanes <= channels ? kTileVectors : 1;
}

}  // namespace

ByteBoard::ByteBoard(std::size_t size, std::size_t channels)
    : size_(size), channels_(channels), bytes_((size + 2) * (size + 2) * channels) {}

void ByteBoard::fill(const float* values, float most) {
  most = std::max(most, 1e-20f);
  scale_ = most / kMostActivation;
  const float inverse = kMostActivation / most;
  // A local count: bytes may alias the members, and the loop must know its length to be vectorised.
  const std::size_t row_values = size_ * channels_;
  for (std::size_t row = 0; row < size_; ++row) {
    const float* from = values + row * row_values;
    std::uint8_t* to = bytes_.data() + ((row + 1) * (size_ + 2) + 1) * channels_;
    for (std::size_t i = 0; i < row_values; ++i) {
      to[i] = static_cast<std::uint8_t>(static_cast<int>(from[i] * inverse + 0.5f));
    }
  }
}

Int8Convolution::Int8Convolution(std::span<const float> kernel, std::size_t channels)
    : channels_(padded_channels(channels)),
      weights_(channels_ * kTaps * channels_),
      scales_(channels_) {
  const std::size_t row = kTaps * channels, groups = channels_ / kGroup;
  for (std::size_t tile = 0, vectors; tile < channels; tile += vectors * kLanes) {
    vectors = tile_vectors(tile, channels_);
    for (std::size_t o = tile; o < std::min(channels, tile + vectors * kLanes); ++o) {
      const auto taps = kernel.subspan(o * row, row);
      float most = 1e-20f;
      for (const float weight : taps) most = std::max(most, std::abs(weight));
      scales_[o] = most / 127.0f;
      std::int8_t* const bytes = weights_.data() + tile * kTaps * channels_ +
                                 (o - tile) / kLanes * kVectorBytes + o % kLanes * kGroup;
      for (std::size_t i = 0; i < row; ++i) {
        const std::size_t tap = i / channels, input = i % channels;
        bytes[(tap * groups + input / kGroup) * vectors * kVectorBytes + input % kGroup] =
            static_cast<std::int8_t>(std::lround(taps[i] / scales_[o]));
      }
    }
  }
}

// `addend` gives sixteen numbers to add to those of the convolution, for a place of the output.
template <class Addend>
float Int8Convolution::convolve(const ByteBoard& input, float* output, const Addend& addend) const {
  const Floats zero{};
  Floats most = zero;
  const float input_scale = input.scale();
  const auto take = [&](std::size_t cell, std::size_t channel, const std::int32_t* sums) {
    const std::size_t at = cell * channels_ + channel;
    Floats scales, added;
    Integers whole;
    load(scales, scales_.data() + channel);
    load(added, addend(channel, at));
    load(whole, sums);
    const Floats value = __builtin_convertvector(whole, Floats) * (scales * input_scale) + added;
    const Floats positive = value > zero ? value : zero;
    most = positive > most ? positive : most;
    std::memcpy(output + at, &positive, sizeof positive);
  };
  for (std::size_t channel = 0; channel < channels_;) {
    const std::size_t vectors = tile_vectors(channel, channels_);
    const Work work{input.data(), input.size(), channels_,
                    weights_.data() + channel * kTaps * channels_, channel};
    if (vectors == kTileVectors) {
      convolve_board<kTileVectors>(work, take);
    } else {
      convolve_board<1>(work, take);
    }
    channel += vectors * kLanes;
  }
  float largest = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) largest = std::max(largest, most[lane]);
  return largest;
}

float Int8Convolution::run(const ByteBoard& input, const float* bias, float* output) const {
  return convolve(input, output, [&](std::size_t channel, std::size_t) { return bias + channel; });
}

float Int8Convolution::run_and_add(const ByteBoard& input, float* x) const {
  return convolve(input, x, [&](std::size_t, std::size_t at) { return x + at; });
}

}  // namespace losange::net
