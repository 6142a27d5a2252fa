// The value nets of HexProject as values: their shapes, their numbers and their files. Training and every runtime
// take names, shapes and order from here; tools/train_gnn.py writes the same file.
//
// The perceptron of its first program, kind "hex-value-mlp", on the numbers of position_features.h:
//   x = (features - mean) / deviation, two hidden layers with ReLU, value = value_scale * tanh(out(x)).
// Mean, deviation and value_scale are buffers: they travel with the net and are not learnt.
// The graph net of its second, kind "hex-value-gnn", on the features of board_graph.h:
//   x = relu(input(features)); a block gives norm(x + relu(own(x) + near(mean of the neighbours' x))), `norm` over the
//   channels of a node with scale and shift; value = tanh(second(relu(first(mean of x, maximum of x)))).
// Values are in [-1, 1], for the side to move.
#pragma once

#include <string>
#include <vector>

#include "net/file/net_file.h"

namespace losange::net {

enum class ValueKind { Perceptron, Graph };

struct ValueConfig {
  ValueKind kind = ValueKind::Perceptron;
  int hidden = 64;
  int blocks = 3;  // of a graph net

  bool operator==(const ValueConfig&) const = default;
};

// What layer norm adds to the variance.
inline constexpr float kNormEpsilon = 1e-5f;

std::vector<TensorShape> tensor_shapes(const ValueConfig& config);
std::size_t value_count(const ValueConfig& config);
// How many of these, at the front, are buffers.
std::size_t buffer_count(const ValueConfig& config);

struct ValueWeights {
  ValueConfig config;
  NetHistory history;
  std::vector<float> values;  // in the order of tensor_shapes(config)
};

// A perceptron of these numbers. Precondition: as many as its shape has.
ValueWeights perceptron_of(int hidden, std::vector<float> values);
// A net that has learnt nothing; the same seed gives the same net on every machine.
ValueWeights newborn_value_net(const ValueConfig& config, std::uint64_t seed);

void write_value_weights(const std::filesystem::path& path, const ValueWeights& weights);
// Throws base::UserError, as read_weights does.
ValueWeights read_value_weights(const std::filesystem::path& path,
                                HashCheck check = HashCheck::Held);

}  // namespace losange::net
