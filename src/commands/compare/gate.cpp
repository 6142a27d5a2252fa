// `losange gate`: what a net must pass before it is used. The openings whose winner is known, judged
// by the raw net and by a search, and raw games against another net from every one-stone opening.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "match/statistics/statistics.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "train/gates/arena.h"
#include "train/gates/openings.h"

namespace losange::commands {

namespace {

struct GateCommand {
  std::string model, openings, device = "auto";
  std::vector<std::string> against;
  std::optional<int> visits;
  Options options;
};

// The first of them: a net that knows nothing would fill the screen.
std::string names_of(int size, const std::vector<int>& cells) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(cells.size(), kShown); ++i) {
    names.push_back(hex::cell_name(size, cells[i]));
  }
  if (cells.size() > kShown) names.push_back(fmt::format("and {} more", cells.size() - kShown));
  return base::joined(names, " ");
}

// All boards of the file, or that of --size.
train::OpeningTruth truth_of(const GateCommand& command) {
  auto truth =
      train::read_openings(command.openings.empty() ? train::kShippedTruth : command.openings);
  if (!command.options.size_given) return truth;
  std::vector<std::string> boards;
  for (const auto& [size, known] : truth) boards.push_back(fmt::format("{0}x{0}", size));
  std::erase_if(truth, [&](const auto& board) { return board.first != command.options.size; });
  if (truth.empty()) {
    throw base::UserError(fmt::format(
        "no opening of {0}x{0} is known there: choose --size from {1}, or leave it out for all",
        command.options.size, base::joined(boards, ", ")));
  }
  return truth;
}

void judge(const GateCommand& command, const train::OpeningTruth& truth,
           const net::Weights& weights, const net::Evaluator& raw) {
  const bool searches = command.visits != 0;
  const std::shared_ptr<const net::Evaluator> player =
      searches ? net::make_evaluator(weights, command.device, "auto") : nullptr;
  fmt::print("{:<6} {:>6}   raw: {:>12} {:>13}", "board", "known", "by best move", "by value head");
  fmt::print("{}\n", searches ? "   search: visits  right  needed" : "");
  std::vector<std::string> failed;
  for (const auto& [size, known] : truth) {
    const auto board = fmt::format("{0}x{0}", size);
    net::set_net_threads(command.options.threads);
    const auto verdict = train::judge_openings(raw, size, known);
    fmt::print("{:<6} {:>6}        {:>12} {:>13}", board, verdict.known, verdict.right_by_move,
               verdict.right_by_value);
    std::string remarks;
    if (!verdict.wrong_by_move.empty()) {
      remarks = "  raw not " + names_of(size, verdict.wrong_by_move);
    }
    if (searches) {
      const auto gate = train::opening_gate(size);
      const int visits = command.visits.value_or(gate.visits);
      net::set_net_threads(1);  // the searches share the threads
      const auto wrong =
          train::misjudged_by_search(player, size, known, visits, command.options.threads);
      const int right = verdict.known - static_cast<int>(wrong.size());
      const int needed = verdict.known - gate.may_miss;
      fmt::print("           {:>6}  {:>5}  {:>6}", visits, right, needed);
      const bool passed =
          right >= needed && (!gate.by_value || verdict.right_by_value == verdict.known);
      remarks.insert(0, passed ? "  passed" : "  NOT PASSED");
      if (!wrong.empty()) remarks += "  search not " + names_of(size, wrong);
      if (!passed) failed.push_back(board);
    }
    fmt::print("{}\n", remarks);
    std::fflush(stdout);  // the next board may take a while
  }
  if (!failed.empty()) {
    throw base::UserError(fmt::format("gates not passed: {}", base::joined(failed, ", ")));
  }
}

void run(const GateCommand& command) {
  const auto path =
      command.model.empty() ? net::default_model() : std::filesystem::path(command.model);
  const bool judges = !command.openings.empty() || command.against.empty();
  const auto truth = judges ? truth_of(command) : train::OpeningTruth{};
  note_many_threads(command.options.threads);
  net::set_net_threads(command.options.threads);
  const auto weights = net::read_weights(path);
  const auto evaluator = net::make_evaluator(weights, command.device, "float");
  for (const auto& rival : command.against) {
    const auto other = net::make_evaluator(net::read_weights(rival), command.device, "float");
    const auto result = train::play_all_openings(*evaluator, *other, command.options.size);
    const auto estimate = match::estimate(result.different_pairs);
    fmt::print(
        "{0}x{0} against {1}: won {2} of {3} ({4:.1f} %, {5:.1f} to {6:.1f} by {10} openings with "
        "different games), {7} with the opening stone; both games of {8} openings, none of {9}\n",
        command.options.size, rival, result.won, result.games, 100.0 * result.won / result.games,
        100 * estimate.low, 100 * estimate.high, result.won_as_first, result.pairs[4],
        result.pairs[0], estimate.units);
    std::fflush(stdout);  // the next net may take a while
  }
  if (judges) judge(command, truth, weights, *evaluator);
}

}  // namespace

void add_gate(Command program) {
  auto command = std::make_shared<GateCommand>();
  command->options.threads = base::hardware_threads();
  const auto app =
      program.add_subcommand("gate", "Test a net: known openings, and games against other nets");
  app.group(kLearn);
  app.add_option("--model", command->model, "The net; without it, the one that plays by default")
      .type_name("FILE");
  app.add_option("--openings", command->openings,
                 "A truth file: openings whose winner is known, a line a board size with rows of W "
                 "and l (not a list to play, as match and openings have); known: the one that "
                 "comes with losange, which is judged when neither this nor --against is given")
      .type_name("FILE")
      .takes_standard_input();
  app.add_number("--visits", command->visits,
                 "Visits of the search on every board; without it 64 up to 7x7, 800 on 8x8, 1600 "
                 "above; 0: the raw net alone",
                 0, 100'000'000);
  app.add_option("--against", command->against,
                 "Nets to play: every one-stone opening, both colours, best move each")
      .type_name("FILE");
  add_device(app, command->device, "What the net runs on");
  app.add_number("--size", command->options.size, command->options.size_given,
                 "Board of the games against other nets, 11 unless given; and the one board whose "
                 "openings are judged, all of the file unless given",
                 hex::kMinSize, hex::kMaxSize);
  command->options.add_threads(app);
  app.callback([command] { run(*command); });
}

}  // namespace losange::commands
