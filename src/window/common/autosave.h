// Where the game on the table is kept after every move, so that it can go on another day.
#pragma once

#include <filesystem>

#include "game/record.h"

namespace losange::window {

// One file for each kind of game.
std::filesystem::path autosave_file(const game::GameSetup& setup);
// The newest of them; empty where there is none.
std::filesystem::path last_autosave();

// Before another game takes the place of the one in the file: keeps that among the games of the user's data folder
// (`games/`, under the date and the time), unless `next` has all of it. Throws base::UserError.
void set_aside(const std::filesystem::path& file, const game::GameRecord& next);

}  // namespace losange::window
