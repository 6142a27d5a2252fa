#include "net/file/weights.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "net/file/architecture_fields.h"

namespace losange::net {

namespace {

constexpr const char* kKind = "hex-residual";

NetConfig read_net_config(const NetFile& file) {
  const auto json = architecture_fields(file);
  NetConfig config;
  try {
    const auto kind = json.at("kind").get<std::string>();
    if (kind.starts_with("hex-value-")) {
      file.fail({"net.value-net",
                 "a value net, which has no policy: losange net value shows it and writes its "
                 "TorchScript, "
                 "negamax-mlp and negamax-gnn play with it"});
    }
    if (kind != kKind) {
      file.fail({"net.architecture", "an architecture this program does not know: update losange"});
    }
    config.blocks = json.at("blocks").get<int>();
    config.channels = json.at("channels").get<int>();
    config.pool_every = json.at("pool_every").get<int>();
    config.value_hidden = json.at("value_hidden").get<int>();
  } catch (const nlohmann::json::exception&) {
    file.fail({"net.unreadable", "its architecture cannot be read"});
  }
  try {
    check_config(config);
  } catch (const base::UserError& error) {
    file.fail(error.message());
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

}  // namespace

void write_weights(const std::filesystem::path& path, const Weights& weights) {
  write_net_file(path, config_text(weights.config), weights.history, tensor_shapes(weights.config),
                 weights.values);
}

Weights read_weights(const std::filesystem::path& path, HashCheck check) {
  const NetFile file(path, check);
  Weights weights;
  weights.config = read_net_config(file);
  weights.history = file.history();
  weights.values = file.values(tensor_shapes(weights.config));
  return weights;
}

}  // namespace losange::net
