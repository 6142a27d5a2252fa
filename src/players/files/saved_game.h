// Games kept as SGF or PDN so that a later `losange play` goes on exactly where the person left: the move one
// stood at, the players and the clock are in the file, in properties that other programs ignore.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "game/record.h"
#include "players/game/clock.h"
#include "players/game/session.h"

namespace losange::players {

// Where an unfinished game goes when the person names no file.
std::filesystem::path autosave_file(const game::GameSetup& setup);

// Where the game in the file goes that is about to be replaced by another: a name of its own beside it, of today, that
// replaces nothing. "autosave-2026-11-19.sgf", "autosave-2026-11-19-2.sgf", ...
std::filesystem::path name_beside(const std::filesystem::path& file);
// The oldest of these beyond the newest hundred go, but for games that go on and files that cannot be read.
void remove_old_games_beside(const std::filesystem::path& file);

// Where a game is kept while a person of this process plays it, for the case that the process ends without a word.
std::filesystem::path in_play_file(const game::GameSetup& setup);
// Once the game is kept elsewhere, or over.
void remove_in_play_file(const std::filesystem::path& file);
// The games of processes that ended so are put where a game goes that nobody named a file for: the newest as the game
// that was left, and what was there before it beside. Where these are now, that place last; none where nothing was cut
// off. What cannot be moved stays. Then remove_old_games_beside().
std::vector<std::filesystem::path> take_over_games_in_play(const game::GameSetup& setup);

// Throws base::UserError where the file's folder is not there; the user's own data folder is made.
void prepare_folder_of(const std::filesystem::path& file);

struct SaveOptions {
  // A game without a date gets no other: who played it has said all that is known.
  bool dated = false;
  base::Millis turn_spent{0};  // of the turn under way, which the clock does not know yet
};
// Throws base::UserError; the file that was there stays whole then.
void save_game(const Session& session, const std::filesystem::path& file,
               const SaveOptions& options = {});
// Today, as files have it.
std::string today();

// The record with its cursor where it was saved; other programs' files stay as they were read.
game::GameRecord at_saved_move(game::GameRecord record);
// The clock it was played with; none when the file does not say.
TimeControl saved_clock(const game::GameRecord& record);
// What of the turn under way was spent when it was saved, where the game goes on by the same clock.
base::Millis saved_turn(const game::GameRecord& record, const TimeControl& clock);
// A person sat at this side when it was saved, whoever the game names.
bool saved_as_person(const game::GameRecord& record, game::Side side);
// True when the game goes on at the cursor.
bool unfinished(const game::GameRecord& record);

}  // namespace losange::players
