#include "terminal/play.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "players/kinds/pondering.h"
#include "terminal/board/draughts_text.h"

namespace losange::terminal {

using base::Millis;
using game::Side;

std::string clock_text(Millis left) {
  left = std::max(left, Millis(0));
  if (left < Millis(20'000)) return fmt::format("{:.1f} s", base::to_seconds(left));
  const auto seconds = left.count() / 1000;
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds % 3600 / 60, seconds % 60);
}

Play::Play(players::Session session, LineInput& input, std::ostream& out, PlayOptions options,
           std::stop_token stop)
    : session_(std::move(session)),
      input_(input),
      out_(out),
      options_(std::move(options)),
      stop_(std::move(stop)) {
  for (const Side side : {Side::First, Side::Second}) seat_player(side);
  attended_ = anyone_here();
  note_read(options_.from_file);
}

void Play::seat_player(Side side) {
  session_.set_player(side, seat(side).make_player(), seat(side).name());
}

void Play::run() {
  if (!options_.quiet && attended_) {
    fmt::print(out_, "Type {}, for example {}; help lists the commands.\n",
               hex() ? "a cell to play there" : "a move", example_move());
  }
  if (!options_.quiet && !attended_ && input_.interactive()) {
    fmt::print(out_, "Press Enter to pause between two moves, Ctrl-C to leave.\n");
  }
  turn_spent_ = options_.turn_spent;
  set_up_engines();
  turn_.restart();
  while (!done_) step();
  leave();
  if (failure_) throw base::UserError(*failure_);
}

std::string Play::example_move() const {
  if (!hex()) {
    const auto legal = session_.position().legal_moves();
    return legal.empty() ? "32-28" : legal.front();
  }
  const int middle = session_.view().columns / 2;
  return fmt::format("{}{}", static_cast<char>('a' + middle), middle + 1);
}

void Play::step() {
  // A reader of our output that has gone (a closed pipe) leaves nobody to play for.
  if (stop_.stop_requested() || !out_) {
    done_ = true;
    return;
  }
  if (session_.over()) {
    conclude();
    if (attended_) {
      prompt();
    } else {
      done_ = true;
    }
    return;
  }
  if (!paused_ && !session_.person_to_move() && input_.interactive() && input_.pending()) {
    paused_ = true;
    attended_ = true;
  }
  if (paused_ || session_.person_to_move()) {
    prompt();
  } else {
    engine_turn();
  }
}

void Play::prompt() {
  if (board_is_due_) show_board();
  keep_in_play();
  std::optional<base::Clock::time_point> flag;
  const bool timed = !session_.over() && session_.person_to_move();
  if (timed && time_left(session_.to_move())) {
    flag = base::Clock::now() + std::max(Millis(0), *time_left(session_.to_move()));
  }
  out_.flush();
  std::string line;
  switch (read(line, flag)) {
    case LineInput::Read::TimedOut:
      session_.lose(session_.to_move(), "time");
      changed();
      return;
    case LineInput::Read::End:
    case LineInput::Read::Interrupted: done_ = true; return;
    case LineInput::Read::Line: break;
  }
  try {
    input_.remember(line);
    obey(read_order(line, example_move()));
  } catch (const base::UserError& error) {
    say(error.what(), Ink::Strong);
  }
}

LineInput::Read Play::read(std::string& line, std::optional<base::Clock::time_point> flag) {
  players::Pondering pondering;
  const Side other = game::other(session_.to_move());
  if (options_.ponder && !session_.over() && is_person(session_.to_move()) && !is_person(other)) {
    pondering.start(*session_.player(other), session_.record(), session_.base_limits());
  }
  return input_.read(line, prompt_text(), flag);
}

void Play::say(const std::string& text, Ink ink) {
  fmt::print(out_, "{}\n", options_.style.paint(wrapped(base::split_words(text)), ink));
}

void Play::changed() {
  session_.promote_line();
  turn_spent_ = Millis(0);
  turn_.restart();
  board_is_due_ = true;
  concluded_ = false;
}

void Play::brought_elsewhere() {
  changed();
  // Engines alone would at once play on from there.
  paused_ = !anyone_here();
}

void Play::conclude() {
  if (concluded_) return;
  concluded_ = true;
  if (board_is_due_) show_board();
  const auto outcome = session_.result().outcome;
  const Side winner = outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
  const bool drawn = outcome == game::Outcome::Draw;
  fmt::print(out_, "{} {}, after {} move{}.\n",
             options_.style.paint(drawn ? "A draw:" : fmt::format("{} wins:", titled(winner)),
                                  Ink::Strong),
             how_it_ended(winner), session_.move_number(), session_.move_number() == 1 ? "" : "s");
  if (attended_ && !options_.quiet) fmt::print(out_, "Type new, undo, save, moves or quit.\n");
}

std::string Play::how_it_ended(Side winner) const {
  const Side loser = game::other(winner);
  const std::string reason = session_.result().reason;
  if (reason == "resign") return fmt::format("{} resigned", side_name(loser));
  if (reason == "time") return fmt::format("{} ran out of time", side_name(loser));
  if (reason == "agreement") return "the players agreed";
  if (reason == "forfeit") return fmt::format("{} broke off", side_name(loser));
  if (!hex()) return draughts_ending(session_.record());
  return winner == Side::First ? "top and bottom are joined" : "left and right are joined";
}

void Play::show_board(const Marks& extra) {
  board_is_due_ = false;
  if (options_.quiet) return;
  Marks marks = extra;
  const auto& position = session_.position();
  std::string last = session_.last_move();
  if (last == "swap-pieces") {
    // The swap moved the only stone there is.
    marks.last_move = static_cast<int>(session_.view().pieces.find_first_of("xo"));
  } else if (!last.empty()) {
    marks.last_move = position.cell_of(last);
  }
  fmt::print(out_, "\n");
  auto lines = beside(board_lines(marks), panel(), 2);
  const auto too_wide = [&](const TextLine& line) { return line.width > options_.style.columns; };
  if (options_.style.columns > 0 && std::any_of(lines.begin(), lines.end(), too_wide)) {
    lines = board_lines(marks);
    const auto below = panel();
    lines.insert(lines.end(), below.begin(), below.end());
  }
  for (const auto& line : lines) fmt::print(out_, "{}\n", line.text);
  fmt::print(out_, "\n");
}

std::vector<TextLine> Play::board_lines(const Marks& marks) const {
  return hex() ? board_text(session_.view(), marks, options_.style)
               : draughts_text(session_.record().setup, session_.view(), marks, options_.style);
}

std::string Play::shape(Side side) const {
  return hex() ? stone_shape(side, options_.style)
               : man_shape(side, session_.record().setup, options_.style);
}

Ink Play::ink(Side side) const {
  if (!hex()) return man_ink(side, session_.record().setup);
  return side == Side::First ? Ink::First : Ink::Second;
}

std::string Play::both_sides(std::string_view between) const {
  return fmt::format("{}{}{}", base::lower(side_name(Side::First)), between,
                     base::lower(side_name(Side::Second)));
}

std::vector<TextLine> Play::panel() const {
  const Style& style = options_.style;
  std::vector<TextLine> lines;
  for (const Side side : {Side::First, Side::Second}) {
    const std::string title = fmt::format("{} {}", shape(side), side_name(side));
    const std::string name = base::printable(who(side), 18);
    // The shape is one column wide, whatever its bytes.
    lines.push_back(
        {fmt::format("{}: {}", style.paint(title, ink(side)), name),
         static_cast<int>(2 + std::string_view(side_name(side)).size() + 2 + name.size())});
    std::string joins = side == Side::First ? "  joins top and bottom" : "  joins left and right";
    if (!hex()) {
      const auto pieces = session_.view().pieces;
      const auto count = [&](char piece) {
        return std::count(pieces.begin(), pieces.end(), piece);
      };
      const bool first = side == Side::First;
      joins = fmt::format("  {} men, {} kings", count(first ? 'x' : 'o'), count(first ? 'X' : 'O'));
    }
    if (const auto left = time_left(side)) joins += fmt::format(", {}", clock_text(*left));
    lines.push_back({joins, static_cast<int>(joins.size())});
  }
  return lines;
}

std::string Play::prompt_text() const {
  if (session_.over()) return "game over> ";
  const Side side = session_.to_move();
  std::string text = paused_ && !session_.person_to_move() ? "paused, Enter goes on; " : "";
  text += fmt::format("{}, move {}", side_name(side), session_.move_number() + 1);
  if (const auto left = time_left(side)) text += fmt::format(", {} left", clock_text(*left));
  if (session_.swap_move()) text += ", may swap";
  return text + "> ";
}

std::string Play::who(Side side) const {
  if (!is_person(side)) return seat(side).engine;
  return is_person(game::other(side)) ? "a person" : "you";
}

std::string Play::titled(Side side) const {
  return fmt::format("{} ({})", side_name(side), base::printable(who(side), 40));
}

std::optional<Millis> Play::time_left(Side side) const {
  auto left = session_.clock().left(side);
  if (!left || side != session_.to_move()) return left;
  if (session_.result().reason == "time") return Millis(0);
  if (!session_.over()) *left -= spent();
  return left;
}

Millis Play::spent() const {
  return turn_spent_ + (session_.person_to_move() ? turn_.elapsed() : Millis(0));
}

std::vector<std::string> Play::completions() const {
  std::vector<std::string> words = verb_words();
  for (auto& move : session_.position().legal_moves()) words.push_back(std::move(move));
  return words;
}

}  // namespace losange::terminal
