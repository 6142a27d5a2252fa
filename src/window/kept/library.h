// The library: every game that was played or opened here, one file each (SGF, PDN) in the folder `games` of the user's
// data. An index beside them holds what lists show of each; the files are the truth, and the index is made anew from them
// wherever it is missing or out of date, so that files may come and go by other hands. The game screen keeps the game on
// the table in it, the start screen and the library's dialog list it. Nothing leaves it but by remove().
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "game/record.h"
#include "players/game/session.h"

namespace losange::window {

struct LibraryGame {
  std::string file;                     // its name in the folder
  std::int64_t written = 0, bytes = 0;  // of the file: what tells that it changed since
  std::uint32_t tree = 0;               // a checksum of the moves, set-ups and comments
  bool readable = true;                 // otherwise only the name is known
  game::GameSetup setup{};
  std::array<std::string, 2> players{};
  game::Result result{};
  std::string event{};
  std::string date{};  // empty where the game does not say
  int moves = 0;
  std::string pieces{};  // at the end of the main line, as players::BoardView::pieces
};

// The file that a game on the table is kept in, as it was read or written last: another window may have the same game.
struct Shelf {
  std::filesystem::path file{};  // none: it gets one when the game is kept
  std::int64_t written = 0, bytes = 0;
};

class Library {
 public:
  static std::filesystem::path folder();
  static std::filesystem::path path_of(const LibraryGame& game) { return folder() / game.file; }

  // All games, the newest first, or as many of the newest: files that changed are read. A folder that is not there is an
  // empty library.
  std::vector<LibraryGame> games(std::size_t most = SIZE_MAX);
  // The file that holds this very game, its whole tree; none where there is none.
  Shelf shelf_with(const game::GameRecord& record);
  // Where a game that is new here is kept.
  static std::filesystem::path new_file(const game::GameSetup& setup);
  // Writes the game, into a new file where somebody else wrote into its own what this game has not. Throws
  // base::UserError, and what was there stays.
  static void keep(const players::Session& session, Shelf& shelf);
  // Takes in the game of a file that is about to be replaced by `next`, unless that has all of it or the library does.
  // Throws base::UserError.
  void take_in(const std::filesystem::path& file, const game::GameRecord& next);
  static void remove(const LibraryGame& game);  // throws base::UserError

 private:
  void read_index();
  void write_index() const;

  std::vector<LibraryGame> known_;  // by file, in no order
  bool read_ = false;
};

}  // namespace losange::window
