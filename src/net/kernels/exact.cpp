// All that gives the same bits on every CPU: the 8-bit convolution and the layers around it, for the instruction set
// that the compiler was told of. LOSANGE_INSTRUCTION_SET is its name.
#include "net/kernels/finish.h"
#include "net/kernels/kernels.h"
#include "net/kernels/lanes.h"

#if defined(__ARM_FEATURE_MATMUL_INT8)
#include "net/kernels/byte_matrices.h"
#else
#include "net/kernels/byte_products.h"
#endif
#ifdef __AMX_INT8__
#include "net/kernels/matrix_unit.h"
#endif

namespace losange::net {

namespace {

#if defined(__ARM_FEATURE_MATMUL_INT8)

constexpr bool kFastBytes = true;

float convolve(const ByteWork& work) {
  return work.bias ? convolve_by_matrices<true>(work) : convolve_by_matrices<false>(work);
}

#else

// A board is [size + 2][size + 2][channels] with a ring of zeros, and has so many cells behind it for those that read whole
// blocks.
constexpr std::size_t kCellsBehindBoard = 32;

std::size_t board_bytes(std::size_t size, std::size_t channels) {
  return ((size + 2) * (size + 2) + kCellsBehindBoard) * channels;
}

void fill_board(const float* values, std::size_t size, std::size_t channels, float factor,
                std::uint8_t* board) {
  for (std::size_t row = 0; row < size; ++row) {
    const float* from = values + row * size * channels;
    std::uint8_t* to = board + ((row + 1) * (size + 2) + 1) * channels;
    for (std::size_t i = 0; i < size * channels; i += kLanes)
      store_rounded_bytes(from + i, factor, to + i);
  }
}

// Where the upper left neighbour of a cell lies on it.
const std::uint8_t* corner_of(const ByteWork& work, std::size_t cell) {
  return work.input + (cell / work.size * (work.size + 2) + cell % work.size) * work.channels;
}

constexpr std::size_t kStepBytes = kLanes * kGroup;  // weights of one step of sixteen sums

bool on_unit([[maybe_unused]] std::size_t channels) {
#ifdef __AMX_INT8__
  return channels % kUnitInputs == 0 && channels / kUnitInputs <= kMostUnitChunks;
#else
  return false;
#endif
}

// Output vectors that are computed together, from this channel on.
std::size_t tile_vectors(std::size_t channels, std::size_t channel) {
  return !on_unit(channels) && channel + kTileVectors * kLanes <= channels ? kTileVectors : 1;
}

// [tile][tap][4 inputs][16 outputs of the tile] of 16 x 4 bytes
std::size_t weight_place(std::size_t channels, std::size_t output, std::size_t tap,
                         std::size_t input) {
  const std::size_t whole = channels / (kTileVectors * kLanes) * kTileVectors * kLanes;
  const std::size_t first = on_unit(channels) || output >= whole
                                ? output / kLanes * kLanes
                                : output / (kTileVectors * kLanes) * kTileVectors * kLanes;
  const std::size_t vectors = tile_vectors(channels, first);
  return first * kTaps * channels +
         (tap * (channels / kGroup) + input / kGroup) * vectors * kStepBytes +
         (output - first) / kLanes * kStepBytes + output % kLanes * kGroup + input % kGroup;
}

// Cells x Vectors sums are held in registers over all taps and inputs.
template <std::size_t Cells, std::size_t Vectors, bool WithBias>
void convolve_cells(const ByteWork& work, std::size_t channel, std::size_t first,
                    Finish<WithBias>& finish) {
  const std::uint8_t* from[Cells];
  for (std::size_t j = 0; j < Cells; ++j) from[j] = corner_of(work, first + j);
  ByteSums sums[Cells][Vectors];
  const std::int8_t* weights = work.weights + channel * kTaps * work.channels;
  // Three taps of a row lie side by side.
  const std::size_t row = 3 * work.channels;
  for (std::size_t tap_row = 0; tap_row < 3; ++tap_row) {
    const std::size_t shift = tap_row * (work.size + 2) * work.channels;
    for (std::size_t i = shift; i < shift + row;
         i += kStepGroups * kGroup, weights += kStepGroups * Vectors * kStepBytes) {
      add_step(sums, from, i, weights);
    }
  }
  std::int32_t whole[kLanes];
  for (std::size_t v = 0; v < Vectors; ++v) {
    auto sixteen = finish.template from<kParts>(channel + v * kLanes);
    for (std::size_t j = 0; j < Cells; ++j) {
      sums[j][v].store(whole);
      sixteen.take(first + j, whole);
    }
    finish.keep(sixteen);
  }
}

template <std::size_t Vectors, bool WithBias>
void convolve_board(const ByteWork& work, std::size_t channel, Finish<WithBias>& finish) {
  const std::size_t cells = work.size * work.size;
  std::size_t cell = 0;
  for (; cell + kTileCells <= cells; cell += kTileCells)
    convolve_cells<kTileCells, Vectors>(work, channel, cell, finish);
  for (; cell < cells; ++cell) convolve_cells<1, Vectors>(work, channel, cell, finish);
}

#ifdef __AMX_INT8__
// The same on the matrix unit. Places are those of the padded board, row after row: a shift by a tap is the
// same for all of them, and the few at the ends of rows that are no cells are left out at the end.
template <bool WithBias>
void convolve_on_unit(const ByteWork& work, Finish<WithBias>& finish) {
  const std::size_t wide = work.size + 2, chunks = work.channels / kUnitInputs;
  std::ptrdiff_t shifts[kTaps * kMostUnitChunks];
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
      const std::size_t count = places - first < 2 * kUnitRows ? places - first : 2 * kUnitRows;
      unit.multiply({work.input + first * work.channels, work.channels, shifts, kTaps * chunks,
                     work.weights + vector * vector_bytes, vector_bytes, count > kUnitRows},
                    out);
      for (std::size_t half = 0; half < 2; ++half) {
        auto sixteen = finish.template from<kParts>((vector + half) * kLanes);
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
#endif

template <bool WithBias>
float convolve_with(const ByteWork& work) {
  Finish<WithBias> finish(work);
#ifdef __AMX_INT8__
  if (on_unit(work.channels)) {
    convolve_on_unit(work, finish);
    return finish.largest();
  }
#endif
  for (std::size_t channel = 0, vectors; channel < work.channels; channel += vectors * kLanes) {
    vectors = tile_vectors(work.channels, channel);
    if (vectors == kTileVectors) {
      convolve_board<kTileVectors>(work, channel, finish);
    } else {
      convolve_board<1>(work, channel, finish);
    }
  }
  return finish.largest();
}

float convolve(const ByteWork& work) {
  return work.bias ? convolve_with<true>(work) : convolve_with<false>(work);
}

std::size_t peak(std::size_t rounds) {
#ifdef __AMX_INT8__
  alignas(64) std::uint8_t rows[2 * kUnitRows * kUnitInputs] = {1};
  alignas(64) std::int8_t weights[2 * kUnitInputs * kLanes] = {1};
  const std::ptrdiff_t none = 0;
  const MatrixUnit unit;
  UnitSums out;
  for (std::size_t i = 0; i < rounds; ++i)
    unit.multiply({rows, kUnitInputs, &none, 1, weights, kUnitInputs * kLanes, true}, out);
  return rounds * 2 * kUnitRows * 2 * kLanes * kUnitInputs;
#else
  // One tile of the convolution again and again: what it needs stays in the nearest cache.
  constexpr std::size_t kSize = kTileCells, kChannels = 64, kOutputs = kTileVectors * kLanes;
  constexpr std::size_t kBoard = ((kSize + 2) * (kSize + 2) + kCellsBehindBoard) * kChannels;
  alignas(64) std::uint8_t input[kBoard] = {1};
  alignas(64) std::int8_t weights[kOutputs * kTaps * kChannels] = {3};
  float scales[kChannels] = {}, output[kSize * kSize * kChannels] = {};
  const ByteWork work{input, 1.0f, kSize, kChannels, weights, scales, nullptr, output};
  Finish<false> finish(work);
  for (std::size_t i = 0; i < rounds; ++i) {
    convolve_cells<kTileCells, kTileVectors>(work, 0, 0, finish);
    asm volatile("" ::"r"(output) : "memory");
  }
  return rounds * kTileCells * kOutputs * kTaps * kChannels;
#endif
}

#endif

// Sixteen lanes at a time are several sums that do not wait for each other.
void load_lanes(const float* from, Vector (&lanes)[kParts]) {
  for (std::size_t part = 0; part < kParts; ++part) lanes[part] = loaded(from + part * kWidth);
}
void store_lanes(const Vector (&lanes)[kParts], float* to) {
  for (std::size_t part = 0; part < kParts; ++part) store(lanes[part], to + part * kWidth);
}

float add_columns(const float* bias, const float* const* columns, std::size_t count,
                  std::size_t channels, float* to) {
  Vector most{};
  for (std::size_t c = 0; c < channels; c += kLanes) {
    Vector sums[kParts], column[kParts];
    load_lanes(bias + c, sums);
    for (std::size_t i = 0; i < count; ++i) {
      load_lanes(columns[i] + c, column);
      for (std::size_t part = 0; part < kParts; ++part) sums[part] += column[part];
    }
    for (auto& sum : sums) {
      sum = positive(sum);
      keep_larger(most, sum);
    }
    store_lanes(sums, to + c);
  }
  return largest_of(most);
}

void summarise(const float* x, std::size_t cells, std::size_t channels, float* summary) {
  const float share = 1.0f / static_cast<float>(cells);
  for (std::size_t c = 0; c < channels; c += kLanes) {
    Vector sums[kParts] = {}, most[kParts] = {}, here[kParts];
    for (std::size_t at = c; at < cells * channels; at += channels) {
      load_lanes(x + at, here);
      for (std::size_t part = 0; part < kParts; ++part) {
        sums[part] += here[part];
        keep_larger(most[part], here[part]);
      }
    }
    for (auto& sum : sums) sum *= share;
    store_lanes(sums, summary + c);
    store_lanes(most, summary + channels + c);
  }
}

void multiply(const float* matrix, const float* bias, std::size_t inputs, std::size_t outputs,
              const float* input, float* output) {
  for (std::size_t o = 0; o < outputs; o += kLanes) {
    Vector sums[kParts], weights[kParts];
    load_lanes(bias + o, sums);
    for (std::size_t i = 0; i < inputs; ++i) {
      load_lanes(matrix + i * outputs + o, weights);
      for (std::size_t part = 0; part < kParts; ++part) sums[part] += input[i] * weights[part];
    }
    store_lanes(sums, output + o);
  }
}

float dot(const float* a, const float* b, std::size_t count) {
  Vector sums[kParts] = {};
  for (std::size_t c = 0; c < count; c += kLanes) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t at = c + part * kWidth;
      sums[part] += loaded(a + at) * loaded(b + at);
    }
  }
  return sum_of(sums);
}

}  // namespace

namespace LOSANGE_INSTRUCTION_SET {
const ExactKernels exact{kFastBytes,  weight_place, board_bytes, fill_board, convolve,
                         add_columns, summarise,    multiply,    dot,        peak};
}
#ifdef LOSANGE_RELAXED_SIMD  // by a name that a script can call; the rest of this set is the baseline's
extern "C" float losange_relaxed_convolve(const ByteWork& work) { return convolve(work); }
#endif

}  // namespace losange::net
