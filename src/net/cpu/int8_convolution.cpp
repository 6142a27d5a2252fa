#include "net/cpu/int8_convolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "net/cpu/cell_layers.h"
#include "net/cpu/float_lanes.h"
#include "net/cpu/matrix_unit.h"

namespace losange::net {

namespace {

constexpr std::size_t kTaps = 9;
constexpr std::size_t kStepBytes = kLanes * kGroup;  // weights of one step of sixteen sums
constexpr std::size_t kMostUnitChunks = 4;  // of 64 channels that the matrix unit is used for

struct Work {
  const std::uint8_t* input;  // the padded board
  std::size_t size, channels;
  const std::int8_t* weights;  // of the tile
  std::size_t first_channel;   // of the tile
};

// What becomes of the sums: output = relu(scale * sum + addend), where `addend(channel, place)` points to what is
// added. The largest entry is remembered.
template <class Addend>
struct Finish {
  const float* scales;  // of the weights, one a channel
  float input_scale;
  std::size_t channels;
  float* output;
  Addend addend;
  Vector most{};

  // Sixteen channels from one on. A copy of all that the loop over cells needs, so that it stays in registers.
  struct Sixteen {
    std::size_t channel, channels;
    float* output;
    Addend addend;
    std::array<Vector, kParts> scales;
    Vector most{};

    void take(std::size_t cell, const std::int32_t* sums) {
      for (std::size_t part = 0; part < kParts; ++part) {
        const std::size_t c = channel + part * kWidth, at = cell * channels + c;
        Integers whole;
        std::memcpy(&whole, sums + part * kWidth, sizeof whole);
        const Vector value =
            positive(__builtin_convertvector(whole, Vector) * scales[part] + loaded(addend(c, at)));
        keep_larger(most, value);
        store(value, output + at);
      }
    }
  };

  Sixteen from(std::size_t channel) const {
    Sixteen sixteen{channel, channels, output, addend, {}};
    for (std::size_t part = 0; part < kParts; ++part)
      sixteen.scales[part] = loaded(scales + channel + part * kWidth) * input_scale;
    return sixteen;
  }
  void keep(const Sixteen& sixteen) { keep_larger(most, sixteen.most); }
};

// Cells x Vectors sums are held in registers over all taps and inputs.
template <std::size_t Cells, std::size_t Vectors, class Addend>
void convolve_cells(const Work& work, std::size_t first, Finish<Addend>& finish) {
  const std::size_t wide = work.size + 2;
  std::array<const std::uint8_t*, Cells> from;
  for (std::size_t j = 0; j < Cells; ++j) {
    const std::size_t cell = first + j;
    from[j] = work.input + (cell / work.size * wide + cell % work.size) * work.channels;
  }
  ByteSums sums[Cells][Vectors];
  const std::int8_t* weights = work.weights;
  // Three taps of a row lie side by side.
  const std::size_t row = 3 * work.channels;
  for (std::size_t tap_row = 0; tap_row < 3; ++tap_row) {
    const std::size_t shift = tap_row * wide * work.channels;
    for (std::size_t i = shift; i < shift + row;
         i += kStepGroups * kGroup, weights += kStepGroups * Vectors * kStepBytes) {
      add_step(sums, from, i, weights);
    }
  }
  std::array<std::int32_t, kLanes> whole;
  for (std::size_t v = 0; v < Vectors; ++v) {
    auto sixteen = finish.from(work.first_channel + v * kLanes);
    for (std::size_t j = 0; j < Cells; ++j) {
      sums[j][v].store(whole.data());
      sixteen.take(first + j, whole.data());
    }
    finish.keep(sixteen);
  }
}

template <std::size_t Vectors, class Addend>
void convolve_board(const Work& work, Finish<Addend>& finish) {
  const std::size_t cells = work.size * work.size;
  std::size_t cell = 0;
  for (; cell + kTileCells <= cells; cell += kTileCells)
    convolve_cells<kTileCells, Vectors>(work, cell, finish);
  for (; cell < cells; ++cell) convolve_cells<1, Vectors>(work, cell, finish);
}

// The same on the matrix unit. Places are those of the padded board, row after row: a shift by a tap is the
// same for all of them, and the few at the ends of rows that are no cells are left out at the end.
template <class Addend>
void convolve_on_unit(const Work& work, Finish<Addend>& finish) {
  const std::size_t wide = work.size + 2, chunks = work.channels / kUnitInputs;
  std::array<std::ptrdiff_t, kTaps * kMostUnitChunks> shifts;
  for (std::size_t step = 0; step < kTaps * chunks; ++step) {
    const std::size_t tap = step / chunks;
    shifts[step] = static_cast<std::ptrdiff_t>((tap / 3 * wide + tap % 3) * work.channels +
                                               step % chunks * kUnitInputs);
  }
  const MatrixUnit unit;
  UnitSums out;
  const std::size_t places = (work.size - 1) * wide + work.size;
  const std::size_t vector_bytes = kTaps * work.channels * kLanes;
  // A part of the weights stays in the nearest cache while the board goes by.
  for (std::size_t vector = 0; vector < work.channels / kLanes; vector += 2) {
    for (std::size_t first = 0; first < places; first += 2 * kUnitRows) {
      const std::size_t count = std::min(2 * kUnitRows, places - first);
      unit.multiply(
          {work.input + first * work.channels, work.channels, shifts.data(), kTaps * chunks,
           work.weights + vector * vector_bytes, vector_bytes, count > kUnitRows},
          out);
      for (std::size_t half = 0; half < 2; ++half) {
        auto sixteen = finish.from((vector + half) * kLanes);
        for (std::size_t i = 0, row = first / wide, column = first % wide; i < count; ++i) {
          if (column < work.size) {
            sixteen.take(row * work.size + column, out.sums[i / kUnitRows][half][i % kUnitRows]);
          }
          if (++column == wide) column = 0, ++row;
        }
        finish.keep(sixteen);
      }
    }
  }
}

}  // namespace

ByteBoard::ByteBoard(std::size_t size, std::size_t channels)
    : size_(size),
      channels_(channels),
      bytes_(((size + 2) * (size + 2) + 2 * kUnitRows) * channels) {}

void ByteBoard::fill(const float* values, float most) {
  most = std::max(most, 1e-20f);
  scale_ = most / kMostActivation;
  const float inverse = kMostActivation / most;
  // A local count: bytes may alias the members.
  const std::size_t row_values = size_ * channels_;
  for (std::size_t row = 0; row < size_; ++row) {
    const float* from = values + row * row_values;
    std::uint8_t* to = bytes_.data() + ((row + 1) * (size_ + 2) + 1) * channels_;
    for (std::size_t i = 0; i < row_values; i += kLanes) {
      std::array<Vector, kParts> rounded;
      for (std::size_t part = 0; part < kParts; ++part)
        rounded[part] = loaded(from + i + part * kWidth) * inverse + 0.5f;
      store_bytes(rounded, to + i);
    }
  }
}

Int8Convolution::Int8Convolution(std::span<const float> kernel, std::size_t channels)
    : channels_(padded_channels(channels)),
      on_unit_(channels_ % kUnitInputs == 0 && channels_ / kUnitInputs <= kMostUnitChunks &&
               matrix_unit_works()),
      weights_(channels_ * kTaps * channels_),
      scales_(channels_) {
  const std::size_t row = kTaps * channels, groups = channels_ / kGroup;
  for (std::size_t tile = 0, vectors; tile < channels; tile += vectors * kLanes) {
    vectors = tile_vectors(tile);
    for (std::size_t o = tile; o < std::min(channels, tile + vectors * kLanes); ++o) {
      const auto taps = kernel.subspan(o * row, row);
      float most = 1e-20f;
      for (const float weight : taps) most = std::max(most, std::abs(weight));
      scales_[o] = most / 127.0f;
      std::int8_t* const bytes = weights_.data() + tile * kTaps * channels_ +
                                 (o - tile) / kLanes * kStepBytes + o % kLanes * kGroup;
      for (std::size_t i = 0; i < row; ++i) {
        const std::size_t tap = i / channels, input = i % channels;
        bytes[(tap * groups + input / kGroup) * vectors * kStepBytes + input % kGroup] =
            static_cast<std::int8_t>(std::lround(taps[i] / scales_[o]));
      }
    }
  }
}

std::size_t Int8Convolution::tile_vectors(std::size_t channel) const {
  return !on_unit_ && channel + kTileVectors * kLanes <= channels_ ? kTileVectors : 1;
}

template <class Addend>
float Int8Convolution::convolve(const ByteBoard& input, float* output, const Addend& addend) const {
  Finish<Addend> finish{scales_.data(), input.scale(), channels_, output, addend};
  const auto work = [&](std::size_t channel) {
    return Work{input.data(), input.size(), channels_,
                weights_.data() + channel * kTaps * channels_, channel};
  };
  if (on_unit_) {
    convolve_on_unit(work(0), finish);
  } else {
    for (std::size_t channel = 0, vectors; channel < channels_; channel += vectors * kLanes) {
      vectors = tile_vectors(channel);
      if (vectors == kTileVectors) {
        convolve_board<kTileVectors>(work(channel), finish);
      } else {
        convolve_board<1>(work(channel), finish);
      }
    }
  }
  return largest_of(finish.most);
}

float Int8Convolution::run(const ByteBoard& input, const float* bias, float* output) const {
  return convolve(input, output,
                  [bias](std::size_t channel, std::size_t) { return bias + channel; });
}

float Int8Convolution::run_and_add(const ByteBoard& input, float* x) const {
  return convolve(input, x, [x](std::size_t, std::size_t at) { return x + at; });
}

}  // namespace losange::net
