// `losange solve`: who wins a position of Hex, which moves win and how; or the map of a board's openings.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/aside.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/system/claim.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/system/rescue.h"
#include "base/text.h"
#include "base/threads/alarm.h"
#include "base/threads/progress.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/common/ranks.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "players/files/saved_game.h"
#include "players/game/any_position.h"
#include "players/game/games.h"
#include "players/game/session.h"
#include "players/seat.h"
#include "proof/checker.h"
#include "search/proof/table.h"
#include "solver/hex_solver.h"
#include "solver/map/opening_map.h"
#include "study/solving/solver_input.h"

namespace losange::commands {

namespace {

constexpr const char* kSolveHelp =
    "A position is a file, a link or moves, as for the other commands; the swap is not looked at. "
    "Answers are exact: what --time, --nodes or Ctrl-C cut short is left open. --all solves every "
    "opening of one stone. With --keep, the same command goes on where it was stopped; of a "
    "position all that is known is kept, when the search ends and every ten minutes, with --all "
    "what is decided. Under mpirun or srun, --all shares the openings among ranks "
    "(docs/scale.md).\n\n"
    "Examples:\n"
    "  losange solve --size 6 \"a2 d3\"\n"
    "  losange solve game.sgf --winner --time 60 --json\n"
    "  losange solve --size 6 \"a2 d3\" --proof a2d3.proof\n"
    "  losange solve --all --size 7 --svg openings-7.svg --keep openings-7.txt\n"
    "  losange solve --size 9 e5 --winner --memory 4096 --keep e5.known";

struct SolveCommand {
  Options common;
  std::string game, svg, keep, proof, lessons;
  bool all = false, winner = false;
  double time_s = 0;
  std::optional<std::uint64_t> nodes;
  std::size_t memory = 256;  // MiB

  void run(Command command) const;

 private:
  std::optional<base::Millis> time() const {
    return time_s > 0 ? std::optional(base::to_millis(time_s)) : std::nullopt;
  }
  std::size_t bytes() const { return memory * base::kMebibyte; }
  // By an earlier run.
  bool was_begun() const {
    return std::filesystem::is_regular_file(keep) && !std::filesystem::is_empty(keep);
  }
  solver::OpeningRun opening_run(cluster::Cluster& ranks) const;
  void solve_all(cluster::Cluster& ranks) const;
  void solve_one(Command command) const;
  void show(const solver::HexBoard& board, const solver::HexAnswer& answer, bool over,
            bool swap) const;
  void write_proof(solver::HexSolver& solver, const solver::HexBoard& board,
                   const base::Stopwatch& since, const std::stop_token& stop) const;
  void go_on(solver::HexSolver& solver) const;
};

constexpr double kBetweenKeeping = 600;  // seconds
constexpr std::size_t kMostNamed = 20;   // moves

// The name of a file, whole.
std::string shown(const std::string& file) { return base::printable(file, 6 * file.size() + 1); }

const char* name_of(game::Side side) { return side == game::Side::First ? "first" : "second"; }

std::vector<std::string> names(int size, const std::vector<int>& cells) {
  std::vector<std::string> all;
  all.reserve(cells.size());
  for (const int cell : cells) all.push_back(hex::cell_name(size, cell));
  return all;
}

// The size, a byte a cell (two bits the code, one whether the move counts, two what is known of it), what is known of all.
std::string to_bytes(int size, const solver::HexLesson& lesson) {
  std::string bytes(1, static_cast<char>(size));
  for (const auto& cell : lesson.cells) {
    bytes += static_cast<char>(cell.code | (cell.counts ? 4 : 0) | cell.known << 3);
  }
  return bytes + static_cast<char>(lesson.known);
}

// Where the search begins, after all that may be refused.
void tell_missing_net() {
  if (study::solver_net() != nullptr) return;
  base::say_aside("losange: no net is found beside the program: it takes longer without\n");
}

// A name that was mixed up costs no game and no long search.
void check_no_other(const std::string& proof) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(proof, ignored)) return;
  std::string begin(proof::kFirstLine.size(), '\0');
  std::ifstream(proof, std::ios::binary).read(begin.data(), std::ssize(begin));
  if (begin == proof::kFirstLine || std::filesystem::is_empty(proof, ignored)) return;
  throw base::UserError(
      fmt::format("{} is there and is no proof: name another file, or remove it", proof));
}

void SolveCommand::run(Command command) const {
  auto& ranks = join_ranks();
  base::check_memory(memory, fmt::format("--memory {}", memory));
  if (!ranks.is_first()) {
    if (!all) return;
    base::stop_on_interrupt();  // rank 0 says when it is over
    return solver::help_solve_openings(opening_run(ranks));
  }
  std::error_code ignored;  // of moves that are too long for a name
  const std::string opened = std::filesystem::is_regular_file(game, ignored) ? game : "";
  base::check_different({opened, svg, proof, lessons, keep});
  std::optional<base::Claim> claim;
  if (!keep.empty()) claim.emplace(keep);
  for (const auto& file : {svg, proof, lessons, keep}) {
    if (!file.empty()) base::check_writable(file);
  }
  if (!proof.empty()) check_no_other(proof);
  if (all) {
    solve_all(ranks);
  } else {
    if (ranks.size() > 1) {
      base::say_aside("losange: rank 0 solves a position alone: only --all is shared\n");
    }
    try {
      solve_one(command);
    } catch (const search::Contradiction& wrong) {
      throw base::UserError(fmt::format("{}: {}", keep, wrong.what()));
    }
  }
}

solver::OpeningRun SolveCommand::opening_run(cluster::Cluster& ranks) const {
  return {.size = common.size,
          .bytes = bytes(),
          .threads = common.threads,
          .time = time(),
          .nodes = nodes,
          .kept = keep,
          .net = study::solver_net(),
          .cluster = &ranks};
}

void SolveCommand::solve_all(cluster::Cluster& ranks) const {
  tell_missing_net();
  base::Progress progress(fmt::format("openings of {0}x{0}", common.size),
                          static_cast<std::uint64_t>((common.size * common.size + 1) / 2));
  auto run = opening_run(ranks);
  run.observer = [&](const solver::OpeningMap& now, int solved, int) {
    progress.update(static_cast<std::uint64_t>(solved), base::counted(now.nodes, "position"));
  };
  run.stop = base::stop_on_interrupt();
  if (was_begun()) base::say_aside("losange: going on from {}\n", shown(keep));
  const auto map = solver::solve_openings(run);
  progress.finish();
  if (common.json) {
    fmt::print("{}\n", solver::to_json(map));
  } else {
    fmt::print("{}", solver::to_text(map));
    fmt::print("W: who opens there wins, l: loses{}\n", map.open() > 0 ? ", ?: not decided" : "");
    fmt::print("{:.2f} s, the searches together {:.2f} s, {}; ", map.seconds, map.search_seconds,
               base::counted(map.nodes, "position"));
    if (map.worst >= 0) {
      fmt::print("the longest {} with {:.2f} s; ", hex::cell_name(map.size, map.worst),
                 map.worst_seconds);
    }
    fmt::print("table {} MiB\n", (map.memory + base::kMebibyte - 1) / base::kMebibyte);
  }
  if (!svg.empty()) {
    base::write_file(svg, solver::to_svg(map));
    say_written(svg);
  }
  if (map.open() == 0) return;
  // Each of them is begun anew, and a limit would end it where it ended.
  const char* limits = time_s > 0 || nodes ? " with larger limits" : "";
  base::say_aside(
      "losange: {} left{}\n", base::counted(map.open(), "opening"),
      keep.empty() ? "" : fmt::format(": the same command{} goes on with them", limits));
}

// What is written holds: the checker has seen it.
void SolveCommand::write_proof(solver::HexSolver& solver, const solver::HexBoard& board,
                               const base::Stopwatch& since, const std::stop_token& stop) const {
  // What the answer left of the time, and a moment at least.
  const double left = time_s > 0 ? std::max(0.001, time_s - since.seconds()) : 0;
  const base::StopAfter over(stop, left);
  const base::Stopwatch watch;
  base::Progress progress("steps of a proof", 0);
  const auto found = solver.prove(board, over.token(), [&](std::size_t made) {
    progress.update(static_cast<std::uint64_t>(made));
  });
  progress.finish();
  if (!found && !stop.stop_requested()) {
    throw base::UserError(
        fmt::format("{} was not written: a proof takes more time than --time left for it", proof));
  }
  if (!found) {
    throw base::UserError(fmt::format("stopped: {} was not written", proof));
  }
  const auto checked = proof::check(*found);
  const std::string text = proof::to_file(*found);
  base::write_or_keep_elsewhere(proof, text);
  say_written(proof, fmt::format("{} steps, {} bytes, {:.2f} s", checked.steps, text.size(),
                                 watch.seconds()));
}

// With what an earlier run kept.
void SolveCommand::go_on(solver::HexSolver& solver) const {
  if (!was_begun()) return;
  const std::string known = base::read_file(keep, std::numeric_limits<std::size_t>::max());
  try {
    solver.know(known);
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{}: {}", keep, error.what()));
  }
  base::say_aside("losange: going on from {}\n", shown(keep));
}

void SolveCommand::solve_one(Command command) const {
  game::GameRecord record(common.setup());
  if (!game.empty()) {
    record = players::at_saved_move(common.open_game(game, record.setup));
    check_opened(common, command, record.setup);
  }
  if (!players::is_hex(record.setup)) {
    throw base::UserError("only Hex is solved here: for draughts there are 'losange endings'");
  }
  tell_missing_net();
  const auto board = study::solver_board(record);
  const auto stop = base::stop_on_interrupt();
  const base::Stopwatch since;
  base::Progress progress(
      winner ? "positions" : "moves",
      winner ? 0
             : static_cast<std::uint64_t>(std::count(board.stones.begin(), board.stones.end(), 0)));
  const auto solver =
      solver::make_hex_solver(board.size, bytes(), study::solver_net(), common.threads);
  if (!keep.empty()) go_on(*solver);
  base::Stopwatch since_kept;
  const auto keep_now_and_then = [&] {
    if (keep.empty() || since_kept.seconds() < kBetweenKeeping) return;
    since_kept.restart();
    try {
      base::write_file(keep, solver->known());
    } catch (const base::UserError& error) {  // there may be room at the end
      base::say_aside("losange: {}\n", error.what());
    }
  };
  std::string asked;
  std::function<void(const solver::HexLesson&)> kept;
  if (!lessons.empty()) kept = [&](const auto& lesson) { asked += to_bytes(board.size, lesson); };
  const auto answer = solver->solve(
      board, {.all_moves = !winner, .time = time(), .nodes = nodes, .lessons = kept},
      [&](const solver::HexProgress& now) {
        const std::string numbers = fmt::format("proof numbers {} and {}", now.proof, now.disproof);
        if (winner) {
          progress.update(now.nodes, numbers);
        } else {
          progress.update(static_cast<std::uint64_t>(now.moves_done),
                          base::counted(now.nodes, "position") + ", " + numbers);
        }
        keep_now_and_then();
      },
      stop);
  progress.finish();
  show(board, answer, players::replay(record)->outcome() != game::Outcome::Ongoing,
       players::Session(record).swap_may_come());
  if (!lessons.empty()) base::write_file(lessons, asked);
  if (!keep.empty()) base::write_or_keep_elsewhere(keep, solver->known());
  if (!keep.empty() && (!answer.winner || !answer.open.empty()))
    base::say_aside("losange: kept in {}: the same command goes on from there\n", shown(keep));
  if (proof.empty()) return;
  if (!answer.winner) {
    throw base::UserError(
        fmt::format("{} was not written: what is not decided has no proof", proof));
  }
  std::fflush(stdout);
  write_proof(*solver, board, since, stop);
}

void SolveCommand::show(const solver::HexBoard& board, const solver::HexAnswer& answer, bool over,
                        bool swap) const {
  const auto winning = names(board.size, answer.winning), open = names(board.size, answer.open),
             line = names(board.size, answer.line);
  if (common.json) {
    nlohmann::ordered_json json{{"size", board.size},     {"to_move", name_of(board.to_move)},
                                {"winner", nullptr},      {"line", line},
                                {"nodes", answer.nodes},  {"seconds", answer.seconds},
                                {"memory", answer.memory}};
    if (answer.winner) json["winner"] = name_of(*answer.winner);
    if (!winner) {
      json["winning"] = winning;
      json["open"] = open;
    }
    fmt::print("{}\n", json.dump());
    return;
  }
  const char* to_move = players::side_name(board.to_move, {});
  if (over) {
    fmt::print("the game is over: {} has won\n", players::side_name(*answer.winner, {}));
  } else if (answer.winner) {
    fmt::print("{} to move: {} wins\n", to_move, players::side_name(*answer.winner, {}));
  } else {
    fmt::print("{} to move: not decided\n", to_move);
  }
  if (!winning.empty()) fmt::print("winning moves: {}\n", base::joined(winning, " "));
  if (open.size() > kMostNamed) {
    fmt::print("not decided: {} moves\n", open.size());
  } else if (!open.empty()) {
    fmt::print("not decided: {}\n", base::joined(open, " "));
  }
  if (!line.empty()) fmt::print("a line of good moves: {}\n", base::joined(line, " "));
  if (swap) fmt::print("the swap is left out of it\n");
  fmt::print("{}, {:.2f} s, table {:.1f} MiB\n", base::counted(answer.nodes, "position"),
             answer.seconds,
             static_cast<double>(answer.memory) / static_cast<double>(base::kMebibyte));
}

}  // namespace

void add_solve(Command program) {
  auto options = std::make_shared<SolveCommand>();
  const auto command =
      program.add_subcommand("solve", "Solve a position of Hex, or all openings of a board");
  command.group(kCompare);
  command.footer(kSolveHelp);
  const auto game = command
                        .add_option("game", options->game,
                                    "A file, at the move where play was left, a link or moves; "
                                    "without it the empty board")
                        .type_name("GAME")
                        .takes_standard_input();
  const auto all =
      command.add_flag("--all", options->all, "Solve every opening of one stone instead")
          .excludes(game);
  options->common.add_size(command);
  command.add_flag("--winner", options->winner, "Say who wins, without all the moves that do")
      .excludes(all);
  command
      .add_number(
          "--time", options->time_s,
          "Seconds for the answer and its proof; with --all, for each opening [without end]", 0.001,
          1e7)
      .type_name("SECONDS");
  command.add_number("--nodes", options->nodes,
                     "Positions to look at for the answer; with --all, for each opening. On one "
                     "thread it ends at the same place on every machine [without end]",
                     std::uint64_t{1}, std::uint64_t{1'000'000'000'000'000});
  command
      .add_number("--memory", options->memory, "Memory for what is known of positions, in MiB",
                  std::size_t{1}, std::size_t{1} << 20)
      .capture_default_str();
  command
      .add_number("--threads", options->common.threads,
                  "Threads that search a position together; with --all, openings that are searched "
                  "at a time, by each rank",
                  1, kMostThreads)
      .capture_default_str();
  command.add_option("--svg", options->svg, "With --all: write the map as a picture too")
      .type_name("FILE")
      .needs(all);
  command
      .add_option("--keep", options->keep,
                  "Keep what is known in this file, with --all each result, and go on from what is "
                  "there")
      .type_name("FILE");
  command.add_option("--proof", options->proof, "Write a proof that losange proof check verifies")
      .type_name("FILE")
      .excludes(all);
  command
      .add_option("--lessons", options->lessons,
                  "Write what the net was asked, and what is known of it, to teach another "
                  "(tools/teach_small_net.py)")
      .type_name("FILE")
      .excludes(all);
  options->common.add_pick(command);
  command.option("--pick").needs(game);
  options->common.add_json(command);
  command.callback([options, command] { options->run(command); });
}

}  // namespace losange::commands
