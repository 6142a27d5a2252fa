// What engines do in a game: they move, fail, start, and give hints.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "players/registry.h"
#include "terminal/indicator.h"
#include "terminal/play.h"

namespace losange::terminal {

using base::Millis;
using game::Side;

namespace {

constexpr std::size_t kHintsShown = 5;
constexpr Millis kLongestHint{2'000};

using HintLine = search::Line<std::string>;

std::vector<HintLine> hints_of(const players::Answer& answer) {
  std::vector<HintLine> hints;
  for (const auto& line : answer.report.lines) {
    if (line.visits == 0 && !line.proven && !hints.empty()) continue;  // nobody looked at it
    hints.push_back(line);
    if (hints.size() == kHintsShown) break;
  }
  // A strategy that tells nothing but its move is taken at its word.
  if (hints.empty()) hints.push_back({.move = answer.move, .variation = {}});
  return hints;
}

std::string chance_text(const HintLine& line) {
  if (line.variation.empty() && line.visits == 0 && !line.proven) return "-";
  const std::string chance = fmt::format("{}{:.1f} %", line.at_most ? "at most " : "",
                                         100 * search::win_chance(line.value));
  if (!line.proven || line.at_most) return chance;
  const std::string end = line.value > 0 ? "wins" : line.value < 0 ? "loses" : "draws";
  return line.moves > 0 ? fmt::format("{} in {}", end, line.moves) : end;
}

// A line of titles and one a move, in columns.
std::vector<std::string> hint_table(const std::vector<HintLine>& hints, const char* visits) {
  std::vector<std::array<std::string, 4>> rows{{"", "move", "chance", visits}};
  for (const auto& hint : hints) {
    rows.push_back({fmt::format("{}.", rows.size()), hint.move, chance_text(hint),
                    hint.visits > 0 ? std::to_string(hint.visits) : "-"});
  }
  std::array<std::size_t, 4> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    std::string line = fmt::format("{:<{}} {:<{}}  {:>{}}  {:>{}}", row[0], widths[0], row[1],
                                   widths[1], row[2], widths[2], row[3], widths[3]);
    const auto play =
        i == 0 ? std::vector<std::string>{"expected", "play"} : hints[i - 1].variation;
    std::string between = "  ";
    for (const auto& move : play) {
      if (line.size() + between.size() + move.size() > kColumns) break;
      line += std::exchange(between, " ") + move;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::optional<Play::Failure> Play::failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const players::PlayerFailure& error) {
    return Failure{error.what(), true};
  } catch (const base::UserError& error) {
    return Failure{error.what(), false};
  }
  return std::nullopt;
}

void Play::engine_turn() {
  const Side side = session_.to_move();
  const std::string name = titled(side);
  const auto limits = engine_limits();
  const base::Stopwatch watch;
  players::Answer answer;
  const auto failure = failure_of([&] {
    Indicator indicator(name, options_.show_thinking);
    out_.flush();
    answer = session_.consult(*session_.player(side), limits, indicator.observer(), stop_);
  });
  turn_spent_ += watch.elapsed();
  // What it had so far is not a move it chose to play, and that it was stopped is no fault of its own.
  if (stop_.stop_requested()) return;
  if (failure) return engine_failed(side, *failure);
  session_.play(answer.resign ? "resign" : answer.move, turn_spent_);
  if (session_.result().reason == "time") {  // it came too late, and is not on the board
    changed();
    return;
  }
  if (options_.quiet) {
    const std::string move = answer.resign ? "resign" : answer.move;
    fmt::print(out_, "{} {}\n", base::lower(side_name(side)), move);
  } else if (!answer.resign) {
    std::string thought = fmt::format("{:.1f} s", watch.seconds());
    if (answer.report.proven) {
      thought += answer.report.value > 0 ? ", a proven win" : ", a proven loss";
      if (const int moves = answer.report.moves; moves > 0)
        thought += fmt::format(" in {} {}", moves, moves == 1 ? "move" : "moves at most");
    } else if (!answer.report.lines.empty()) {
      thought += fmt::format(", chance {:.0f} %", 100 * search::win_chance(answer.report.value));
    }
    const std::string move = answer.move == "swap-pieces" ? "swaps" : "plays " + answer.move;
    fmt::print(out_, "{} {} ({})\n", name, options_.style.paint(move, Ink::Strong), thought);
  }
  changed();
  if (!anyone_here() && !session_.over()) show_board();
}

// Of a turn that somebody else began, or that was left, only the rest is the engine's.
search::Limits Play::engine_limits() {
  const Side side = session_.to_move();
  const auto rest = [&](Millis time) { return std::max(Millis(0), time - turn_spent_); };
  auto& clock = session_.clock();
  const bool whole_game = clock.control().kind == players::TimeControl::Kind::Fischer;
  const auto left = clock.left(side);
  if (whole_game) clock.set_left(side, rest(*left));
  auto limits = session_.limits_for_move();
  if (whole_game) clock.set_left(side, *left);
  if (left && !whole_game && limits.time) limits.time = rest(*limits.time);
  return limits;
}

void Play::engine_failed(Side side, const Failure& failure) {
  const std::string what = fmt::format("{}: {}", titled(side), failure.reason);
  const bool its_turn = side == session_.to_move();
  const auto left = time_left(side);
  const bool out_of_time = its_turn && left && *left <= Millis(0);
  if (!attended_ && !failure.broke_rules && !out_of_time) {
    failure_ = what;
    done_ = true;
    return;
  }
  say(what, Ink::Alarm);
  if (out_of_time || !attended_) {
    session_.lose(side, out_of_time ? "time" : "forfeit");
    changed();
  } else if (its_turn) {
    paused_ = true;
    fmt::print(out_, "Press Enter to let it try again, or type switch to play its side.\n");
  } else {
    fmt::print(out_, "It tries again at its turn; type switch {} to play its side.\n",
               base::lower(side_name(side)));
  }
}

void Play::set_up_engine(Side side) {
  if (is_person(side) || done_ || session_.over() || stop_.stop_requested()) return;
  const auto failure = failure_of([&] {
    const Indicator indicator(titled(side), options_.show_thinking, "gets ready");
    out_.flush();
    session_.player(side)->set_up(session_.record(), stop_);
  });
  if (failure && !stop_.stop_requested()) engine_failed(side, *failure);
}

void Play::set_up_engines() {
  for (const Side side : {Side::First, Side::Second}) set_up_engine(side);
}

void Play::hint() {
  if (session_.over()) throw base::UserError("the game is over: undo or start a new one");
  const std::string name = players::default_engine(session_.record().setup);
  const auto adviser = players::make_player(name);
  auto limits = session_.base_limits();
  limits.every_move = true;
  limits.time = std::min(limits.time.value_or(kLongestHint), kLongestHint);
  // Who asks thinks about the answer too.
  if (const auto left = time_left(session_.to_move()))
    limits.time = std::clamp(*left / 2, Millis(0), *limits.time);
  std::stop_source ended;
  const std::stop_callback leaving(stop_, [&] { ended.request_stop(); });
  players::Answer answer;
  const base::Stopwatch watch;
  {
    const std::jthread keys([&](std::stop_token stop) {
      if (input_.wait_for_enter(std::move(stop))) ended.request_stop();
    });
    Indicator indicator(name, options_.show_thinking);
    out_.flush();
    answer = session_.consult(*adviser, limits, indicator.observer(), ended.get_token());
  }
  if (stop_.stop_requested()) return;
  Marks marks;
  const auto hints = hints_of(answer);
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const int cell = session_.position().cell_of(hints[i].move);
    if (cell >= 0) marks.hints[cell] = static_cast<int>(i) + 1;
  }
  show_board(marks);
  const auto& report = answer.report;
  // Alpha-beta, which plays draughts, looks at all moves as deep; a tree looks oftener where it is less sure.
  fmt::print(out_, "Best moves: {} in {:.1f} s{}\n",
             base::counted(report.nodes, hex() ? "visit" : "position"), watch.seconds(),
             hex() ? "" : fmt::format(", depth {}", report.depth));
  for (const auto& line : hint_table(hints, hex() ? "visits" : "positions"))
    fmt::print(out_, "{}\n", line);
}

}  // namespace losange::terminal
