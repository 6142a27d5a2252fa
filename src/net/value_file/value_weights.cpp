#include "net/value_file/value_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "net/file/architecture_fields.h"
#include "net/input/board_graph.h"
#include "net/input/position_features.h"

namespace losange::net {

namespace {

constexpr const char* kPerceptron = "hex-value-mlp";
constexpr const char* kGraph = "hex-value-gnn";
constexpr int kMostHidden = 1024, kMostBlocks = 32;

TensorShape matrix(const std::string& name, int outputs, int inputs) {
  return {name + ".weight", {outputs, inputs}, std::sqrt(2.0 / inputs)};
}
TensorShape list(const std::string& name, int count) { return {name, {count}, 0}; }

void add_layer(std::vector<TensorShape>& shapes, const std::string& name, int outputs, int inputs) {
  shapes.push_back(matrix(name, outputs, inputs));
  shapes.push_back(list(name + ".bias", outputs));
}

std::vector<TensorShape> perceptron_shapes(int hidden) {
  constexpr int kInputs = kPositionFeatures;
  std::vector<TensorShape> shapes{list("mean", kInputs), list("deviation", kInputs),
                                  list("value_scale", 1)};
  add_layer(shapes, "first", hidden, kInputs);
  add_layer(shapes, "second", hidden, hidden);
  add_layer(shapes, "out", 1, hidden);
  return shapes;
}

std::vector<TensorShape> graph_shapes(int hidden, int blocks) {
  std::vector<TensorShape> shapes;
  add_layer(shapes, "input", hidden, kNodeFeatures);
  for (int i = 0; i < blocks; ++i) {
    const std::string block = fmt::format("blocks.{}.", i);
    add_layer(shapes, block + "own", hidden, hidden);
    shapes.push_back(matrix(block + "near", hidden, hidden));
    shapes.push_back(list(block + "norm.weight", hidden));
    shapes.push_back(list(block + "norm.bias", hidden));
  }
  add_layer(shapes, "first", hidden, 2 * hidden);
  add_layer(shapes, "second", 1, hidden);
  return shapes;
}

std::string config_text(const ValueConfig& config) {
  nlohmann::ordered_json json{{"kind", config.kind == ValueKind::Graph ? kGraph : kPerceptron},
                              {"hidden", config.hidden}};
  if (config.kind == ValueKind::Graph) json["blocks"] = config.blocks;
  return json.dump();
}

ValueConfig read_value_config(const NetFile& file) {
  const auto json = architecture_fields(file);
  ValueConfig config;
  try {
    const auto kind = json.at("kind").get<std::string>();
    if (kind != kGraph && kind != kPerceptron) {
      file.fail({"net.kind", "this net is of the kind '{}', not a value net ({} or {})", kind,
                 kPerceptron, kGraph});
    }
    config.kind = kind == kGraph ? ValueKind::Graph : ValueKind::Perceptron;
    json.at("hidden").get_to(config.hidden);
    if (config.kind == ValueKind::Graph) json.at("blocks").get_to(config.blocks);
  } catch (const nlohmann::json::exception&) {
    file.fail({"net.unreadable", "its architecture cannot be read"});
  }
  if (config.hidden < 1 || config.hidden > kMostHidden || config.blocks < 1 ||
      config.blocks > kMostBlocks) {
    file.fail({"net.value-shape", "value nets have 1 to {} channels and 1 to {} blocks",
               kMostHidden, kMostBlocks});
  }
  return config;
}

}  // namespace

std::vector<TensorShape> tensor_shapes(const ValueConfig& config) {
  return config.kind == ValueKind::Graph ? graph_shapes(config.hidden, config.blocks)
                                         : perceptron_shapes(config.hidden);
}

std::size_t value_count(const ValueConfig& config) {
  std::size_t count = 0;
  for (const auto& shape : tensor_shapes(config)) count += static_cast<std::size_t>(shape.count());
  return count;
}

std::size_t buffer_count(const ValueConfig& config) {
  return config.kind == ValueKind::Perceptron ? 2 * kPositionFeatures + 1 : 0;
}

ValueWeights perceptron_of(int hidden, std::vector<float> values) {
  ValueWeights weights;
  weights.config.hidden = hidden;
  weights.values = std::move(values);
  return weights;
}

ValueWeights newborn_value_net(const ValueConfig& config, std::uint64_t seed) {
  ValueWeights weights;
  weights.config = config;
  base::Random random(seed);
  for (const auto& shape : tensor_shapes(config)) {
    // What divides, or scales a norm or the value, starts at one.
    const bool ones = shape.name == "deviation" || shape.name == "value_scale" ||
                      shape.name.ends_with("norm.weight");
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      // The sum of twelve uniform numbers is near enough to normal, and the same on every machine.
      double sum = -6;
      for (int k = 0; k < 12; ++k) sum += random.unit();
      weights.values.push_back(ones ? 1.0f : static_cast<float>(sum * shape.initial_deviation));
    }
  }
  return weights;
}

void write_value_weights(const std::filesystem::path& path, const ValueWeights& weights) {
  write_net_file(path, config_text(weights.config), weights.history, tensor_shapes(weights.config),
                 weights.values);
}

ValueWeights read_value_weights(const std::filesystem::path& path, HashCheck check) {
  const NetFile file(path, check);
  ValueWeights weights;
  weights.config = read_value_config(file);
  weights.history = file.history();
  weights.values = file.values(tensor_shapes(weights.config));
  return weights;
}

}  // namespace losange::net
