// The net with its convolutions in 8 bits. Scales are taken from each position as it is evaluated, so
// nothing is calibrated and no value is cut off; all between the convolutions stays in float. Positions
// are evaluated one by one: the kernel is as fast on one as on many.
#include <algorithm>
#include <array>

#include "base/fixed_vector.h"
#include "hex/geometry.h"
#include "net/board_codes.h"
#include "net/float_lanes.h"
#include "net/int8_convolution.h"
#include "net/plain_layers.h"
#include "net/runtimes.h"
#include "net/spare_by_size.h"

namespace losange::net {

namespace {

// output = bias + matrix * input, with the matrix [input][output] so that the inner loop has no chain.
class DenseLayer {
 public:
  // `matrix`: [outputs][inputs]; `input_places`: where in the padded input each of these inputs lies.
  DenseLayer(std::span<const float> matrix, std::span<const float> bias,
             std::span<const std::size_t> input_places, std::size_t padded_inputs)
      : outputs_(padded_channels(bias.size())), matrix_(padded_inputs * outputs_), bias_(outputs_) {
    std::copy(bias.begin(), bias.end(), bias_.begin());
    for (std::size_t o = 0; o < bias.size(); ++o) {
      for (std::size_t i = 0; i < input_places.size(); ++i) {
        matrix_[input_places[i] * outputs_ + o] = matrix[o * input_places.size() + i];
      }
    }
  }

  std::size_t outputs() const { return outputs_; }

  void run(std::span<const float> input, float* output) const {
    for (std::size_t o = 0; o < outputs_; o += kLanes) {
      Floats sum, column;
      load(sum, bias_.data() + o);
      for (std::size_t i = 0; i < input.size(); ++i) {
        load(column, matrix_.data() + i * outputs_ + o);
        sum += input[i] * column;
      }
      store(sum, output + o);
    }
  }
  const float* column(std::size_t input) const { return matrix_.data() + input * outputs_; }
  const float* bias() const { return bias_.data(); }

 private:
  std::size_t outputs_;
  AlignedVector<float> matrix_, bias_;
};

std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

// Mean and maximum of the net's channels, each half padded by itself.
std::vector<std::size_t> summary_places(std::size_t channels) {
  auto all = places(2 * channels);
  for (std::size_t i = channels; i < all.size(); ++i)
    all[i] += padded_channels(channels) - channels;
  return all;
}

struct Int8Block {
  Int8Block(const PlainBlock& block, std::size_t channels)
      : first(block.first, channels), second(block.second, channels), bias(block.bias) {
    bias.resize(padded_channels(channels));
    if (block.pool.empty()) return;
    pool.emplace_back(block.pool, block.bias, summary_places(channels),
                      2 * padded_channels(channels));
  }

  Int8Convolution first, second;
  std::vector<float> bias;
  std::vector<DenseLayer> pool;  // one, or none
};

// The weights, shared by all threads.
struct Int8Net {
  explicit Int8Net(const PlainLayers& layers)
      : real_channels(static_cast<std::size_t>(layers.config.channels)),
        channels(padded_channels(real_channels)),
        stem(layers.stem, layers.stem_bias, places(9 * kInputPlanes), 9 * kInputPlanes),
        board_first(layers.board_first, layers.board_first_bias, summary_places(real_channels),
                    2 * channels),
        board_second(layers.board_second, layers.board_second_bias,
                     places(layers.board_first_bias.size()), board_first.outputs()),
        cells_bias(layers.cells_bias) {
    for (const auto& block : layers.blocks) blocks.emplace_back(block, real_channels);
    for (std::size_t head = 0; head < 2; ++head) {
      cells[head].assign(layers.cells.begin() + static_cast<long>(head * real_channels),
                         layers.cells.begin() + static_cast<long>((head + 1) * real_channels));
      cells[head].resize(channels);
    }
  }

  std::size_t real_channels, channels;
  DenseLayer stem;  // over the 3x3 neighbourhood of a cell, in float: it is small, and exact
  std::vector<Int8Block> blocks;
  DenseLayer board_first, board_second;
  std::array<std::vector<float>, 2> cells;
  std::vector<float> cells_bias;
};

float dot(const std::vector<float>& weights, const float* x) {
  Floats sums{}, weight, entry;
  for (std::size_t c = 0; c < weights.size(); c += kLanes) {
    load(weight, weights.data() + c);
    load(entry, x + c);
    sums += weight * entry;
  }
  return sum_of(sums);
}

// What one thread needs to evaluate boards of one size.
class Workspace {
 public:
  Workspace(const Int8Net& net, int size)
      : net_(net),
        size_(static_cast<std::size_t>(size)),
        bytes_(size_, net.channels),
        x_(size_ * size_ * net.channels),
        between_(x_.size()),
        summary_(2 * net.channels),
        everywhere_(net.channels),
        hidden_(net.board_first.outputs()),
        board_(net.board_second.outputs()) {}

  // The answers for one position.
  void run(std::span<const std::uint8_t> codes, float* q, float* policy, float* value) {
    run_stem(codes);
    for (const auto& block : net_.blocks) run_block(block);
    summarise();
    net_.board_first.run(summary_, hidden_.data());
    for (float& entry : hidden_) entry = std::max(entry, 0.0f);
    net_.board_second.run(hidden_, board_.data());
    *value = board_[0];
    for (std::size_t cell = 0; cell < size_ * size_; ++cell) {
      const float* here = x_.data() + cell * net_.channels;
      // Q is the board's own part, shared by all cells, and what the cell adds.
      q[cell] = dot(net_.cells[0], here) + net_.cells_bias[0] + board_[1];
      policy[cell] = dot(net_.cells[1], here) + net_.cells_bias[1];
    }
  }

 private:
  // The inputs are zeros and ones: what they are multiplied with is added where they are one.
  void run_stem(std::span<const std::uint8_t> codes) {
    const Floats zero{};
    Floats most = zero;
    for (std::size_t cell = 0; cell < size_ * size_; ++cell) {
      Columns columns;
      list_stem(codes, cell, columns);
      for (std::size_t c = 0; c < net_.channels; c += kLanes) {
        Floats sum, column;
        load(sum, net_.stem.bias() + c);
        for (const float* from : columns) {
          load(column, from + c);
          sum += column;
        }
        const Floats positive = sum > zero ? sum : zero;
        keep_larger(most, positive);
        store(positive, x_.data() + cell * net_.channels + c);
      }
    }
    most_ = largest_of(most);
  }

  using Columns = base::FixedVector<const float*, 2 * 9>;
  void list_stem(std::span<const std::uint8_t> codes, std::size_t cell, Columns& out) const {
    for (std::size_t tap = 0; tap < 9; ++tap) {
      const std::size_t row = cell / size_ + tap / 3, column = cell % size_ + tap % 3;
      const bool edge_row = row == 0 || row > size_, edge_column = column == 0 || column > size_;
      const bool inside = !edge_row && !edge_column;
      const std::uint8_t code =
          inside ? codes[(row - 1) * size_ + column - 1] : std::uint8_t{kEmpty};
      const auto add = [&](std::size_t plane) {
        out.push_back(net_.stem.column(tap * kInputPlanes + plane));
      };
      if (edge_row || code == kOwn) add(0);
      if (edge_column || code == kOpponent) add(1);
      if (inside) add(2);
    }
  }

  void run_block(const Int8Block& block) {
    const float* bias = block.bias.data();
    if (!block.pool.empty()) {
      summarise();
      block.pool.front().run(summary_, everywhere_.data());
      bias = everywhere_.data();
    }
    bytes_.fill(x_.data(), most_);
    const float most_between = block.first.run(bytes_, bias, between_.data());
    bytes_.fill(between_.data(), most_between);
    most_ = block.second.run_and_add(bytes_, x_.data());
  }

  void summarise() {
    const float share = 1.0f / static_cast<float>(size_ * size_);
    for (std::size_t c = 0; c < net_.channels; c += kLanes) {
      Floats sum{}, most{}, here;  // x is never negative
      for (std::size_t at = c; at < x_.size(); at += net_.channels) {
        load(here, x_.data() + at);
        sum += here;
        keep_larger(most, here);
      }
      store(sum * share, summary_.data() + c);
      store(most, summary_.data() + net_.channels + c);
    }
  }

  const Int8Net& net_;
  std::size_t size_;
  ByteBoard bytes_;
  float most_ = 0;  // the largest entry of x_
  AlignedVector<float> x_, between_, summary_, everywhere_, hidden_, board_;
};

class Int8Evaluator : public Evaluator {
 public:
  explicit Int8Evaluator(const Weights& weights) : net_(plain_layers(weights)) {}

  void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const override {
    hex::check_size(size);
    const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    const std::size_t count = codes.size() / cells;
    out.q.resize(count * cells);
    out.policy.resize(count * cells);
    out.value.resize(count);
    auto workspace = spare_.take(size, [&] { return std::make_unique<Workspace>(net_, size); });
    for (std::size_t p = 0; p < count; ++p) {
      workspace->run(codes.subspan(p * cells, cells), out.q.data() + p * cells,
                     out.policy.data() + p * cells, out.value.data() + p);
    }
    spare_.give_back(size, std::move(workspace));
  }

 private:
  Int8Net net_;
  mutable SpareBySize<Workspace> spare_;
};

}  // namespace

std::unique_ptr<Evaluator> make_int8_evaluator(const Weights& weights) {
  return std::make_unique<Int8Evaluator>(weights);
}

}  // namespace losange::net
