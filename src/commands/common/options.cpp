#include "commands/common/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/aside.h"
#include "base/error.h"
#include "base/threads/parallel.h"
#include "draughts/text/draughts.h"
#include "hex/board/geometry.h"
#include "players/check_plays.h"
#include "players/files/open_game.h"

namespace losange::commands {

void Options::add_size(Command app) {
  app.add_number("--size", size, size_given, "Board size", hex::kMinSize, hex::kMaxSize)
      .default_str("11");
}

void Options::add_game(Command app) {
  app.add_option("--game", game, "hex or draughts")
      .one_of({"hex", "draughts"})
      .capture_default_str()
      .type_name("GAME");
  names_rules(app.add_option(
      "--variant", variant,
      "Rules of draughts: international (sizes 6, 8, 10 and 12, 10 unless given), english "
      "(8, or 6), russian, brazilian, italian, frisian"));
}

void Options::add_swap(Command app) {
  app.add_flag("--no-swap", no_swap, "Play without the swap rule");
}

void Options::add_pick(Command app, const std::string& otherwise) {
  app.add_number("--pick", pick, "Which game of a file with several [" + otherwise + "]", 1,
                 1'000'000);
}

void Options::add_move_time(Command app) {
  app.add_number("--move-time", move_time_s, "Seconds an engine may think on each move", 0.001, 1e6)
      .type_name("SECONDS");
}

void Options::add_clock(Command app) {
  app.add_option(
         "--clock", clock,
         "Clock of each side: none, 5/move (seconds a move) or 300+2 (seconds for the game + "
         "seconds a move)")
      .capture_default_str()
      .type_name("CLOCK")
      .checked([](const std::string& text) { players::TimeControl::parse(text); });
}

void Options::add_nodes(Command app) {
  app.add_number("--nodes,--playouts", nodes,
                 "Playouts or positions an engine may search on each move", 1, 1'000'000'000'000);
}

void Options::add_threads(Command app) {
  app.add_number("--threads", threads, "Threads an engine may use", 1, kMostThreads)
      .capture_default_str();
}

void Options::add_seed(Command app) {
  app.add_number("--seed", seed, seed_given,
                 "Seed of all randomness; with one thread and no time limit a run repeats exactly",
                 std::uint64_t{0}, kLargestSeed);
}

void Options::add_json(Command app) { app.add_flag("--json", json, "Print the result as JSON"); }

Option names_player(Option option) {
  return option.checked(
      [](const std::string& text) { players::PlayerSpec::parse(text); });
}

void check_player(const players::PlayerSpec& spec, const game::GameSetup& setup) {
  try {
    players::check_plays(spec, setup);
  } catch (const base::UserError& error) {
    if (error.message().key == "player.not-this-game") refuse_usage(error.what());
    throw;
  }
}

Option names_rules(Option option) {
  return option.type_name("RULES").checked(
      [](const std::string& text) { draughts::find_rules(text); });
}

void note_many_threads(int threads) {
  const int there = base::hardware_threads();
  if (threads <= there) return;
  base::say_aside(
      "losange: --threads {} is more than the {} this machine has: no faster, but more memory\n",
      threads, there);
}

Option add_device(Command app, std::string& device, const std::string& help) {
  return app.add_option("--device", device, help)
      .one_of({"auto", "cpu", "cuda"})
      .capture_default_str()
      .type_name("DEVICE");
}

game::GameSetup Options::setup() const {
  if (game == "draughts") {
    draughts::Config config{&draughts::find_rules(variant.empty() ? "international" : variant), 0};
    config.size =
        as_usage([&] { return draughts::checked_size(*config.rules, size_given ? size : 0); });
    return draughts::setup_of(config);
  }
  if (!variant.empty()) refuse_usage("--variant belongs to --game draughts");
  game::GameSetup setup;
  setup.size = size;
  setup.swap = !no_swap;
  return setup;
}

game::GameRecord Options::open_game(const std::string& text, const game::GameSetup& setup) const {
  auto opened = open_one_game(text, setup);
  // Who is told a result takes it for that of the whole game.
  if (opened.broken_off) throw base::UserError(opened.left_out.front());
  return std::move(opened.record);
}

players::OpenedGame Options::open_one_game(const std::string& text,
                                           const game::GameSetup& setup) const {
  auto opened = players::open_one_game(text, setup, std::max(1, pick));
  if (opened.games > 1 && pick == 0) {
    base::say_aside("losange: of {} games this is the first; --pick N takes another\n",
                    opened.games);
  }
  for (const auto& what : opened.left_out) base::say_aside("losange: left out: {}\n", what.english);
  return opened;
}

players::TimeControl Options::time_control() const {
  const auto control = players::TimeControl::parse(clock);
  if (move_time_s > 0 && control.kind != players::TimeControl::Kind::None) {
    refuse_usage("--move-time and --clock cannot be used together");
  }
  return control;
}

search::Limits Options::limits() const {
  search::Limits limits;
  limits.threads = threads;
  limits.seed = seed_given ? seed : std::random_device{}();
  if (nodes > 0) limits.nodes = nodes;
  if (move_time_s > 0) limits.time = base::to_millis(move_time_s);
  return limits;
}

}  // namespace losange::commands
