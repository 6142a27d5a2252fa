// `losange openings`: even openings for matches, made by the net; and what it thinks of openings made elsewhere.
#include "match/openings/openings.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/claim.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "match/openings/opening_list.h"
#include "net/file/weights.h"
#include "net/shared_nets.h"
#include "net/torch/torch.h"

namespace losange::commands {

namespace {

constexpr std::size_t kMostOpenings = 100'000;
constexpr int kMostStones = 20;
constexpr int kFewEven = 8;  // below this size hardly any opening is

constexpr const char* kOpeningsHelp =
    "The stones of a candidate are drawn by chance: the first anywhere, the next by the net's "
    "policy or anywhere, the last among the cells after which the net alone holds the game for "
    "even. A search of --visits has the last word. No two openings are the same position or its "
    "half turn, and each number of stones gets an equal share as far as it goes.\n"
    "The file is written after every round of candidates; the same command goes on with it, and "
    "a larger --count makes it grow. The same settings and net give the same file, whatever "
    "--threads is and however it grew.\n\n"
    "Examples:\n"
    "  losange openings --size 11 --count 500 --visits 400 --seed 1 --output hex-11.txt\n"
    "  losange openings --size 11 --visits 400 --judge tests/truth/katahex-balanced-11.txt\n"
    "  losange match zero mcts --size 11 --openings hex-11.txt --move-time 1";

struct OpeningsCommand {
  match::OpeningRequest request;
  Options common;
  std::string stones = "2-5", output, judge, model;

  void run();

 private:
  void read_stones();
  void make(const match::OpeningListRun& how) const;
  void judge_file(const match::OpeningListRun& how) const;
};

void OpeningsCommand::read_stones() {
  const auto parts = base::split(stones, '-');
  const auto least = base::parse_integer(base::trim(parts.front()));
  const auto most = base::parse_integer(base::trim(parts.back()));
  if (parts.size() > 2 || !least || !most || *least < 1 || *most > kMostStones || *least > *most) {
    refuse_usage(
        fmt::format("--stones {}: give a number from 1 to {}, or the least and the most: 2-5",
                    base::printable(stones), kMostStones));
  }
  request.least_stones = static_cast<int>(*least);
  request.most_stones = static_cast<int>(*most);
}

// "125 of 2 stones, 125 of 3"
std::string by_stones(const std::vector<match::JudgedOpening>& openings) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& opening : openings) ++counts[opening.moves.size()];
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [stones, count] : counts) {
    parts.push_back(fmt::format("{} of {} stones", count, stones));
  }
  return base::joined(parts, ", ");
}

std::string summary(const std::vector<match::JudgedOpening>& openings) {
  double sum = 0, off = 0;
  for (const auto& opening : openings) {
    sum += opening.chance;
    off += std::abs(opening.chance - 0.5);
  }
  const double n = static_cast<double>(openings.size());
  return fmt::format(
      "{} openings ({}): the side to move has {:.1f} % on average, {:.1f} points off even", n,
      by_stones(openings), 100 * sum / n, 100 * off / n);
}

void OpeningsCommand::make(const match::OpeningListRun& how) const {
  const base::Claim claim(output);
  const auto openings = match::write_openings(output, request, how);
  if (!openings.empty()) fmt::print("{}\n", summary(openings));
  if (openings.size() == request.count) return;
  if (how.stop.stop_requested()) {
    base::say_aside("losange: stopped: the same command goes on with {}\n", output);
    return;
  }
  throw base::UserError(
      fmt::format("only {} of {} openings were found: allow a larger --within or more --stones{}",
                  openings.size(), request.count,
                  request.size < kFewEven
                      ? fmt::format(" (below {0}x{0} nearly every opening is decided)", kFewEven)
                      : ""));
}

void OpeningsCommand::judge_file(const match::OpeningListRun& how) const {
  game::GameSetup setup;
  setup.size = request.size;
  setup.swap = false;
  std::vector<match::JudgedOpening> openings;
  std::vector<std::vector<std::string>> moves;
  for (const auto& opening : match::find_openings(judge, setup).openings) {
    moves.push_back(opening.moves);
  }
  base::Progress progress("openings", moves.size());
  const auto chances =
      match::judge_by_search(how.evaluator, request.size, request.visits, moves, how.threads,
                             how.stop, [&](std::size_t done) { progress.update(done); });
  progress.finish();
  if (!chances) return;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    openings.push_back({moves[i], (*chances)[i]});
    fmt::print("{}  # {:.1f}\n", base::joined(moves[i], " "), 100 * openings.back().chance);
  }
  fmt::print("# {}\n", summary(openings));
}

void OpeningsCommand::run() {
  if (output.empty() && judge.empty()) {
    refuse_usage(
        "give --output FILE for the openings to make, or --judge FILE for openings to judge");
  }
  if (!output.empty() && !judge.empty()) {
    refuse_usage(
        "--output and --judge cannot be used together: --output makes openings, and what --judge "
        "finds goes to standard output");
  }
  note_many_threads(common.threads);
  read_stones();
  request.size = common.size;
  if (common.seed_given) request.seed = common.seed;
  const auto path = model.empty() ? net::default_model() : std::filesystem::path(model);
  net::set_net_threads(1);  // the searches share the threads
  const match::OpeningListRun how{.evaluator = net::shared_evaluator(path),
                                  .net = net::read_weights(path).hash(),
                                  .threads = common.threads,
                                  .stop = base::stop_on_interrupt(),
                                  .show_progress = true};
  if (judge.empty()) {
    make(how);
  } else {
    judge_file(how);
  }
}

}  // namespace

void add_openings(Command program) {
  auto command = std::make_shared<OpeningsCommand>();
  auto& r = command->request;
  const auto app = program.add_subcommand("openings", "Make even openings of Hex for matches");
  app.group(kCompare);
  app.footer(kOpeningsHelp);
  command->common.add_size(app);
  app.add_number("--count", r.count, "Openings to make", 1, kMostOpenings).capture_default_str();
  app.add_option("--stones", command->stones, "Stones of an opening, both sides together, 1 to 20")
      .capture_default_str()
      .type_name("LEAST-MOST");
  app.add_number("--visits", r.visits, "Visits of the search that judges", 1, 100'000'000)
      .capture_default_str();
  app.add_number("--within", r.within,
                 "How far from even the search may put it, in points of a hundred", 0.1, 50)
      .capture_default_str()
      .type_name("POINTS");
  app.add_option("--output,--out", command->output, "File for the openings; one begun goes on")
      .type_name("FILE");
  app.add_option("--judge", command->judge,
                 "Instead: say what the search thinks of these openings, a file or a set as in "
                 "losange match --openings")
      .type_name("SET")
      .takes_standard_input();
  app.add_option("--model", command->model, "The net; without it, the one that plays by default")
      .type_name("FILE");
  command->common.threads = base::hardware_threads();
  command->common.add_threads(app);
  command->common.add_seed(app);
  app.callback([command] { command->run(); });
}

}  // namespace losange::commands
