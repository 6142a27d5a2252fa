// The options that mean the same in every command: --game, --size, --swap, --move-time, --clock, --threads,
// --seed, --json, --pick. A command adds those it understands.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "game/record.h"
#include "players/game/clock.h"
#include "search/search.h"

namespace losange::commands {

inline constexpr int kMostThreads = 1024;
inline constexpr std::uint64_t kLargestSeed = std::numeric_limits<std::uint64_t>::max();

struct Options {
  int size = 11;
  bool size_given = false;
  std::string game = "hex", variant;
  bool no_swap = false;
  double move_time_s = 0;  // 0: not given
  std::string clock = "none";
  std::uint64_t nodes = 0;  // 0: not given
  int threads = 1;
  std::uint64_t seed = 0;
  bool seed_given = false;
  bool json = false;
  int pick = 0;  // 0: not given

  // --game and --variant, which change what --size means.
  void add_game(CLI::App& app);
  void add_size(CLI::App& app);
  void add_swap(CLI::App& app);
  void add_move_time(CLI::App& app);
  void add_clock(CLI::App& app);
  void add_nodes(CLI::App& app);
  void add_threads(CLI::App& app);
  void add_seed(CLI::App& app);
  void add_json(CLI::App& app);
  // --pick, for commands that open one game.
  // `otherwise`: what is done without it.
  void add_pick(CLI::App& app, const std::string& otherwise = "the first");

  game::GameSetup setup() const;
  // The game that --pick names of a file, a link or moves; tells on stderr of games that are left.
  game::GameRecord open_game(const std::string& text, const game::GameSetup& setup) const;
  // The clock that is kept; --move-time is a limit for engines and no clock. Both: a usage error.
  players::TimeControl time_control() const;
  // Time a move, threads, seed and nodes; without --seed, one from the system's entropy.
  search::Limits limits() const;
};

// --device: what LibTorch runs a net on.
CLI::Option* add_device(CLI::App& app, std::string& device, const std::string& help);

}  // namespace losange::commands
