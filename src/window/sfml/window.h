// Opens the window. Built with SFML where it is there; without it these say what is missing.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "base/message.h"
#include "game/record.h"
#include "players/files/open_game.h"
#include "players/game/clock.h"

namespace losange::window {

struct WindowOptions {
  std::optional<players::OpenedGame> opened;  // at the start
  std::filesystem::path file;                 // that it came from, where it did
  std::optional<base::Message> trouble;  // with what was to be opened, told on the start screen
  bool start_game = false;               // goes past the start screen with what follows
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
