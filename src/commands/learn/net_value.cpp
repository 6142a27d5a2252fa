// `losange net value`: what a value net is, what it says of empty boards, how fast it answers, and the same net as
// TorchScript.
#include "commands/learn/net_value.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "net/shared_nets.h"
#include "net/torch/torch.h"
#include "net/value/value_net.h"
#include "players/game/games.h"

namespace losange::commands {

namespace {

struct ValueCommand {
  std::string file, device = "cpu", torch_script;
  std::vector<int> sizes{7, 11};
  std::vector<int> batches{1, 8};
};

double value_of_empty_board(const net::ValueNet& net, int size) {
  return players::with_hex({.size = size, .swap = false}, [&](auto tag, const auto& config) {
    std::vector<float> questions;
    net::append_question(net.kind(), decltype(tag)::Game::initial(config), questions);
    float value = 0;
    net.evaluate(size, questions, {&value, 1});
    return static_cast<double>(value);
  });
}

// Positions a second, with all that a leaf takes: features and net.
double rate(const net::ValueNet& net, int size, int batch) {
  return players::with_hex({.size = size, .swap = false}, [&](auto tag, const auto& config) {
    auto position = decltype(tag)::Game::initial(config);
    base::Random random(1);
    for (int i = 0; i < size - 1; ++i) {  // too few stones to end a game
      typename decltype(position)::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    std::vector<float> questions, values(static_cast<std::size_t>(batch));
    const auto ask = [&] {
      questions.clear();
      for (int i = 0; i < batch; ++i) net::append_question(net.kind(), position, questions);
      net.evaluate(size, questions, values);
    };
    ask();  // the first call makes what the others reuse
    const base::Stopwatch watch;
    long calls = 0;
    for (; watch.seconds() < 0.3; ++calls) ask();
    return static_cast<double>(calls * batch) / watch.seconds();
  });
}

void run(const ValueCommand& command) {
  net::set_net_threads(1);
  if (!command.torch_script.empty()) {
    net::write_torch_script(command.torch_script, net::read_value_weights(command.file));
    say_written(command.torch_script);
    return;
  }
  const auto net = net::shared_value_net(command.file, command.device);
  fmt::print("{}: {}, one thread\n{:<6} {:>12}", command.file,
             net->kind() == net::ValueKind::Graph ? "a graph net (negamax-gnn)"
                                                  : "a perceptron (negamax-mlp)",
             "board", "empty board");
  for (const int batch : command.batches) fmt::print(" {:>14}", fmt::format("batch {}", batch));
  fmt::print("\n");
  for (const int size : command.sizes) {
    fmt::print("{:<6} {:>+12.4f}", fmt::format("{0}x{0}", size), value_of_empty_board(*net, size));
    for (const int batch : command.batches) fmt::print(" {:>12.0f}/s", rate(*net, size, batch));
    fmt::print("\n");
  }
}

}  // namespace

void add_net_value(Command net) {
  auto command = std::make_shared<ValueCommand>();
  const auto app = net.add_subcommand(
      "value", "A value net of HexProject's kind: what it is and how fast, or as TorchScript");
  app.add_option("file", command->file, "A value net of losange or TorchScript")
      .required()
      .type_name("FILE");
  add_device(app, command->device, "What TorchScript runs on");
  const auto script =
      app.add_option("--torch-script", command->torch_script, "Write the net to this file instead")
          .type_name("FILE");
  app.add_number("--sizes", command->sizes, "Board sizes", hex::kMinSize, hex::kMaxSize)
      .delimiter(',')
      .capture_default_str()
      .excludes(script);
  app.add_number("--batch", command->batches, "Positions a call", 1, 65536)
      .delimiter(',')
      .capture_default_str()
      .excludes(script);
  app.callback([command] { run(*command); });
}

}  // namespace losange::commands
