// `losange perft`: counts the positions of draughts at a depth, the check of a move generator against
// published tables, and the measure of its speed.
#include "draughts/rules/perft.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/clock.h"
#include "base/threads/parallel.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"

namespace losange::commands {

namespace {

struct PerftArguments {
  std::string rules = "international", fen;
  int size = 0, depth = 8, threads = 1;
  bool divide = false, keep = false, only_last = false, json = false;
};

struct Branch {
  std::string move;
  std::uint64_t nodes = 0;
};

template <class Bits>
std::vector<Branch> branches(const draughts::Position<Bits>& position, int depth,
                             const PerftArguments& arguments) {
  typename draughts::Position<Bits>::Moves moves;
  position.moves_of_board(moves);
  const auto captures = arguments.keep ? draughts::Captures::EachOrder : draughts::Captures::Once;
  std::vector<Branch> result(moves.size());
  base::parallel_for(moves.size(), arguments.threads, [&](std::size_t i) {
    auto after = position;
    after.play(moves[i]);
    const std::uint64_t orders = arguments.keep ? draughts::orders_of(position, moves[i]) : 1;
    result[i] = {draughts::hub_text(position.variant(), moves[i]),
                 orders * draughts::perft(after, depth - 1, captures)};
  });
  return result;
}

void perft(const PerftArguments& arguments) {
  draughts::Config config{&draughts::find_rules(arguments.rules), 0};
  config.size =
      as_usage([&] { return draughts::checked_size(*config.rules, arguments.size); });
  draughts::with_variant(config, [&](const auto& variant) {
    using Bits = std::decay_t<decltype(variant.start.kings)>;
    const auto position = arguments.fen.empty() ? draughts::Position<Bits>(variant)
                                                : draughts::parse_fen(variant, arguments.fen);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (int depth = arguments.only_last ? arguments.depth : 1; depth <= arguments.depth; ++depth) {
      const base::Stopwatch watch;
      const auto found = branches(position, depth, arguments);
      const double seconds = watch.seconds();
      std::uint64_t nodes = 0;
      for (const auto& branch : found) nodes += branch.nodes;
      const double speed = static_cast<double>(nodes) / std::max(seconds, 1e-9) / 1e6;
      const bool divide = arguments.divide && depth == arguments.depth;
      if (arguments.json) {
        auto& row = rows.emplace_back();
        row = {{"depth", depth}, {"nodes", nodes}, {"seconds", seconds}};
        if (divide) {
          for (const auto& branch : found) row["moves"][branch.move] = branch.nodes;
        }
        continue;
      }
      if (divide) {
        for (const auto& branch : found) fmt::print("  {:<20} {:>15}\n", branch.move, branch.nodes);
      }
      fmt::print("depth {:>2}  {:>16}  {:>8.3f} s  {:>7.1f} million/s\n", depth, nodes, seconds,
                 speed);
      std::fflush(stdout);  // the next depth may be stopped
    }
    if (arguments.json) fmt::print("{}\n", rows.dump(2));
  });
}

}  // namespace

void add_perft(Command program) {
  auto arguments = std::make_shared<PerftArguments>();
  const auto command =
      program.add_subcommand("perft", "Count the positions of draughts at every depth");
  command.group(kCompare);
  names_rules(command.add_option("--variant", arguments->rules,
                  "Rules: international, english, russian, brazilian, "
                  "italian, frisian")
      .capture_default_str());
  command.add_number("--size", arguments->size,
                     "Board size: 6, 8, 10 or 12 in international draughts, 6 or 8 in english, one "
                     "in the others",
                     6, 12);
  command.add_option("--fen", arguments->fen, "The position to count from, as \"W:W31-50:B1-20\"")
      .type_name("FEN");
  command.add_number("--depth", arguments->depth, "The last depth counted", 1, 30)
      .capture_default_str();
  command
      .add_number("--threads", arguments->threads, "Threads that share the moves of the position",
                  1, kMostThreads)
      .capture_default_str();
  command.add_flag("--divide", arguments->divide, "Show the count of every move at the last depth");
  command.add_flag("--keep-duplicates", arguments->keep,
                   "Count a capture once for every order it can be made in");
  command.add_flag("--only-last", arguments->only_last, "Leave out the smaller depths");
  command.add_flag("--json", arguments->json, "Print the result as JSON");
  command.callback([arguments] { perft(*arguments); });
}

}  // namespace losange::commands
