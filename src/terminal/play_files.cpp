// What is kept of a game and where, and the commands that put another in its place.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "terminal/play.h"

namespace losange::terminal {

namespace {

// Devices and pipes hold no game.
std::string content_of(const std::filesystem::path& file) {
  std::error_code unknown;
  return std::filesystem::is_regular_file(file, unknown) ? base::read_file(file) : "";
}

}  // namespace

void Play::leave() {
  const bool part = only_part_is_saved();
  const bool wanted = !session_.over() || options_.save_finished || part;
  if (wanted && only_looked_at() && !options_.save_finished) {
    fmt::print(out_, "The game is in {}, as it was.\n", read_->file.string());
  } else if (wanted && session_.move_number() > 0) {
    try {
      keep(options_.save_file, "The game is saved in");
      if (part) {
        fmt::print(out_, "{} holds it up to move {} only.\n", saved_->file.string(), saved_->moves);
      }
      if (!session_.over()) {
        fmt::print(out_, "Go on with it: {}\n",
                   options_.resume_command(options_.seats, session_.clock().control()));
      }
    } catch (const base::UserError& error) {
      failure_ = failure_ ? fmt::format("{}; {}", *failure_, error.what()) : error.what();
    }
  }
  if (!failure_) forget_in_play();
  out_.flush();
}

void Play::forget_in_play() {
  if (std::exchange(in_play_nodes_, std::nullopt))
    players::remove_in_play_file(options_.in_play_file);
}

void Play::keep_in_play() {
  const std::size_t nodes = session_.record().size();
  if (session_.over()) return forget_in_play();
  if (options_.in_play_file.empty() || session_.move_number() == 0 || only_looked_at()) return;
  if (in_play_nodes_ == nodes) return;
  // A game that came from where it will be saved is kept there at once.
  const bool at_home =
      !options_.in_save_file.empty() && content_of(options_.save_file) == options_.in_save_file;
  try {
    players::save_game(session_, at_home ? options_.save_file : options_.in_play_file,
                       {.turn_spent = spent()});
    if (at_home) options_.in_save_file = content_of(options_.save_file);
    in_play_nodes_ = nodes;
  } catch (const base::UserError& error) {
    if (!std::exchange(told_of_loss_, true))
      say(fmt::format("The game is not kept: {}", error.what()), Ink::Alarm);
  }
}

void Play::keep(const std::filesystem::path& file, std::string_view words) {
  const bool goes_here = file == options_.save_file;
  try {
    if (goes_here) make_room();
    players::save_game(session_, file, {.turn_spent = spent()});
    if (goes_here) options_.in_save_file = content_of(file);
  } catch (const base::UserError& error) {
    say(fmt::format("The moves of the game: {}", base::joined(session_.record().moves(), " ")),
        Ink::Plain);
    throw base::UserError(fmt::format("the game could not be saved: {}", error.what()));
  }
  fmt::print(out_, "{} {}\n", words, file.string());
}

void Play::make_room() {
  const std::string there = content_of(options_.save_file);
  if (there.empty() || there == options_.in_save_file) return;
  const auto file = players::name_beside(options_.save_file);
  base::write_file(file, there);
  const std::string name = base::shell_quoted(file.string());
  fmt::print(out_,
             "The game that was there is kept; go on with it: losange play --load {0} --save {0}\n",
             name);
}

bool Play::only_part_is_saved() const {
  return saved_ &&
         (saved_->nodes != session_.record().size() || saved_->result != session_.record().result);
}

void Play::note_read(const std::filesystem::path& file) {
  read_.reset();
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return;
  const auto& record = session_.record();
  read_ = Saved{file, record.size(), record.result, session_.move_number()};
}

bool Play::only_looked_at() const {
  return read_ && read_->nodes == session_.record().size() &&
         read_->result == session_.record().result;
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
  if (file != options_.save_file) {
    const auto& record = session_.record();
    saved_ = Saved{file, record.size(), record.result, session_.move_number()};
  }
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
  const auto control = session_.clock().control();
  const bool other_clock = players::saved_clock(record).text() != control.text();
  const auto turn_spent = players::saved_turn(record, control);
  session_.set_time_control(control);
  session_.load(std::move(record));
  if (other_clock) session_.start_clock(control);
  // It came from there, and may go there again; one of several games would replace the others.
  own_files_.clear();
  saved_.reset();
  note_read(text);
  if (opened.whole()) own_files_.insert(text);
  if (opened.games > 1) fmt::print(out_, "Of {} games this is the first.\n", opened.games);
  for (const auto& what : opened.left_out) fmt::print(out_, "Left out: {}\n", what.english);
  brought_elsewhere();
  turn_spent_ = turn_spent;
  set_up_engines();
  turn_.restart();
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
  saved_.reset();
  read_.reset();
  brought_elsewhere();
  set_up_engines();
  turn_.restart();
}

void Play::keep_before_replacing() {
  if (session_.move_number() == 0 || only_looked_at()) return;
  if (!session_.over()) {
    keep(players::name_beside(options_.save_file), "The unfinished game is kept in");
  } else if (only_part_is_saved()) {
    keep(players::name_beside(options_.save_file), "The game is kept in");
  }
}

}  // namespace losange::terminal
