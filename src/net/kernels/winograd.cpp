// The convolution in float (net/cpu/winograd_convolution.h) and the product of matrices that it is made of, for the instruction
// set that the compiler was told of.
#include "net/kernels/kernels.h"
#include "net/kernels/lanes.h"
#include "net/kernels/winograd_shape.h"

namespace losange::net {

namespace {

// As many sums a row as the registers hold for six rows.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr std::size_t kVectors = 4;
#else
constexpr std::size_t kVectors = 2;
#endif
constexpr std::size_t kBlock = kVectors * kWidth;

using namespace winograd;

constexpr float kA2 = kA * kA, kB2 = kB * kB;

// Six inputs to six factors.
void turn_inputs(const Vector (&d)[kReach], Vector (&t)[kReach]) {
  const Vector even_a = d[4] - kB2 * d[2], odd_a = kA * (d[3] - kB2 * d[1]);
  const Vector even_b = d[4] - kA2 * d[2], odd_b = kB * (d[3] - kA2 * d[1]);
  t[0] = kA2 * kB2 * d[0] - (kA2 + kB2) * d[2] + d[4];
  t[1] = even_a + odd_a;
  t[2] = even_a - odd_a;
  t[3] = even_b + odd_b;
  t[4] = even_b - odd_b;
  t[5] = kA2 * kB2 * d[1] - (kA2 + kB2) * d[3] + d[5];
}

// Six products to four outputs.
void turn_products(const Vector (&m)[kReach], Vector (&y)[kSide]) {
  const Vector sum_a = m[1] + m[2], difference_a = m[1] - m[2];
  const Vector sum_b = m[3] + m[4], difference_b = m[3] - m[4];
  y[0] = m[0] + sum_a + sum_b;
  y[1] = kA * difference_a + kB * difference_b;
  y[2] = kA2 * sum_a + kB2 * sum_b;
  y[3] = kA * kA2 * difference_a + kB * kB2 * difference_b + m[5];
}

// One square of one position, from `x` ([cell][channel]) to the rows of `turned` that are `apart`.
void turn_square(const float* x, std::size_t channels, const std::int32_t* cells, float* turned,
                 std::size_t apart) {
  for (std::size_t c = 0; c < channels; c += kWidth) {
    Vector half[kReach][kReach];  // [factor of the rows][column]
    for (std::size_t column = 0; column < kReach; ++column) {
      Vector d[kReach], t[kReach];
      for (std::size_t row = 0; row < kReach; ++row) {
        const std::int32_t cell = cells[row * kReach + column];
        d[row] =
            cell == kOutside ? Vector{} : loaded(x + static_cast<std::size_t>(cell) * channels + c);
      }
      turn_inputs(d, t);
      for (std::size_t row = 0; row < kReach; ++row) half[row][column] = t[row];
    }
    for (std::size_t row = 0; row < kReach; ++row) {
      Vector t[kReach];
      turn_inputs(half[row], t);
      for (std::size_t column = 0; column < kReach; ++column) {
        store(t[column], turned + (row * kReach + column) * apart + c);
      }
    }
  }
}

// A square's products, `apart`, back to its outputs: give(output, sums).
template <class Give>
void turn_back(const float* products, std::size_t apart, const Give& give) {
  Vector half[kReach][kSide];  // [row][output of the columns]
  for (std::size_t row = 0; row < kReach; ++row) {
    Vector m[kReach];
    for (std::size_t column = 0; column < kReach; ++column)
      m[column] = loaded(products + (row * kReach + column) * apart);
    turn_products(m, half[row]);
  }
  for (std::size_t column = 0; column < kSide; ++column) {
    Vector m[kReach], y[kSide];
    for (std::size_t row = 0; row < kReach; ++row) m[row] = half[row][column];
    turn_products(m, y);
    for (std::size_t row = 0; row < kSide; ++row) give(row * kSide + column, y[row]);
  }
}

// Rows x Vectors sums are held in registers over all inputs. `factors`: [row][channel];
// `kernel`: [input][Vectors outputs]; `out` is that block of [row][channel].
template <std::size_t Rows, std::size_t Vectors>
void multiply_rows(const float* factors, const float* kernel, float* out, std::size_t channels) {
  Vector sums[Rows][Vectors] = {};
  for (std::size_t i = 0; i < channels; ++i, kernel += Vectors * kWidth) {
    Vector weights[Vectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < Vectors; ++v) weights[v] = loaded(kernel + v * kWidth);
#pragma GCC unroll 6
    for (std::size_t r = 0; r < Rows; ++r) {
      const float factor = factors[r * channels + i];
#pragma GCC unroll 4
      for (std::size_t v = 0; v < Vectors; ++v) sums[r][v] += factor * weights[v];
    }
  }
#pragma GCC unroll 6
  for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < Vectors; ++v) store(sums[r][v], out + r * channels + v * kWidth);
  }
}

template <std::size_t Vectors>
void multiply_block(const float* factors, const float* kernel, float* out, std::size_t rows,
                    std::size_t channels) {
  std::size_t at = 0, left = rows;
  for (; left >= 6; left -= 6, at += 6 * channels)
    multiply_rows<6, Vectors>(factors + at, kernel, out + at, channels);
  for (; left >= 3; left -= 3, at += 3 * channels)
    multiply_rows<3, Vectors>(factors + at, kernel, out + at, channels);
  for (; left >= 1; left -= 1, at += channels)
    multiply_rows<1, Vectors>(factors + at, kernel, out + at, channels);
}

// Channels padded to 16 are whole blocks everywhere but where blocks are 64 wide.
std::size_t block_width(std::size_t channels) { return channels % kBlock == 0 ? kBlock : kWidth; }

std::size_t kernel_place(std::size_t channels, std::size_t output, std::size_t input) {
  const std::size_t width = block_width(channels);
  return output / width * width * channels + input * width + output % width;
}

void multiply(const float* factors, const float* matrix, std::size_t rows, std::size_t channels,
              float* products) {
  const std::size_t width = block_width(channels);
  for (std::size_t o = 0; o < channels; o += width, matrix += width * channels) {
    if (width == kBlock) {
      multiply_block<kVectors>(factors, matrix, products + o, rows, channels);
    } else {
      multiply_block<1>(factors, matrix, products + o, rows, channels);
    }
  }
}

// WithBias: a bias a position and channel is added; else what is in the output.
template <bool WithBias>
void convolve_with(const WinogradWork& work) {
  const std::size_t channels = work.channels, entries = work.cells * channels;
  for (std::size_t begin = 0; begin < work.positions; begin += work.positions_at_once) {
    const std::size_t left = work.positions - begin;
    const std::size_t count = left < work.positions_at_once ? left : work.positions_at_once;
    const std::size_t rows = count * work.squares, apart = rows * channels;
    for (std::size_t row = 0; row < rows; ++row) {
      turn_square(work.input + (begin + row / work.squares) * entries, channels,
                  work.inputs + row % work.squares * kInputs, work.turned + row * channels, apart);
    }
    for (std::size_t part = 0; part < kInputs; ++part) {
      multiply(work.turned + part * apart, work.kernel + part * channels * channels, rows, channels,
               work.products + part * apart);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t position = begin + row / work.squares;
      const std::int32_t* cells = work.outputs + row % work.squares * kOutputs;
      for (std::size_t c = 0; c < channels; c += kWidth) {
        turn_back(work.products + row * channels + c, apart, [&](std::size_t i, const Vector& sum) {
          if (cells[i] == kOutside) return;
          const auto cell = static_cast<std::size_t>(cells[i]);
          float* to = work.output + position * entries + cell * channels + c;
          const float* added = WithBias ? work.bias + position * channels + c : to;
          store(positive(sum + loaded(added)), to);
        });
      }
    }
  }
}

void convolve(const WinogradWork& work) {
  work.bias ? convolve_with<true>(work) : convolve_with<false>(work);
}

std::size_t peak(std::size_t rounds) {
  constexpr std::size_t kChains = 12;  // that do not wait for each other
  Vector factor{}, inputs[kChains] = {}, sums[kChains] = {};
  for (auto& input : inputs) input += 1.0f;
  for (std::size_t i = 0; i < rounds; ++i) {
    // Or the products would be the same in every round.
#if defined(__aarch64__)
    asm volatile("" : "+w"(factor));
#elif defined(__AVX512F__)
    asm volatile("" : "+v"(factor));
#elif defined(__x86_64__)
    asm volatile("" : "+x"(factor));
#else
    asm volatile("" : "+m"(factor));
#endif
#pragma GCC unroll 12
    for (std::size_t j = 0; j < kChains; ++j) sums[j] += inputs[j] * factor;
  }
  for (auto& sum : sums) asm volatile("" ::"m"(sum));
  return rounds * kChains * kWidth;
}

}  // namespace

namespace LOSANGE_INSTRUCTION_SET {
const FloatKernels floats{kWidth, kernel_place, convolve, multiply, peak};
}

}  // namespace losange::net
