// The options that mean the same in every command: --game, --size, --swap, --move-time, --clock, --threads,
// --seed, --json, --pick. A command adds those it understands.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "commands/line/command_line.h"
#include "game/record.h"
#include "players/files/open_game.h"
#include "players/game/clock.h"
#include "players/spec.h"
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
  void add_game(Command app);
  void add_size(Command app);
  void add_swap(Command app);
  void add_move_time(Command app);
  void add_clock(Command app);
  void add_nodes(Command app);
  void add_threads(Command app);
  void add_seed(Command app);
  void add_json(Command app);
  // --pick, for commands that open one game.
  // `otherwise`: what is done without it.
  void add_pick(Command app, const std::string& otherwise = "the first");

  game::GameSetup setup() const;
  // The game that --pick names of a file, a link or moves; tells on stderr of games and variations that are left.
  game::GameRecord open_game(const std::string& text, const game::GameSetup& setup) const;
  players::OpenedGame open_one_game(const std::string& text, const game::GameSetup& setup) const;
  // The clock that is kept; --move-time is a limit for engines and no clock. Both: a usage error.
  players::TimeControl time_control() const;
  // Time a move, threads, seed and nodes; without --seed, one from the system's entropy.
  search::Limits limits() const;
};

// For options that name a player: its name and settings are checked.
Option names_player(Option option);
// Before work begins: one that does not play the game is wrong usage; that a file of its settings does not fit is not.
void check_player(const players::PlayerSpec& spec, const game::GameSetup& setup);
// For options that name rules of draughts.
Option names_rules(Option option);

// Says on stderr that the machine has fewer threads: more of them for the same work only slow it
// down.
void note_many_threads(int threads);

// --device: what LibTorch runs a net on.
Option add_device(Command app, std::string& device, const std::string& help);

}  // namespace losange::commands
