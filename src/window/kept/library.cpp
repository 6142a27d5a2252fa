#include "window/kept/library.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "window/kept/unused_file.h"

namespace losange::window {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kIndexTitle = "losange library 3";

fs::path index_file() { return Library::folder() / "index.tsv"; }

bool is_game(const fs::path& file) {
  const std::string ending = base::lower(file.extension().string());
  return ending == ".sgf" || ending == ".pdn";
}

// One field of a line of the index.
std::string field(std::string_view text) {
  std::string kept(text);
  for (char& c : kept) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return kept;
}

std::string line_of(const LibraryGame& game) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                     field(game.file), game.written, game.bytes, game.tree, int{game.readable},
                     field(game.setup.game), game.setup.size, int{game.setup.swap},
                     field(game.setup.variant), field(game.players[0]), field(game.players[1]),
                     static_cast<int>(game.result.outcome), field(game.result.reason),
                     field(game.date), game.moves, field(game.pieces), field(game.event));
}

// Nothing where the line is not one of ours: its file is read again.
std::optional<LibraryGame> game_of(std::string_view line) {
  const auto fields = base::split(line, '\t');
  constexpr std::size_t kFields = 17;
  if (fields.size() != kFields) return std::nullopt;
  std::array<std::int64_t, kFields> numbers{};
  for (const std::size_t i : {1u, 2u, 3u, 4u, 6u, 7u, 11u, 14u}) {
    const auto number = base::parse_integer(fields[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  if (numbers[11] < 0 || numbers[11] > static_cast<int>(game::Outcome::Draw)) return std::nullopt;
  LibraryGame game{fields[0], numbers[1], numbers[2], static_cast<std::uint32_t>(numbers[3])};
  game.readable = numbers[4] != 0;
  game.setup = {fields[5], static_cast<int>(numbers[6]), numbers[7] != 0, fields[8]};
  game.players = {fields[9], fields[10]};
  game.result = {static_cast<game::Outcome>(numbers[11]), fields[12]};
  game.date = fields[13];
  game.moves = static_cast<int>(numbers[14]);
  game.pieces = fields[15];
  game.event = fields[16];
  return game;
}

// What people would call the same game, whatever an analysis found in it.
std::uint32_t checksum_of(const game::GameRecord& record) {
  std::string text = fmt::format("{} {} {} {}", record.setup.game, record.setup.size,
                                 record.setup.swap, record.setup.variant);
  constexpr game::NodeId kEnd = SIZE_MAX;
  std::vector<game::NodeId> pending{game::kRoot};
  while (!pending.empty()) {
    const game::NodeId id = pending.back();
    pending.pop_back();
    if (id == kEnd) {
      text += ')';
      continue;
    }
    const auto& node = record.node(id);
    text += '(';
    if (node.move) text += node.move->text;
    for (const auto& stone : node.setup) {
      text += fmt::format("+{}{}", stone.cell, stone.side ? game::index(*stone.side) : 2);
    }
    text += '"' + node.comment + '"';
    pending.push_back(kEnd);
    pending.insert(pending.end(), node.children.rbegin(), node.children.rend());
  }
  return base::crc32(text);
}

// Every line of `part`, with its comments.
bool has_all_of(const game::GameRecord& whole, const game::GameRecord& part) {
  if (whole.setup != part.setup) return false;
  const auto alike = [&](game::NodeId a, game::NodeId b) {
    const auto &there = whole.node(a), &here = part.node(b);
    return there.move == here.move && there.setup == here.setup && there.comment == here.comment;
  };
  if (!alike(game::kRoot, game::kRoot)) return false;
  std::vector<std::pair<game::NodeId, game::NodeId>> pending{{game::kRoot, game::kRoot}};
  while (!pending.empty()) {
    const auto [a, b] = pending.back();
    pending.pop_back();
    const auto& children = whole.node(a).children;
    for (const game::NodeId child : part.node(b).children) {
      const auto same = std::find_if(children.begin(), children.end(),
                                     [&](game::NodeId other) { return alike(other, child); });
      if (same == children.end()) return false;
      pending.emplace_back(*same, child);
    }
  }
  return true;
}

void read_game(LibraryGame& game) {
  game.readable = false;
  try {
    game::GameRecord record = players::open_game(Library::path_of(game).string(), {});
    record.go_to_end_of_main_line();
    game.tree = checksum_of(record);
    game.setup = record.setup;
    game.players = record.players;
    game.result = record.result;
    game.date = record.date;
    game.event = record.event;
    const auto line = record.line();
    game.moves = static_cast<int>(std::count_if(
        line.begin(), line.end(), [&](game::NodeId id) { return record.node(id).move; }));
    game.pieces = players::replay(record)->view().pieces;
    game.readable = true;
  } catch (const std::exception&) {
    // It is listed by its name: a person may still make something of it.
  }
}

void look_at(Shelf& shelf) {
  std::error_code unknown;
  shelf.written = fs::last_write_time(shelf.file, unknown).time_since_epoch().count();
  shelf.bytes = static_cast<std::int64_t>(fs::file_size(shelf.file, unknown));
}

// Since it was read or written here, what is not in this game.
bool others_wrote(const Shelf& shelf, const game::GameRecord& record) {
  std::error_code unknown;
  if (!fs::exists(shelf.file, unknown)) return false;
  Shelf now{shelf.file};
  look_at(now);
  if (now.written == shelf.written && now.bytes == shelf.bytes) return false;
  try {
    return !has_all_of(record, players::open_game(shelf.file.string(), {}));
  } catch (const base::UserError&) {
    return true;  // a person may still make something of it
  }
}

}  // namespace

fs::path Library::folder() { return base::user_data_folder() / "games"; }

void Library::read_index() {
  if (std::exchange(read_, true)) return;
  try {
    const auto lines = base::split(base::read_file(index_file()), '\n');
    if (lines.front() != kIndexTitle) return;
    for (const auto& line : lines) {
      if (auto game = game_of(line)) known_.push_back(std::move(*game));
    }
  } catch (const base::UserError&) {
    // The files say the same.
  }
}

void Library::write_index() const {
  std::string text = std::string(kIndexTitle) + "\n";
  for (const auto& game : known_) text += line_of(game);
  try {
    base::write_file(index_file(), text);
  } catch (const base::UserError&) {
    // The files are read again another time.
  }
}

std::vector<LibraryGame> Library::games(std::size_t most) {
  read_index();
  std::vector<LibraryGame> found;
  std::error_code error;
  fs::directory_iterator entry(folder(), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (!is_game(entry->path())) continue;
    Shelf shelf{entry->path()};
    look_at(shelf);
    found.push_back({entry->path().filename().string(), shelf.written, shelf.bytes});
  }
  std::sort(found.begin(), found.end(), [](const LibraryGame& a, const LibraryGame& b) {
    return a.written != b.written ? a.written > b.written : a.file > b.file;
  });
  const bool all = found.size() <= most;
  if (!all) found.resize(most);
  std::map<std::string_view, const LibraryGame*> index;
  for (const auto& game : known_) index[game.file] = &game;
  bool changed = all && found.size() != known_.size();
  for (auto& game : found) {
    const auto known = index.find(game.file);
    if (known != index.end() && known->second->written == game.written &&
        known->second->bytes == game.bytes) {
      game = *known->second;
    } else {
      read_game(game);
      changed = true;
    }
  }
  if (!changed) return found;
  std::vector<LibraryGame> now = found;
  if (!all) {  // what is known of the others stays
    for (const auto& game : known_) {
      const bool seen = std::any_of(found.begin(), found.end(), [&](const LibraryGame& other) {
        return other.file == game.file;
      });
      if (!seen) now.push_back(game);
    }
  }
  known_ = std::move(now);
  write_index();
  return found;
}

Shelf Library::shelf_with(const game::GameRecord& record) {
  const std::uint32_t tree = checksum_of(record);
  for (const auto& game : games()) {
    if (!game.readable || game.tree != tree || game.setup != record.setup) continue;
    const auto kept = players::open_game(path_of(game).string(), {});
    if (has_all_of(kept, record) && has_all_of(record, kept))
      return {path_of(game), game.written, game.bytes};
  }
  return {};
}

fs::path Library::new_file(const game::GameSetup& setup) {
  const std::string name = fmt::format("{:%Y-%m-%d %H.%M.%S}", fmt::localtime(std::time(nullptr)));
  return unused_file(folder() / (name + "." + players::game_file_ending(setup)));
}

void Library::keep(const players::Session& session, Shelf& shelf) {
  base::make_folder(folder());
  if (shelf.file.empty() || others_wrote(shelf, session.record()))
    shelf.file = new_file(session.record().setup);
  players::save_game(session, shelf.file, {.dated = true});
  look_at(shelf);
}

void Library::take_in(const fs::path& file, const game::GameRecord& next) {
  std::error_code unknown;
  if (!fs::exists(file, unknown)) return;
  try {
    const auto record = players::open_game(file.string(), {});
    if (has_all_of(next, record) || !shelf_with(record).file.empty()) return;
  } catch (const base::UserError&) {
    // It cannot be read: a person may still make something of it.
  }
  base::make_folder(folder());
  const auto name = new_file({}).replace_extension(file.extension());
  base::write_file(unused_file(name), base::read_file(file));
}

void Library::remove(const LibraryGame& game) {
  std::error_code error;
  std::filesystem::remove(path_of(game), error);
  if (error) {
    throw base::UserError("window.cannot-remove", "cannot remove {}: {}", path_of(game).string(),
                          base::system_reason(error.value()));
  }
}

}  // namespace losange::window
