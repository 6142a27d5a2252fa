#include "net/cpu/winograd_convolution.h"

#include <algorithm>
#include <array>

#include "net/cpu/cell_layers.h"

namespace losange::net {

namespace {

using namespace winograd;

constexpr std::size_t kSquaresAtOnce = 36;

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
    : turned(kInputs * board.positions_at_once() * board.squares() * channels),
      products(turned.size()) {}

WinogradConvolution::WinogradConvolution(std::span<const float> kernel, std::size_t channels,
                                         const InstructionSet& set)
    : kernels_(*set.floats),
      channels_(padded_channels(channels)),
      kernel_(kInputs * channels_ * channels_) {
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
          kernel_[(row * kReach + column) * channels_ * channels_ +
                  kernels_.kernel_place(channels_, o, i)] = static_cast<float>(turned[row]);
        }
      }
    }
  }
}

void WinogradConvolution::run(const WinogradBoard& board, std::span<const float> input,
                              const float* bias, WinogradScratch& scratch, float* output) const {
  kernels_.convolve({board.inputs(), board.outputs(), board.squares(), board.cells(), channels_,
                     input.size() / (board.cells() * channels_), board.positions_at_once(),
                     kernel_.data(), input.data(), bias, scratch.turned.data(),
                     scratch.products.data(), output});
}

}  // namespace losange::net
