// Where the game on the table is kept after every move, so that it can go on another day. It is in the library too
// (library.h); this file says which one was on the table.
#pragma once

#include <filesystem>

#include "game/record.h"

namespace losange::window {

// One file for each kind of game.
std::filesystem::path autosave_file(const game::GameSetup& setup);
// The newest of them; empty where there is none.
std::filesystem::path last_autosave();

}  // namespace losange::window
