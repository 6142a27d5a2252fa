// `losange bench`: a fixed amount of work on one thread. The rates depend on the machine; the signature
// depends on nothing but the code, so two builds with the same signature play the same.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "commands/common/command.h"
#include "commands/common/options.h"
#include "hex/board/hex.h"
#include "hex/board/playout.h"
#include "players/game/games.h"
#include "players/registry.h"

namespace losange::commands {

namespace {

struct Row {
  std::string work;
  std::string unit;
  std::uint64_t count = 0;
  double seconds = 0;
  std::uint64_t signature = 0;
};

void mix(std::uint64_t& signature, std::uint64_t value) {
  signature ^= value + 0x9E3779B97F4A7C15ULL + (signature << 6) + (signature >> 2);
}

template <int W>
Row playouts(int size, std::uint64_t count) {
  Row row{fmt::format("uniform playouts from the empty board, {}x{}", size, size), "playouts/s",
          count, 0, 0};
  const hex::Position<W> position(size, false);
  base::Random random(1);
  std::uint64_t first_wins = 0;
  const base::Stopwatch watch;
  for (std::uint64_t i = 0; i < count; ++i) {
    first_wins += hex::uniform_playout(position, random) == game::Side::First ? 1 : 0;
  }
  row.seconds = watch.seconds();
  mix(row.signature, first_wins);
  mix(row.signature, random());
  return row;
}

// Random games through legal_moves() and play(), as a search walks them.
template <int W>
Row random_games(int size, int games) {
  Row row{fmt::format("positions of random games, {}x{}", size, size), "nodes/s", 0, 0, 0};
  base::Random random(2);
  const base::Stopwatch watch;
  for (int i = 0; i < games; ++i) {
    hex::Position<W> position(size, true);
    typename hex::Position<W>::Moves moves;
    for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      ++row.count;
    }
    mix(row.signature, position.hash());
  }
  row.seconds = watch.seconds();
  return row;
}

// One decision of an engine from a fixed position under a limit of nodes.
Row decision(const std::string& player, int size, std::uint64_t nodes) {
  Row row{fmt::format("{} with {} nodes, {}x{}", player, nodes, size, size), "nodes/s", 0, 0, 0};
  game::GameRecord record(game::GameSetup{.size = size, .swap = false});
  record.play({game::Side::First, "a2"});
  search::Limits limits;
  limits.nodes = nodes;
  const base::Stopwatch watch;
  const auto answer = players::make_player(player)->choose(record, limits, {}, {});
  row.seconds = watch.seconds();
  row.count = answer.report.nodes;
  for (const char c : answer.move) mix(row.signature, static_cast<unsigned char>(c));
  mix(row.signature, answer.report.nodes);
  return row;
}

}  // namespace

void add_bench(Command program) {
  auto options = std::make_shared<Options>();
  const auto command = program.add_subcommand(
      "bench", "Measure the speed of this machine on fixed work and print the signature");
  command.group(kCompare);
  options->add_json(command);
  command.callback([options] {
    std::vector<Row> rows;
    rows.push_back(playouts<2>(11, 3'000'000));
    rows.push_back(playouts<4>(13, 1'000'000));
    rows.push_back(playouts<6>(19, 300'000));
    rows.push_back(random_games<2>(11, 30'000));
    rows.push_back(random_games<6>(19, 5'000));
    rows.push_back(decision("montecarlo", 11, 1'000'000));
    rows.push_back(decision("yopt", 11, 100'000));
    rows.push_back(decision("mcts:early=false", 11, 50'000));
    std::uint64_t signature = 0;
    for (const Row& row : rows) mix(signature, row.signature);

    if (options->json) {
      nlohmann::ordered_json result;
      for (const Row& row : rows) {
        result["work"].push_back({{"name", row.work},
                                  {"unit", row.unit},
                                  {"count", row.count},
                                  {"seconds", row.seconds},
                                  {"rate", static_cast<double>(row.count) / row.seconds}});
      }
      result["signature"] = fmt::format("{:016x}", signature);
      fmt::print("{}\n", result.dump(2));
      return;
    }
    for (const Row& row : rows) {
      fmt::print("{:<52} {:>12.0f} {}\n", row.work, static_cast<double>(row.count) / row.seconds,
                 row.unit);
    }
    fmt::print("signature {:016x}\n", signature);
  });
}

}  // namespace losange::commands
