#include "players/alphabeta/negamax_net.h"

#include "net/shared_nets.h"
#include "players/alphabeta/negamax.h"
#include "players/alphabeta/negamax_player.h"

namespace losange::players {

std::string strategy_of(net::ValueKind kind) {
  return kind == net::ValueKind::Graph ? "negamax-gnn" : "negamax-mlp";
}
std::string shipped_value_net(net::ValueKind kind) {
  return kind == net::ValueKind::Graph ? "hex-gnn.safetensors" : "hex-mlp.safetensors";
}

std::vector<Parameter> negamax_net_parameters(net::ValueKind kind) {
  auto list = negamax_parameters(NegamaxDefaults{});
  list.front().description = "the heuristic beside the net, and the order of moves";
  const bool graph = kind == net::ValueKind::Graph;
  const std::vector<Parameter> own{
      Parameter::real("alpha", "weight of the net in a leaf's value; the heuristic has the rest",
                      graph ? 0.5 : 1, 0, 1),
      Parameter::text("model", "a file of losange or TorchScript; 'default' is the one that ships",
                      "default"),
      Parameter::choice("device", "what TorchScript runs on", {"auto", "cpu", "cuda"}, "auto"),
      Parameter::integer("batch", "positions the net is asked about at once, at most",
                         graph ? 8 : 1, 1, 1024),
      Parameter::mebibytes("cache", "MiB for values that were asked for", 32, 1, 1 << 16)};
  list.insert(list.begin() + 1, own.begin(), own.end());
  return list;
}

std::unique_ptr<Player> make_negamax_net(const Settings& settings, net::ValueKind kind) {
  const std::string& model = settings.text("model");
  const auto path = model == "default" ? net::shipped_model(shipped_value_net(kind))
                                       : std::filesystem::path(model);
  auto net = net::shared_value_net(path, settings.text("device"));
  if (net->kind() != kind) {
    const base::Message is =
        net->kind() == net::ValueKind::Graph
            ? base::Sentence{"net.graph", "a graph net, which needs edges"}
            : base::Sentence{"net.perceptron", "a perceptron, which takes no edges"};
    throw base::UserError("net.other-kind", "{} is {}: play it with {}", path.string(), is,
                          strategy_of(net->kind()));
  }
  return make_negamax_net(settings, std::move(net));
}

std::unique_ptr<Player> make_negamax_net(const Settings& settings,
                                         std::shared_ptr<const net::ValueNet> net) {
  const auto bytes = static_cast<std::size_t>(settings.integer("cache")) << 20;
  return make_negamax_player(settings,
                             {.net = std::move(net),
                              .cache = std::make_shared<ValueCache>(bytes),
                              .alpha = settings.real("alpha"),
                              .batch = static_cast<std::size_t>(settings.integer("batch"))});
}

}  // namespace losange::players
