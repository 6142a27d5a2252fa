#include "net/cpu/winograd_convolution.h"

#include <algorithm>
#include <array>

#include "net/cpu/cell_layers.h"
#include "net/cpu/float_lanes.h"

namespace losange::net {

namespace {

// As many sums a row as the registers hold for six rows.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr std::size_t kVectors = 4;
#else
constexpr std::size_t kVectors = 2;
#endif
constexpr std::size_t kBlock = kVectors * kWidth;

constexpr std::size_t kSide = 4, kReach = 6;  // of the outputs of a square, and of its inputs
constexpr std::size_t kSquaresAtOnce = 36;

// Polynomials through 0, +-3/4, +-3/2 and infinity: the points with the smallest rounding errors of those
// whose numbers are exact.
constexpr float kA = 0.75f, kB = 1.5f, kA2 = kA * kA, kB2 = kB * kB;

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

// Three weights to six factors, in double: done once.
std::array<double, kReach> turned_weights(const std::array<double, 3>& g) {
  constexpr std::array<double, 5> points{0, kA, -kA, kB, -kB};
  std::array<double, kReach> result{};
  for (std::size_t j = 0; j < points.size(); ++j) {
    double others = 1;
    for (std::size_t l = 0; l < points.size(); ++l) {
      if (l != j) others *= points[j] - points[l];
    }
    result[j] = (g[0] + points[j] * (g[1] + points[j] * g[2])) / others;
  }
  result[5] = g[2];
  return result;
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
        d[row] = cell == WinogradBoard::kOutside
                     ? Vector{}
                     : loaded(x + static_cast<std::size_t>(cell) * channels + c);
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
  std::size_t r = 0;
  const auto next = [&](auto multiply, std::size_t count) {
    for (; r + count <= rows; r += count)
      multiply(factors + r * channels, kernel, out + r * channels, channels);
  };
  next(multiply_rows<6, Vectors>, 6);
  next(multiply_rows<3, Vectors>, 3);
  next(multiply_rows<1, Vectors>, 1);
}

// Channels padded to 16 are whole blocks everywhere but where blocks are 64 wide.
std::size_t block_width(std::size_t channels) { return channels % kBlock == 0 ? kBlock : kWidth; }

}  // namespace

WinogradBoard::WinogradBoard(std::size_t size) : cells_(size * size) {
  const auto cell = [&](std::size_t row, std::size_t column) {
    // Before the first, an unsigned number is large.
    return row < size && column < size ? static_cast<std::int32_t>(row * size + column) : kOutside;
  };
  for (std::size_t top = 0; top < size; top += kSide) {
    for (std::size_t left = 0; left < size; left += kSide) {
      for (std::size_t i = 0; i < kInputs; ++i)
        inputs_.push_back(cell(top + i / kReach - 1, left + i % kReach - 1));
      for (std::size_t i = 0; i < kOutputs; ++i)
        outputs_.push_back(cell(top + i / kSide, left + i % kSide));
    }
  }
}

std::size_t WinogradBoard::positions_at_once() const {
  return std::max<std::size_t>(1, kSquaresAtOnce / squares());
}

WinogradScratch::WinogradScratch(const WinogradBoard& board, std::size_t channels)
    : turned(WinogradBoard::kInputs * board.positions_at_once() * board.squares() * channels),
      products(turned.size()) {}

WinogradConvolution::WinogradConvolution(std::span<const float> kernel, std::size_t channels)
    : channels_(padded_channels(channels)),
      kernel_(WinogradBoard::kInputs * channels_ * channels_) {
  const std::size_t width = block_width(channels_);
  for (std::size_t o = 0; o < channels; ++o) {
    for (std::size_t i = 0; i < channels; ++i) {
      std::array<std::array<double, kReach>, 3> half;
      for (std::size_t row = 0; row < 3; ++row) {
        std::array<double, 3> g;
        for (std::size_t column = 0; column < 3; ++column)
          g[column] = kernel[((o * 3 + row) * 3 + column) * channels + i];
        half[row] = turned_weights(g);
      }
      for (std::size_t column = 0; column < kReach; ++column) {
        const auto turned = turned_weights({half[0][column], half[1][column], half[2][column]});
        for (std::size_t row = 0; row < kReach; ++row) {
          kernel_[(row * kReach + column) * channels_ * channels_ + o / width * width * channels_ +
                  i * width + o % width] = static_cast<float>(turned[row]);
        }
      }
    }
  }
}

// The 36 products of matrices: `products` of all rows from `turned`.
void WinogradConvolution::multiply(std::size_t rows, WinogradScratch& scratch) const {
  const std::size_t apart = rows * channels_, width = block_width(channels_);
  for (std::size_t part = 0; part < WinogradBoard::kInputs; ++part) {
    const float* factors = scratch.turned.data() + part * apart;
    const float* kernel = kernel_.data() + part * channels_ * channels_;
    for (std::size_t o = 0; o < channels_; o += width, kernel += width * channels_) {
      float* out = scratch.products.data() + part * apart + o;
      if (width == kBlock) {
        multiply_block<kVectors>(factors, kernel, out, rows, channels_);
      } else {
        multiply_block<1>(factors, kernel, out, rows, channels_);
      }
    }
  }
}

// `addend(position, cell, channel)` gives where the numbers lie that are added to those of the convolution.
template <class Addend>
void WinogradConvolution::convolve(const WinogradBoard& board, std::span<const float> input,
                                   WinogradScratch& scratch, float* output,
                                   const Addend& addend) const {
  const std::size_t entries = board.cells() * channels_, positions = input.size() / entries;
  for (std::size_t begin = 0; begin < positions; begin += board.positions_at_once()) {
    const std::size_t end = std::min(positions, begin + board.positions_at_once());
    const std::size_t rows = (end - begin) * board.squares(), apart = rows * channels_;
    for (std::size_t row = 0; row < rows; ++row) {
      turn_square(input.data() + (begin + row / board.squares()) * entries, channels_,
                  board.inputs(row % board.squares()), scratch.turned.data() + row * channels_,
                  apart);
    }
    multiply(rows, scratch);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t position = begin + row / board.squares();
      const std::int32_t* cells = board.outputs(row % board.squares());
      for (std::size_t c = 0; c < channels_; c += kWidth) {
        turn_back(scratch.products.data() + row * channels_ + c, apart,
                  [&](std::size_t i, const Vector& sum) {
                    if (cells[i] == WinogradBoard::kOutside) return;
                    const auto cell = static_cast<std::size_t>(cells[i]);
                    store(positive(sum + loaded(addend(position, cell, c))),
                          output + position * entries + cell * channels_ + c);
                  });
      }
    }
  }
}

void WinogradConvolution::run(const WinogradBoard& board, std::span<const float> input,
                              std::span<const float> bias, WinogradScratch& scratch,
                              float* output) const {
  convolve(board, input, scratch, output,
           [&](std::size_t position, std::size_t, std::size_t channel) {
             return bias.data() + position * channels_ + channel;
           });
}

void WinogradConvolution::run_and_add(const WinogradBoard& board, std::span<const float> input,
                                      WinogradScratch& scratch, float* x) const {
  convolve(board, input, scratch, x,
           [&](std::size_t position, std::size_t cell, std::size_t channel) {
             return x + (position * board.cells() + cell) * channels_ + channel;
           });
}

}  // namespace losange::net
