// A name for a file that replaces none.
#pragma once

#include <filesystem>

namespace losange::window {

// The path as it is where nothing stands there, or with the first number that is free: "game.sgf", "game-2.sgf", ...
// A number at its end is counted on, unless it is part of the name: "move-7.png", "move-7-2.png".
std::filesystem::path unused_file(const std::filesystem::path& wanted, bool counts_on = true);

}  // namespace losange::window
