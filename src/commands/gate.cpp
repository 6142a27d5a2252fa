// `losange gate`: what a net must pass before it is used. The openings whose winner is known, judged
// by the raw net, and raw games against another net from every one-stone opening.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "commands/command.h"
#include "commands/options.h"
#include "hex/geometry.h"
#include "match/statistics.h"
#include "net/evaluator.h"
#include "train/arena.h"
#include "train/openings.h"

namespace losange::commands {

namespace {

struct GateCommand {
  std::string model, openings, device = "auto";
  std::vector<std::string> against;
  Options options;
};

void judge(const net::Evaluator& evaluator, const std::string& truth) {
  fmt::print("{:<6} {:>6} {:>13} {:>14}  {}\n", "board", "known", "by best move", "by value head",
             "wrong by best move");
  for (const auto& [size, openings] : train::read_openings(truth)) {
    const auto verdict = train::judge_openings(evaluator, size, openings);
    std::vector<std::string> wrong;
    for (const int cell : verdict.wrong_by_move) wrong.push_back(hex::cell_name(size, cell));
    fmt::print("{:<6} {:>6} {:>13} {:>14}  {}\n", fmt::format("{0}x{0}", size), verdict.known,
               verdict.right_by_move, verdict.right_by_value, fmt::join(wrong, " "));
  }
}

void run(const GateCommand& command) {
  if (command.openings.empty() && command.against.empty()) {
    throw base::UserError("nothing to test: give --openings FILE, --against NET, or both");
  }
  const auto path =
      command.model.empty() ? net::default_model() : std::filesystem::path(command.model);
  net::set_net_threads(command.options.threads);
  const auto evaluator = net::make_evaluator(net::read_weights(path), command.device, "float");
  if (!command.openings.empty()) judge(*evaluator, command.openings);
  for (const auto& rival : command.against) {
    const auto other = net::make_evaluator(net::read_weights(rival), command.device, "float");
    const auto result = train::play_all_openings(*evaluator, *other, command.options.size);
    const auto estimate = match::estimate(result.pairs);
    fmt::print(
        "{0}x{0} against {1}: won {2} of {3} ({4:.1f} %, {5:.1f} to {6:.1f}), {7} with the opening "
        "stone; both games of {8} openings, none of {9}\n",
        command.options.size, rival, result.won, result.games, 100 * estimate.score,
        100 * estimate.low, 100 * estimate.high, result.won_as_first, result.pairs[4],
        result.pairs[0]);
  }
}

}  // namespace

void add_gate(CLI::App& program) {
  auto command = std::make_shared<GateCommand>();
  command->options.threads = base::hardware_threads();
  auto* app =
      program.add_subcommand("gate", "Test a net: known openings, and games against other nets");
  app->group(kLearn);
  app->add_option("--model", command->model, "The net; without it, the one that plays by default")
      ->type_name("FILE");
  app->add_option("--openings", command->openings, "Openings whose winner is known")
      ->type_name("FILE");
  app->add_option("--against", command->against,
                  "Nets to play: every one-stone opening, both colours, best move each")
      ->type_name("FILE");
  app->add_option("--device", command->device, "auto, cpu or cuda")->capture_default_str();
  command->options.add_size(*app);
  command->options.add_threads(*app);
  app->callback([command] { run(*command); });
}

}  // namespace losange::commands
