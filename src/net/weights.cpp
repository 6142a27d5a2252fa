#include "net/weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "net/safetensors.h"

namespace losange::net {

namespace {

constexpr const char* kKind = "hex-residual";

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
  throw base::UserError(fmt::format("{}: {}", name, reason));
}

const std::string& field(const TensorFile& file, const std::string& key, const std::string& name) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) {
    fail(name, fmt::format("this safetensors file is not a net of losange (no field '{}')", key));
  }
  return found->second;
}

std::uint64_t number_field(const TensorFile& file, const std::string& key, const std::string& name) {
  const auto number = base::parse_integer(field(file, key, name));
  if (!number || *number < 0) fail(name, fmt::format("the field '{}' is not a number", key));
  return static_cast<std::uint64_t>(*number);
}

NetConfig read_config(const TensorFile& file, const std::string& name) {
  const auto json = nlohmann::json::parse(field(file, "architecture", name), nullptr, false);
  NetConfig config;
  try {
    if (json.at("kind") != kKind) {
      fail(name, "an architecture this program does not know: update losange");
    }
    config.blocks = json.at("blocks").get<int>();
    config.channels = json.at("channels").get<int>();
    config.pool_every = json.at("pool_every").get<int>();
    config.value_hidden = json.at("value_hidden").get<int>();
  } catch (const nlohmann::json::exception&) {
    fail(name, "its architecture cannot be read");
  }
  try {
    check_config(config);
  } catch (const base::UserError& error) {
    fail(name, error.what());
  }
  return config;
}

std::string config_text(const NetConfig& config) {
  const nlohmann::ordered_json json{{"kind", kKind},
                                    {"blocks", config.blocks},
                                    {"channels", config.channels},
                                    {"pool_every", config.pool_every},
                                    {"value_hidden", config.value_hidden}};
  return json.dump();
}

NetHistory read_history(const TensorFile& file, const std::string& name) {
  NetHistory history;
  for (const auto& text : base::split(field(file, "sizes", name), ',')) {
    const auto size = base::parse_integer(text);
    if (!size) fail(name, "the field 'sizes' is not a list of numbers");
    history.sizes.push_back(static_cast<int>(*size));
  }
  history.step = number_field(file, "step", name);
  history.positions = number_field(file, "positions", name);
  history.parent = field(file, "parent", name);
  history.licence = field(file, "licence", name);
  return history;
}

void append_tensor(const TensorFile& file, const TensorShape& wanted, const std::string& name,
                   std::vector<float>& values) {
  const StoredTensor* tensor = file.find(wanted.name);
  if (tensor == nullptr) fail(name, fmt::format("the tensor '{}' is missing", wanted.name));
  if (tensor->type != "F32" || tensor->shape != wanted.shape) {
    fail(name, fmt::format("the tensor '{}' has the wrong shape: {} [{}] where F32 [{}] is needed",
                           wanted.name, tensor->type, fmt::join(tensor->shape, ", "),
                           fmt::join(wanted.shape, ", ")));
  }
  const auto floats = tensor->floats();
  for (const float value : floats) {
    if (!std::isfinite(value)) {
      fail(name, fmt::format("the tensor '{}' holds a number that is not finite", wanted.name));
    }
  }
  values.insert(values.end(), floats.begin(), floats.end());
}

}  // namespace

std::string Weights::hash() const {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(float); ++i) {
    hash = (hash ^ bytes[i]) * 0x100000001B3ULL;
  }
  return fmt::format("{:016x}", hash);
}

void write_weights(const std::filesystem::path& path, const Weights& weights) {
  TensorFile file;
  file.metadata = {{"losange_net", std::to_string(kNetFormat)},
                   {"architecture", config_text(weights.config)},
                   {"sizes", fmt::format("{}", fmt::join(weights.history.sizes, ","))},
                   {"step", std::to_string(weights.history.step)},
                   {"positions", std::to_string(weights.history.positions)},
                   {"parent", weights.history.parent},
                   {"licence", weights.history.licence},
                   {"hash", weights.hash()}};
  std::span<const float> rest(weights.values);
  for (const auto& tensor : tensor_shapes(weights.config)) {
    const auto count = static_cast<std::size_t>(tensor.count());
    file.tensors.push_back(StoredTensor::of_floats(tensor.name, tensor.shape, rest.first(count)));
    rest = rest.subspan(count);
  }
  write_tensors(path, file);
}

Weights read_weights(const std::filesystem::path& path) {
  const std::string name = path.string();
  const TensorFile file = read_tensors(path);
  const std::uint64_t format = number_field(file, "losange_net", name);
  if (format > kNetFormat) {
    fail(name, fmt::format("this net has format {}, newer than this program's {}: update losange",
                           format, kNetFormat));
  }
  Weights weights;
  weights.config = read_config(file, name);
  weights.history = read_history(file, name);
  const auto shapes = tensor_shapes(weights.config);
  for (const auto& shape : shapes) append_tensor(file, shape, name, weights.values);
  if (file.tensors.size() != shapes.size()) {
    fail(name, "it holds tensors that its architecture does not have");
  }
  if (weights.hash() != field(file, "hash", name)) {
    fail(name, "its numbers do not match its hash: the file is damaged; copy it again from where it "
               "came");
  }
  return weights;
}

std::filesystem::path default_model() {
  const auto folder = base::program_folder();
  const std::vector<std::filesystem::path> places{
      folder / "models" / "hex.safetensors",
      folder.parent_path() / "share" / "losange" / "models" / "hex.safetensors",
      base::user_data_folder() / "models" / "hex.safetensors",
      std::filesystem::path(LOSANGE_SOURCE_FOLDER) / "models" / "hex.safetensors",
  };
  std::vector<std::string> names;
  for (const auto& place : places) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(place, ignored)) return place;
    names.push_back(place.string());
  }
  throw base::UserError(fmt::format(
      "there is no net to play with: name one with model=FILE, or put it in one of {}",
      fmt::join(names, ", ")));
}

}  // namespace losange::net
