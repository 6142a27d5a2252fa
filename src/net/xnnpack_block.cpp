#include "net/xnnpack_block.h"

#include <algorithm>

namespace losange::net {

namespace {

// x becomes relu(x + delta).
void add_relu(std::size_t count, float* x, const float* delta) {
  for (std::size_t i = 0; i < count; ++i) x[i] = std::max(0.0f, x[i] + delta[i]);
}

// Every cell of a position gets the same addition, one a channel; then ReLU.
void add_everywhere_relu(const GraphShape& shape, std::size_t positions, float* inside,
                         const float* everywhere) {
  const std::size_t channels = shape.channels;
  for (std::size_t p = 0; p < positions; ++p) {
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      add_relu(channels, inside + (p * shape.cells() + cell) * channels, everywhere + p * channels);
    }
  }
}

class FloatBlock : public ResidualBlock {
 public:
  FloatBlock(const GraphShape& shape, const PlainBlock& block, BlockBuffers& buffers)
      : shape_(shape),
        buffers_(buffers),
        pools_(!block.pool.empty()),
        first_(shape.channels, shape.channels, 1, block.first,
               pools_ ? std::span<const float>() : std::span<const float>(block.bias),
               pools_ ? Activation::None : Activation::Relu),
        second_(shape.channels, shape.channels, 1, block.second, {}, Activation::None) {
    if (pools_)
      pool_.emplace(2 * shape.channels, shape.channels, block.pool, block.bias, Activation::None);
  }

  void bind(std::size_t positions) override {
    positions_ = positions;
    first_.bind(positions, shape_.size, buffers_.x.data(), buffers_.inside.data());
    second_.bind(positions, shape_.size, buffers_.inside.data(), buffers_.delta.data());
    if (pools_) pool_->bind(positions, buffers_.summary.data(), buffers_.everywhere.data());
  }

  void run() override {
    first_.run();
    if (pools_) {
      summarise(shape_, positions_, buffers_.x.data(), buffers_.summary.data());
      pool_->run();
      add_everywhere_relu(shape_, positions_, buffers_.inside.data(), buffers_.everywhere.data());
    }
    second_.run();
    add_relu(positions_ * shape_.cells() * shape_.channels, buffers_.x.data(),
             buffers_.delta.data());
  }

 private:
  GraphShape shape_;
  BlockBuffers& buffers_;
  bool pools_;
  Convolution first_, second_;
  std::optional<Linear> pool_;
  std::size_t positions_ = 0;
};

}  // namespace

BlockBuffers::BlockBuffers(const GraphShape& shape)
    : x(padded_buffer<float>(shape.values())),
      inside(padded_buffer<float>(shape.values())),
      delta(padded_buffer<float>(shape.values())),
      summary(padded_buffer<float>(shape.capacity * 2 * shape.channels)),
      everywhere(padded_buffer<float>(shape.capacity * shape.channels)) {}

void summarise(const GraphShape& shape, std::size_t positions, const float* x, float* summary) {
  const std::size_t channels = shape.channels;
  const float share = 1.0f / static_cast<float>(shape.cells());
  for (std::size_t p = 0; p < positions; ++p) {
    float* mean = summary + p * 2 * channels;
    float* most = mean + channels;
    std::copy_n(x, channels, mean);
    std::copy_n(x, channels, most);
    for (std::size_t cell = 1; cell < shape.cells(); ++cell) {
      const float* here = x + cell * channels;
      for (std::size_t c = 0; c < channels; ++c) {
        mean[c] += here[c];
        most[c] = std::max(most[c], here[c]);
      }
    }
    for (std::size_t c = 0; c < channels; ++c) mean[c] *= share;
    x += shape.cells() * channels;
  }
}

std::unique_ptr<ResidualBlock> make_float_block(const GraphShape& shape, const PlainBlock& block,
                                                BlockBuffers& buffers) {
  return std::make_unique<FloatBlock>(shape, block, buffers);
}

}  // namespace losange::net
