// What the commands typed during a game do.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "hex/files/links.h"
#include "players/check_plays.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "players/registry.h"
#include "study/board/connections_text.h"
#include "terminal/indicator.h"
#include "terminal/play.h"

namespace losange::terminal {

using game::Side;

namespace {

constexpr std::size_t kHintsShown = 5;

}  // namespace

void Play::obey(const Order& order) {
  if (order.verb != Verb::Save) asked_file_.clear();
  switch (order.verb) {
    case Verb::Nothing: paused_ = false; return;
    case Verb::Move: play_move(order.rest); return;
    case Verb::Undo: undo(); break;
    case Verb::Redo: redo(); break;
    case Verb::Hint: hint(); return;
    case Verb::Connections: tell_connections(); return;
    case Verb::Switch: switch_seat(order.rest); return;
    case Verb::Save: save(order.rest); return;
    case Verb::Load: load(order.rest); break;
    case Verb::New: start_over(order.rest); break;
    case Verb::Resign: play_move("resign"); return;
    case Verb::Board: show_board(); return;
    case Verb::Moves: list_moves(); return;
    case Verb::Clock: set_clock(order.rest); return;
    case Verb::Players: list_players(); return;
    case Verb::Help: fmt::print(out_, "{}", help_text()); return;
    case Verb::Quit: done_ = true; return;
  }
  // Engines alone would at once play on from where the person brought them.
  paused_ = !anyone_here();
}

void Play::play_move(const std::string& text) {
  const Side side = session_.to_move();
  if (!session_.over() && !session_.person_to_move()) {
    throw base::UserError(
        fmt::format("it is {}'s turn, played by {}: press Enter to let it move, or type switch to "
                    "take the side over",
                    side_name(side), who(side)));
  }
  session_.play(text, turn_.elapsed());
  changed();
}

void Play::undo() {
  // Against an engine its answer goes too: a person wants their own move back.
  if (!session_.undo_to_person()) throw base::UserError("there is no move of yours to take back");
  changed();
}

void Play::redo() {
  if (!session_.redo()) {
    throw base::UserError("there is nothing to play again: no move was taken back");
  }
  while (anyone_here() && !session_.over() && !session_.person_to_move() && session_.redo()) {
  }
  changed();
}

void Play::hint() {
  if (session_.over()) throw base::UserError("the game is over: undo or start a new one");
  const std::string name = players::default_engine(session_.record().setup);
  const auto adviser = players::make_player(name);
  players::Answer answer;
  {
    Indicator indicator(name, options_.show_thinking);
    out_.flush();
    auto limits = session_.limits_for_move();
    limits.every_move = true;
    answer = session_.consult(*adviser, limits, indicator.observer(), stop_);
  }
  if (stop_.stop_requested()) return;
  Marks marks;
  std::vector<std::string> words;
  // A strategy that tells nothing but its move is taken at its word.
  if (answer.report.lines.empty()) words.push_back(answer.move);
  for (const auto& line : answer.report.lines) {
    if (line.visits == 0 && !line.proven && !words.empty()) continue;  // nobody looked at it
    const int rank = static_cast<int>(words.size()) + 1;
    const double percent = 100 * search::win_chance(line.value);
    words.push_back(
        fmt::format("{}. {} {}{:.0f} %", rank, line.move, line.at_most ? "at most " : "", percent));
    const int cell = session_.position().cell_of(line.move);
    if (cell >= 0) marks.hints[cell] = rank;
    if (words.size() == kHintsShown) break;
  }
  show_board(marks);
  words.front() = "Best moves: " + words.front();
  fmt::print(out_, "{}\n", wrapped(words, "  "));
}

void Play::tell_connections() {
  if (!hex()) throw base::UserError("connections are of Hex: draughts has none");
  if (session_.over()) throw base::UserError("the game is over: nothing is left to connect");
  for (const auto& line : study::connections_in_words(session_.record())) {
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
  if (!arguments.empty()) {
    next.engine = players::Seat::parse(arguments, next.engine).engine;
    players::check_plays(next.engine, session_.record().setup);
    players::check_starts(next.engine);
    next.person = false;
  }
  // The engine stays, with what it has learnt, when only the hands change.
  const bool same = seat(side).shared && next.engine == seat(side).engine;
  if (!same) session_.set_player(side, next.make_player(), next.name());
  options_.seats[game::index(side)] = next;
  session_.player(side)->set_person(next.person);
  attended_ = true;
  paused_ = false;
  turn_.restart();
  fmt::print(out_, "{} is now played by {}.\n", side_name(side), who(side));
  if (!anyone_here() && input_.interactive()) {
    fmt::print(out_, "Press Enter to pause between two moves.\n");
  }
}

void Play::save(std::string_view arguments) {
  std::filesystem::path file =
      arguments.empty() ? options_.save_file : std::filesystem::path(arguments);
  std::error_code unknown;
  const bool ours = file == options_.save_file || own_files_.contains(file);
  if (!ours && std::filesystem::is_regular_file(file, unknown) && file != asked_file_) {
    asked_file_ = file;
    throw base::UserError("that file is there already: type the same once more to replace it");
  }
  keep(file, "The game is saved in");
  own_files_.insert(std::move(file));
}

void Play::load(const std::string& text) {
  if (text.empty()) {
    throw base::UserError(
        hex() ? "load what? Name an SGF file, a HexWorld link or moves such as a3 f6 e7"
              : "load what? Name a PDN file or moves such as 32-28 19-23");
  }
  auto opened = players::open_one_game(text, session_.record().setup);
  auto record = players::at_saved_move(std::move(opened.record));
  if (record.setup.game != session_.record().setup.game) {
    // The players at the board know this game, and it has its own file.
    throw base::UserError(fmt::format(
        "that is a game of {}, and this one is of {}: leave, and open it with losange play --load",
        players::game_title(record.setup), players::game_title(session_.record().setup)));
  }
  keep_before_replacing();
  session_.load(std::move(record));
  // It came from there, and may go there again; one of several games would replace the others.
  own_files_.clear();
  if (opened.games == 1) own_files_.insert(text);
  if (opened.games > 1) fmt::print(out_, "Of {} games this is the first.\n", opened.games);
  changed();
}

void Play::start_over(std::string_view arguments) {
  game::GameSetup setup = session_.record().setup;
  if (!arguments.empty()) {
    const auto size = base::parse_integer(arguments);
    if (!size) {
      throw base::UserError(fmt::format("'{}' is not a size: type new, or new and a number",
                                        base::printable(arguments, 20)));
    }
    setup.size = static_cast<int>(std::clamp<std::int64_t>(*size, -1, 1000));
  }
  players::make_position(setup);  // throws on a bad size, before anything is given up
  keep_before_replacing();
  session_.restart(setup);
  own_files_.clear();
  changed();
}

void Play::keep_before_replacing() {
  if (session_.over() || session_.move_number() == 0) return;
  auto file = options_.save_file;
  file.replace_filename(file.stem().string() + "-before" + file.extension().string());
  keep(file, "The unfinished game is kept in");
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
    session_.set_time_control(players::TimeControl::parse(arguments));
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
  say(fmt::format("Type switch white ENGINE to seat an engine: {} (losange players describes them)",
                  base::joined(engines, ", ")),
      Ink::Plain);
}

}  // namespace losange::terminal
