#include "players/files/saved_game.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/files/write_game.h"

namespace losange::players {

namespace {

constexpr std::string_view kClock = "OT";       // SGF: a description of the time control
constexpr std::string_view kCursor = "CURSOR";  // ours: see cursor_text()
constexpr std::string_view kPeople = "PEOPLE";  // ours: see people_text()
constexpr std::string_view kTurn = "TURN";      // ours: see turn_text()

constexpr double kLongestTurn_s = 1e7;  // files hold what people type

constexpr std::string_view kInPlay = "in-play-";  // and the number of the process

// So many are a game each evening of three months, and half a megabyte at most: who looks for one that ended finds it, and
// the folder stays one that can be read.
constexpr std::size_t kKeptBeside = 100;

// "autosave-2026-11-19.sgf" and "autosave-2026-11-19-2.sgf" are beside "autosave.sgf"; what a person named otherwise is not.
bool is_beside(const std::filesystem::path& other, const std::filesystem::path& file) {
  const std::string name = other.stem().string(), stem = file.stem().string() + "-";
  if (!name.starts_with(stem) || other.extension() != file.extension()) return false;
  const auto parts = base::split(name.substr(stem.size()), '-');
  const auto is_number = [](const std::string& part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
  };
  return (parts.size() == 3 || parts.size() == 4) && parts[0].size() == 4 &&
         std::all_of(parts.begin(), parts.end(), is_number);
}

bool is_alive(std::int64_t process) {
  return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH);
}

std::optional<std::string> root_property(const game::GameRecord& record, std::string_view name) {
  for (const auto& property : record.node(game::kRoot).other) {
    if (property.name == name && !property.values.empty()) return property.values.front();
  }
  return std::nullopt;
}

char side_digit(game::Side side) { return side == game::Side::First ? '1' : '2'; }

// The way from the root to the cursor: steps along first variations, then, where it leaves them, the number of the
// variation it takes and again steps. "12" is the twelfth node of the main line, "4 1 2" goes four nodes along it, takes
// the second variation there and goes two further.
std::string cursor_text(const game::GameRecord& record) {
  std::string text;
  int steps = 0;
  for (const game::NodeId id : record.line()) {
    if (id == game::kRoot) continue;
    const auto& siblings = record.node(record.node(id).parent).children;
    const auto variation = std::find(siblings.begin(), siblings.end(), id) - siblings.begin();
    if (variation == 0) {
      ++steps;
    } else {
      text += fmt::format("{} {} ", std::exchange(steps, 0), variation);
    }
  }
  return text + std::to_string(steps);
}

// The sides that people sit at under another name than a person's, "1", "2" or "12": a game that is only looked at keeps
// the names of the engines that played it, and these do not come back to go on with it.
std::string people_text(const Session& session) {
  std::string text;
  for (const auto side : {game::Side::First, game::Side::Second}) {
    const Player* player = session.player(side);
    const std::string& name = session.player_name(side);
    if (player == nullptr || !player->waits_for_person()) continue;
    if (name != "human" && !name.starts_with("hybrid:")) text += side_digit(side);
  }
  return text;
}

// Seconds spent of the turn under way, after so many moves: a record keeps what it was read with, and by then the game may
// have gone on.
std::string turn_text(const game::GameRecord& record, base::Millis spent) {
  return fmt::format("{} {}", base::to_seconds(spent), record.moves().size());
}

void set_root_property(game::GameRecord& record, std::string_view name, std::string value) {
  auto& properties = record.node(game::kRoot).other;
  std::erase_if(properties, [&](const game::Property& p) { return p.name == name; });
  if (!value.empty()) properties.push_back({std::string(name), {std::move(value)}});
}

}  // namespace

std::filesystem::path autosave_file(const game::GameSetup& setup) {
  return base::user_data_folder() / ("autosave." + players::game_file_ending(setup));
}

std::filesystem::path in_play_file(const game::GameSetup& setup) {
  return base::user_data_folder() /
         fmt::format("{}{}.{}", kInPlay, ::getpid(), players::game_file_ending(setup));
}

std::vector<std::filesystem::path> take_over_games_in_play(const game::GameSetup& setup) {
  const std::string ending = "." + players::game_file_ending(setup);
  const auto home = autosave_file(setup);
  std::vector<std::filesystem::path> moved;
  std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> cut;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(home.parent_path(), ignored)) {
    const auto& file = entry.path();
    if (!file.filename().string().starts_with(kInPlay) || file.extension() != ending) continue;
    const auto process = base::parse_integer(file.stem().string().substr(kInPlay.size()));
    if (process && !is_alive(*process)) cut.emplace_back(entry.last_write_time(ignored), file);
  }
  std::sort(cut.begin(), cut.end());
  try {
    for (const auto& [when, file] : cut) {
      if (std::filesystem::exists(home, ignored)) {
        moved.push_back(name_beside(home));
        base::write_file(moved.back(), base::read_file(home));
      }
      base::write_file(home, base::read_file(file));
      remove_in_play_file(file);
    }
    if (!cut.empty()) moved.push_back(home);
  } catch (const base::UserError&) {
    // Perhaps the next time.
  }
  remove_old_games_beside(home);
  return moved;
}

void remove_in_play_file(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

void remove_old_games_beside(const std::filesystem::path& file) {
  std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> beside;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path(), ignored)) {
    if (is_beside(entry.path(), file) && entry.is_regular_file(ignored))
      beside.emplace_back(entry.last_write_time(ignored), entry.path());
  }
  if (beside.size() <= kKeptBeside) return;
  std::sort(beside.begin(), beside.end());
  beside.resize(beside.size() - kKeptBeside);
  for (const auto& [when, old] : beside) {
    try {
      // Also where one looked back in a game that has ended: what was saved as going on is not taken from anybody.
      const auto record = open_game(old.string(), {});
      if (!unfinished(record) && !unfinished(at_saved_move(record)))
        std::filesystem::remove(old, ignored);
    } catch (const base::UserError&) {
      // It cannot be read: a person may still make something of it.
    }
  }
}

std::filesystem::path name_beside(const std::filesystem::path& file) {
  const std::string stem = file.stem().string() + "-" + today();
  const std::string ending = file.extension().string();
  std::filesystem::path path = file;
  path.replace_filename(stem + ending);
  std::error_code unknown;
  for (int number = 2; std::filesystem::exists(path, unknown); ++number) {
    path.replace_filename(fmt::format("{}-{}{}", stem, number, ending));
  }
  return path;
}

void prepare_folder_of(const std::filesystem::path& file) {
  const auto folder = file.parent_path();
  std::error_code error;
  // Ours alone is made: a folder that a person names and that is not there is a slip of the keyboard.
  if (folder == base::user_data_folder()) {
    base::make_folder(folder);
  } else if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    throw base::UserError("save.no-folder", "there is no folder {}: make it, or save elsewhere",
                          folder.string());
  }
  if (std::filesystem::is_directory(file, error)) {
    throw base::UserError("save.is-folder", "{} is a folder: name a file in it", file.string());
  }
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }

void save_game(const Session& session, const std::filesystem::path& file,
               const SaveOptions& options) {
  game::GameRecord record = session.record();
  for (const auto side : {game::Side::First, game::Side::Second}) {
    record.players[game::index(side)] = session.player_name(side);
  }
  if (record.date.empty() && !options.dated) record.date = today();
  const auto& control = session.clock().control();
  const bool timed = control.kind != TimeControl::Kind::None;
  set_root_property(record, kClock, timed ? control.text() : "");
  const bool turn_goes_on = timed && !session.over() && options.turn_spent > base::Millis(0);
  set_root_property(record, kTurn, turn_goes_on ? turn_text(record, options.turn_spent) : "");
  // Files are read to the end of their main line.
  game::GameRecord as_read = record;
  as_read.go_to_end_of_main_line();
  const bool at_end = as_read.cursor() == record.cursor();
  set_root_property(record, kCursor, at_end ? "" : cursor_text(record));

  set_root_property(record, kPeople, people_text(session));

  prepare_folder_of(file);
  base::write_file(file, players::write_game(record));
}

game::GameRecord at_saved_move(game::GameRecord record) {
  const auto text = root_property(record, kCursor);
  const auto words = base::split_words(text.value_or(""));
  std::vector<std::int64_t> numbers;
  for (const auto& word : words) {
    const auto number = base::parse_integer(word);
    if (!number || *number < 0) return record;
    numbers.push_back(*number);
  }
  if (numbers.empty()) return record;
  record.go_to(game::kRoot);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool steps = i % 2 == 0;
    if (!steps && !record.forward(static_cast<std::size_t>(numbers[i]))) break;
    for (std::int64_t step = 0; steps && step < numbers[i] && record.forward(); ++step) {
    }
  }
  return record;
}

TimeControl saved_clock(const game::GameRecord& record) {
  try {
    return TimeControl::parse(root_property(record, kClock).value_or("none"));
  } catch (const base::UserError&) {
    return {};  // another program's words for its clock
  }
}

base::Millis saved_turn(const game::GameRecord& record, const TimeControl& clock) {
  const auto words = base::split_words(root_property(record, kTurn).value_or(""));
  if (words.size() != 2 || words[1] != std::to_string(record.moves().size()))
    return base::Millis(0);
  const auto seconds = base::parse_real(words[0]);
  const bool counts = seconds && *seconds > 0 && clock.kind != TimeControl::Kind::None &&
                      clock.text() == saved_clock(record).text();
  return counts ? base::to_millis(std::min(*seconds, kLongestTurn_s)) : base::Millis(0);
}

bool saved_as_person(const game::GameRecord& record, game::Side side) {
  return root_property(record, kPeople).value_or("").find(side_digit(side)) != std::string::npos;
}

bool unfinished(const game::GameRecord& record) { return !Session(record).over(); }

}  // namespace losange::players
