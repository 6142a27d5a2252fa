#include "players/engines/net_settings.h"

#include <filesystem>

#include "net/file/weights.h"
#include "net/shared_nets.h"

namespace losange::players {

std::vector<Parameter> with_net_parameters(std::vector<Parameter> parameters) {
  parameters.push_back(
      Parameter::text("model", "a file of weights; 'default' is the one that ships", "default"));
  parameters.push_back(Parameter::choice(
      "runtime", "what runs the net; auto is the fastest on this CPU, cuda is LibTorch on a GPU",
      {"auto", "int8", "winograd", "libtorch", "cuda"}, "auto"));
  return parameters;
}

std::shared_ptr<const net::Evaluator> net_from(const Settings& settings) {
  const std::string& model = settings.text("model");
  const auto path = model == "default" ? net::default_model() : std::filesystem::path(model);
  return net::shared_evaluator(path, settings.text("runtime"));
}

}  // namespace losange::players
