#include "net/cpu/cell_layers.h"

#include <algorithm>
#include <numeric>

#include "base/containers/fixed_vector.h"
#include "net/input/board_codes.h"

namespace losange::net {

namespace {

std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// Mean and maximum of the net's channels, each half padded by itself.
std::vector<std::size_t> summary_places(std::size_t channels) {
  auto all = places(2 * channels);
  for (std::size_t i = channels; i < all.size(); ++i)
    all[i] += padded_channels(channels) - channels;
  return all;
}

std::size_t channels_of(const PlainLayers& layers) {
  return static_cast<std::size_t>(layers.config.channels);
}

// The columns of the first layer whose inputs are one, for a cell.
using Columns = base::FixedVector<const float*, 2 * kTaps>;
void list_stem(const DenseLayer& stem, std::span<const std::uint8_t> codes, std::size_t size,
               std::size_t cell, Columns& out) {
  const std::size_t first_row = cell / size, first_column = cell % size;
  for (std::size_t tap = 0; tap < kTaps; ++tap) {
    const std::size_t row = first_row + tap / 3, column = first_column + tap % 3;
    const bool edge_row = row == 0 || row > size, edge_column = column == 0 || column > size;
    const bool inside = !edge_row && !edge_column;
    const std::uint8_t code = inside ? codes[(row - 1) * size + column - 1] : std::uint8_t{kEmpty};
    const auto add = [&](std::size_t plane) {
      out.push_back(stem.column(tap * kInputPlanes + plane));
    };
    if (edge_row || code == kOwn) add(0);
    if (edge_column || code == kOpponent) add(1);
    if (inside) add(2);
  }
}

}  // namespace

std::size_t padded_channels(std::size_t channels) {
  return (channels + kLanes - 1) / kLanes * kLanes;
}

DenseLayer::DenseLayer(std::span<const float> matrix, std::span<const float> bias,
                       std::span<const std::size_t> input_places, std::size_t padded_inputs)
    : kernels_(instruction_set().exact),
      outputs_(padded_channels(bias.size())),
      matrix_(padded_inputs * outputs_),
      bias_(outputs_) {
  std::copy(bias.begin(), bias.end(), bias_.begin());
  for (std::size_t o = 0; o < bias.size(); ++o) {
    for (std::size_t i = 0; i < input_places.size(); ++i) {
      matrix_[input_places[i] * outputs_ + o] = matrix[o * input_places.size() + i];
    }
  }
}

void DenseLayer::run(std::span<const float> input, float* output) const {
  kernels_->multiply(matrix_.data(), bias_.data(), input.size(), outputs_, input.data(), output);
}

DenseLayer pool_layer(const PlainBlock& block, std::size_t channels) {
  return {block.pool, block.bias, summary_places(channels), 2 * padded_channels(channels)};
}

CellLayers::CellLayers(const PlainLayers& layers)
    : kernels_(instruction_set().exact),
      channels_(padded_channels(channels_of(layers))),
      stem_(layers.stem, layers.stem_bias, places(kTaps * kInputPlanes), kTaps * kInputPlanes),
      board_first_(layers.board_first, layers.board_first_bias, summary_places(channels_of(layers)),
                   2 * channels_),
      board_second_(layers.board_second, layers.board_second_bias,
                    places(layers.board_first_bias.size()), board_first_.outputs()),
      cells_bias_(layers.cells_bias) {
  const auto channels = static_cast<std::ptrdiff_t>(layers.config.channels);
  for (std::ptrdiff_t head = 0; head < 2; ++head) {
    auto& weights = cells_[static_cast<std::size_t>(head)];
    weights.assign(layers.cells.begin() + head * channels,
                   layers.cells.begin() + (head + 1) * channels);
    weights.resize(channels_);
  }
}

CellLayers::Scratch::Scratch(const CellLayers& layers)
    : summary(2 * layers.channels_),
      hidden(layers.board_first_.outputs()),
      board(layers.board_second_.outputs()) {}

// The inputs are zeros and ones: what they are multiplied with is added where they are one.
float CellLayers::run_stem(std::span<const std::uint8_t> codes, std::size_t size, float* x) const {
  float most = 0;
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    Columns columns;
    list_stem(stem_, codes, size, cell, columns);
    most = std::max(most, kernels_->add_columns(stem_.bias(), columns.begin(), columns.size(),
                                                channels_, x + cell * channels_));
  }
  return most;
}

void CellLayers::summarise(std::span<const float> x, std::span<float> summary) const {
  kernels_->summarise(x.data(), x.size() / channels_, channels_, summary.data());
}

void CellLayers::run_heads(std::span<const float> x, Scratch& scratch, float* q, float* policy,
                           float* value) const {
  summarise(x, scratch.summary);
  board_first_.run(scratch.summary, scratch.hidden.data());
  for (float& entry : scratch.hidden) entry = std::max(entry, 0.0f);
  board_second_.run(scratch.hidden, scratch.board.data());
  *value = scratch.board[0];
  for (std::size_t cell = 0; cell < x.size() / channels_; ++cell) {
    const float* here = x.data() + cell * channels_;
    // Q is the board's own part, shared by all cells, and what the cell adds.
    q[cell] = kernels_->dot(cells_[0].data(), here, channels_) + cells_bias_[0] + scratch.board[1];
    policy[cell] = kernels_->dot(cells_[1].data(), here, channels_) + cells_bias_[1];
  }
}

}  // namespace losange::net
