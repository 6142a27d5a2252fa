#include "study/engine/fixed_work.h"

#include <fmt/format.h>

#include "base/clock.h"
#include "base/random.h"
#include "hex/board/hex.h"
#include "hex/board/playout.h"
#include "players/registry.h"

namespace losange::study {

namespace {

void mix(std::uint64_t& signature, std::uint64_t value) {
  signature ^= value + 0x9E3779B97F4A7C15ULL + (signature << 6) + (signature >> 2);
}

template <int W>
FixedWork playouts(int size, std::uint64_t count) {
  FixedWork row{fmt::format("uniform playouts from the empty board, {}x{}", size, size),
                "playouts/s", count, 0, 0};
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
FixedWork random_games(int size, int games) {
  FixedWork row{fmt::format("positions of random games, {}x{}", size, size), "nodes/s", 0, 0, 0};
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
FixedWork decision(const std::string& player, int size, std::uint64_t nodes) {
  FixedWork row{fmt::format("{} with {} nodes, {}x{}", player, nodes, size, size), "nodes/s", 0, 0,
                0};
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

std::vector<FixedWork> do_fixed_work() {
  std::vector<FixedWork> all;
  all.push_back(playouts<2>(11, 3'000'000));
  all.push_back(playouts<4>(13, 1'000'000));
  all.push_back(playouts<6>(19, 300'000));
  all.push_back(random_games<2>(11, 30'000));
  all.push_back(random_games<6>(19, 5'000));
  all.push_back(decision("montecarlo", 11, 1'000'000));
  all.push_back(decision("yopt", 11, 100'000));
  all.push_back(decision("mcts:early=false", 11, 50'000));
  return all;
}

std::string signature_of(const std::vector<FixedWork>& all) {
  std::uint64_t signature = 0;
  for (const FixedWork& row : all) mix(signature, row.signature);
  return fmt::format("{:016x}", signature);
}

}  // namespace losange::study
