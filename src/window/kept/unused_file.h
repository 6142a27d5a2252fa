// A name for a file that replaces none.
#pragma once

#include <filesystem>

namespace losange::window {

// The path as it is where nothing stands there, or with the first number that is free: "game.sgf", "game-2.sgf", ...
std::filesystem::path unused_file(const std::filesystem::path& wanted);

}  // namespace losange::window
