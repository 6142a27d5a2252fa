#include "net/int8_convolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>

#ifdef __AVX512VNNI__
#include <immintrin.h>
#endif

namespace losange::net {

namespace {

constexpr std::size_t kTaps = 9;
constexpr std::size_t kGroup = 4;                    // bytes that one instruction multiplies and adds
constexpr std::size_t kVectorBytes = kLanes * kGroup;

#ifdef __AVX512VNNI__

struct Work {
  const std::uint8_t* input;    // the padded board
  std::size_t size, channels;
  const std::int8_t* weights;   // of the first of the output vectors
  const float* scales;
  const float* bias;
  float input_scale;
  float* output;                // of the first of the output vectors
};

// Cells x Vectors sums are held in registers over all taps and inputs.
template <std::size_t Cells, std::size_t Vectors>
void convolve_cells(const Work& work, std::size_t first) {
  const std::size_t wide = work.size + 2;
  std::array<const std::uint8_t*, Cells> from;
  for (std::size_t j = 0; j < Cells; ++j) {
    const std::size_t cell = first + j;
    from[j] = work.input + (cell / work.size * wide + cell % work.size) * work.channels;
  }
  __m512i sums[Cells][Vectors];
  for (auto& row : sums) {
    for (auto& sum : row) sum = _mm512_setzero_si512();
  }
  const std::size_t vector_stride = kTaps * work.channels * kLanes;
  const std::int8_t* weights = work.weights;
  for (std::size_t tap = 0; tap < kTaps; ++tap) {
    const std::size_t shift = (tap / 3 * wide + tap % 3) * work.channels;
    for (std::size_t i = shift; i < shift + work.channels; i += kGroup, weights += kVectorBytes) {
      __m512i w[Vectors];
#pragma GCC unroll 4
      for (std::size_t v = 0; v < Vectors; ++v) w[v] = _mm512_loadu_si512(weights + v * vector_stride);
#pragma GCC unroll 6
      for (std::size_t j = 0; j < Cells; ++j) {
        int four;
        std::memcpy(&four, from[j] + i, sizeof four);
        const __m512i x = _mm512_set1_epi32(four);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < Vectors; ++v) sums[j][v] = _mm512_dpbusd_epi32(sums[j][v], x, w[v]);
      }
    }
  }
  for (std::size_t v = 0; v < Vectors; ++v) {
    const __m512 scale =
        _mm512_mul_ps(_mm512_loadu_ps(work.scales + v * kLanes), _mm512_set1_ps(work.input_scale));
    const __m512 bias = _mm512_loadu_ps(work.bias + v * kLanes);
    for (std::size_t j = 0; j < Cells; ++j) {
      // The conversion without a mask warns of an uninitialised value inside g++ 12's own header.
      const __m512 sum = _mm512_maskz_cvtepi32_ps(0xFFFF, sums[j][v]);
      _mm512_storeu_ps(work.output + (first + j) * work.channels + v * kLanes,
                       _mm512_fmadd_ps(sum, scale, bias));
    }
  }
}

template <std::size_t Vectors>
void convolve_board(const Work& work) {
  const std::size_t cells = work.size * work.size;
  std::size_t cell = 0;
  for (; cell + 6 <= cells; cell += 6) convolve_cells<6, Vectors>(work, cell);
  for (; cell < cells; ++cell) convolve_cells<1, Vectors>(work, cell);
}

#endif

}  // namespace

ByteBoard::ByteBoard(std::size_t size, std::size_t channels)
    : size_(size), channels_(channels), bytes_((size + 2) * (size + 2) * channels) {}

void ByteBoard::fill(const float* values) {
  std::array<float, kLanes> lanes{};
  for (std::size_t i = 0; i < size_ * size_ * channels_; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = std::max(lanes[lane], values[i + lane]);
  }
  const float most = std::max(*std::max_element(lanes.begin(), lanes.end()), 1e-20f);
  scale_ = most / 255.0f;
  const float inverse = 255.0f / most;
  // A local count: bytes may alias the members, and the loop must know its length to be vectorised.
  const std::size_t row_values = size_ * channels_;
  for (std::size_t row = 0; row < size_; ++row) {
    const float* from = values + row * row_values;
    std::uint8_t* to = bytes_.data() + ((row + 1) * (size_ + 2) + 1) * channels_;
    for (std::size_t i = 0; i < row_values; ++i) {
      to[i] = static_cast<std::uint8_t>(static_cast<int>(std::max(from[i], 0.0f) * inverse + 0.5f));
    }
  }
}

Int8Convolution::Int8Convolution(std::span<const float> kernel, std::size_t channels)
    : channels_(padded_channels(channels)),
      weights_(channels_ * kTaps * channels_),
      scales_(channels_) {
  const std::size_t row = kTaps * channels;
  for (std::size_t o = 0; o < channels; ++o) {
    const auto taps = kernel.subspan(o * row, row);
    float most = 1e-20f;
    for (const float weight : taps) most = std::max(most, std::abs(weight));
    scales_[o] = most / 127.0f;
    for (std::size_t i = 0; i < row; ++i) {
      const std::size_t tap = i / channels, input = i % channels;
      const std::size_t vector = (o / kLanes * kTaps + tap) * channels_ / kGroup + input / kGroup;
      weights_[vector * kVectorBytes + o % kLanes * kGroup + input % kGroup] =
          static_cast<std::int8_t>(std::lround(taps[i] / scales_[o]));
    }
  }
}

#ifdef __AVX512VNNI__

bool has_int8_kernel() { return __builtin_cpu_supports("avx512vnni"); }

void Int8Convolution::run(const ByteBoard& input, const float* bias, float* output) const {
  const auto work_from = [&](std::size_t channel) {
    return Work{input.data(),          input.size(), channels_, weights_.data() + channel * kTaps * channels_,
                scales_.data() + channel, bias + channel, input.scale(), output + channel};
  };
  std::size_t channel = 0;
  for (; channel + 4 * kLanes <= channels_; channel += 4 * kLanes) convolve_board<4>(work_from(channel));
  for (; channel < channels_; channel += kLanes) convolve_board<1>(work_from(channel));
}

#else

bool has_int8_kernel() { return false; }

void Int8Convolution::run(const ByteBoard&, const float*, float*) const { std::abort(); }

#endif

}  // namespace losange::net
