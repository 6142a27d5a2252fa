// What the commands typed during a game do.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/error.h"
#include "base/text.h"
#include "hex/files/links.h"
#include "players/check_plays.h"
#include "players/registry.h"
#include "study/board/connections_text.h"
#include "terminal/play.h"

namespace losange::terminal {

using game::Side;

void Play::obey(const Order& order) {
  if (order.verb != Verb::Save) asked_file_.clear();
  switch (order.verb) {
    case Verb::Nothing: paused_ = false; return;
    case Verb::Move: play_move(order.rest); return;
    case Verb::Undo: undo(); return;
    case Verb::Redo: redo(); return;
    case Verb::Hint: hint(); return;
    case Verb::Connections: tell_connections(); return;
    case Verb::Switch: switch_seat(order.rest); return;
    case Verb::Save: save(order.rest); return;
    case Verb::Load: load(order.rest); return;
    case Verb::New: start_over(order.rest); return;
    case Verb::Resign: play_move("resign"); return;
    case Verb::Board: show_board(); return;
    case Verb::Moves: list_moves(); return;
    case Verb::Clock: set_clock(order.rest); return;
    case Verb::Players: list_players(); return;
    case Verb::Help: fmt::print(out_, "{}", help_text(both_sides("|"))); return;
    case Verb::Quit: done_ = true; return;
  }
}

void Play::play_move(const std::string& text) {
  const Side side = session_.to_move();
  if (!session_.over() && !session_.person_to_move()) {
    throw base::UserError(
        fmt::format("it is {}'s turn, played by {}: press Enter to let it move, or type switch to "
                    "take the side over",
                    side_name(side), who(side)));
  }
  session_.play(text, spent());
  changed();
}

void Play::undo() {
  // Against an engine its answer goes too: a person wants their own move back.
  if (!session_.undo_to_person()) throw base::UserError("there is no move of yours to take back");
  brought_elsewhere();
}

void Play::redo() {
  if (!session_.redo()) {
    throw base::UserError("there is nothing to play again: no move was taken back");
  }
  while (anyone_here() && !session_.over() && !session_.person_to_move() && session_.redo()) {
  }
  brought_elsewhere();
}

void Play::tell_connections() {
  if (!hex()) throw base::UserError("connections are of Hex: draughts has none");
  if (session_.over()) throw base::UserError("the game is over: nothing is left to connect");
  for (const auto& line : study::connections_in_words(
           session_.record(), {side_name(Side::First), side_name(Side::Second)})) {
    fmt::print(out_, "{}\n", wrapped(base::split_words(line)));
  }
}

void Play::switch_seat(std::string_view arguments) {
  Side side = session_.to_move();
  const std::string_view first = arguments.substr(0, arguments.find_first_of(" \t"));
  if (const auto named = players::side_named(first, session_.record().setup)) {
    side = *named;
    arguments = base::trim(arguments.substr(first.size()));
  }
  players::Seat next = seat(side);
  next.shared = true;
  next.person = !next.person;
  // The turn goes on with what is left of it; that an outside program starts is no part of it.
  const base::Millis spent_so_far = spent();
  if (!arguments.empty()) {
    next = players::Seat::parse(arguments, next.engine);
    players::check_plays(next.engine, session_.record().setup);
    if (!next.person) players::check_starts(next.engine);
  }
  // The engine stays, with what it has learnt, when only the hands change.
  const bool same = next.name() == seat(side).name();
  if (!same) session_.set_player(side, next.make_player(), next.name());
  options_.seats[game::index(side)] = next;
  session_.player(side)->set_person(next.person);
  attended_ = true;
  paused_ = false;
  turn_spent_ = spent_so_far;
  fmt::print(out_, "{} is now played by {}.\n", side_name(side), who(side));
  if (!anyone_here() && input_.interactive()) {
    fmt::print(out_, "Press Enter to pause between two moves.\n");
  }
  set_up_engine(side);
  turn_.restart();
}

void Play::list_moves() {
  std::vector<std::string> words;
  for (const auto& move : session_.record().moves()) {
    words.push_back(fmt::format("{}. {}", words.size() + 1, move));
  }
  fmt::print(out_, "{}\n", words.empty() ? "No move was played yet." : wrapped(words, "  "));
  if (!words.empty() && hex())
    fmt::print(out_, "{}\n", losange::hex::write_hexworld(session_.record()));
}

void Play::set_clock(std::string_view arguments) {
  if (!arguments.empty()) {
    session_.start_clock(players::TimeControl::parse(arguments));
    turn_spent_ = base::Millis(0);
    turn_.restart();
  }
  const auto& control = session_.clock().control();
  if (control.kind == players::TimeControl::Kind::None) {
    fmt::print(out_, "There is no clock: clock 300+2 or clock 10/move starts one.\n");
    return;
  }
  fmt::print(out_, "Clock {}:", control.text());
  for (const Side side : {Side::First, Side::Second}) {
    const auto left = time_left(side).value_or(base::Millis(0));
    fmt::print(out_, " {} {}", side_name(side), clock_text(left));
  }
  fmt::print(out_, "\n");
}

void Play::list_players() {
  for (const Side side : {Side::First, Side::Second}) {
    fmt::print(out_, "{} {}: {}\n", shape(side), side_name(side), who(side));
  }
  std::vector<std::string> engines;
  for (const auto& strategy : players::strategies()) {
    if (strategy.engine && strategy.plays(session_.record().setup.game))
      engines.push_back(strategy.name);
  }
  say(fmt::format("Type switch {} ENGINE to seat an engine: {} (losange players describes them)",
                  base::lower(side_name(Side::Second)), base::joined(engines, ", ")),
      Ink::Plain);
}

}  // namespace losange::terminal
