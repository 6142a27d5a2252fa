// Opens the window. Built with SFML where it is there; without it these say what is missing.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "game/record.h"
#include "players/game/clock.h"

namespace losange::window {

struct WindowOptions {
  std::optional<game::GameRecord> record;  // opened at the start
  std::filesystem::path file;              // that it came from, where it did
  bool file_has_more = false;              // games than that
  bool start_game = false;                 // goes past the start screen with what follows
  game::GameSetup setup;
  std::array<std::string, 2> players{"human", "human"};
  std::optional<players::TimeControl>
      clock;  // unless given, none for a new game, its own for a record
  // Unless given, what they were when the window was left, or what fits the screen.
  std::optional<unsigned> width, height;
};

bool built_in();
// Whether a window can be opened here: built in, and a display answers.
bool available();
// Returns when the window is closed. Throws base::UserError.
void run(const WindowOptions& options);

}  // namespace losange::window
