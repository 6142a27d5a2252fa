// The residual blocks of the XNNPACK runtime. XNNPACK does the convolutions and matrix products; what
// lies between them (sums, ReLU, mean and maximum) is a few passes of plain loops over cached data.
// Activations are [position][cell][channel]. A block belongs to one graph and so to one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "net/plain_layers.h"
#include "net/xnnpack_operators.h"

namespace losange::net {

struct GraphShape {
  std::size_t size = 0;  // rows of the board
  std::size_t channels = 0;
  std::size_t capacity = 0;  // positions that the buffers hold

  std::size_t cells() const { return size * size; }
  std::size_t values() const { return capacity * cells() * channels; }
};

// [positions][2 * channels]: mean and maximum of each channel over the board.
void summarise(const GraphShape& shape, std::size_t positions, const float* x, float* summary);

class ResidualBlock {
 public:
  virtual ~ResidualBlock() = default;
  virtual void bind(std::size_t positions) = 0;
  // From x to x, which is the buffer given when the block was made, for as many positions as bound.
  virtual void run() = 0;
};

// Buffers that all blocks of a graph share.
struct BlockBuffers {
  explicit BlockBuffers(const GraphShape& shape);
  std::vector<float> x, inside, delta, summary, everywhere;
};

std::unique_ptr<ResidualBlock> make_float_block(const GraphShape& shape, const PlainBlock& block,
                                                BlockBuffers& buffers);

}  // namespace losange::net
