// The shape of the net: one fully convolutional residual net that plays every board size. Every runtime
// (LibTorch to learn, others to play) and the weights file take names, shapes and order from here.
//
// Input (n+2)x(n+2): own stones, opponent's stones, on-board; the borders are stones of their owner.
// The stem is a valid 3x3 convolution, so the trunk is nxn. A block gives
//   x + gain * second(relu(first(x) + bias [+ pool * (mean of x, maximum of x)])), then ReLU,
// where `gain` starts at 0 (ReZero, Bachlechner et al. 2020) and there is no normalisation. Heads: for
// each cell Q, the log-odds of winning by playing there, and a policy logit; for the board the log-odds
// of winning. All for the side to move.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace losange::net {

struct NetConfig {
  int blocks = 9;
  int channels = 64;
  int pool_every = 3;     // the third, sixth, ... block sees the whole board
  int value_hidden = 64;  // width of the layer between the pooled trunk and the board's outputs

  bool operator==(const NetConfig&) const = default;
  bool pools(int block) const { return block % pool_every == pool_every - 1; }
};

inline constexpr int kInputPlanes = 3;

// Throws base::UserError that names the field and its range.
void check_config(const NetConfig& config);

struct TensorShape {
  std::string name;
  std::vector<std::int64_t> shape;
  double initial_deviation = 0;  // of the normal distribution at birth; 0: starts at zero

  std::int64_t count() const;
  bool decays() const { return shape.size() > 1; }  // weight decay spares biases and gains
  bool in_block() const { return name.starts_with("blocks."); }
};

// Every tensor of such a net, in the order in which they lie in a flat list of all its values.
std::vector<TensorShape> tensor_shapes(const NetConfig& config);
std::int64_t value_count(const NetConfig& config);
// Multiplications to evaluate one position of a board of this size.
std::int64_t multiplication_count(const NetConfig& config, int size);

// The values of a net that has learnt nothing; a seed gives the same net where the library's log and cos round alike.
std::vector<float> newborn_values(const NetConfig& config, std::uint64_t seed);

}  // namespace losange::net
