#include "window/kept/autosave.h"

#include "base/system/file.h"
#include "players/files/write_game.h"

namespace losange::window {

std::filesystem::path autosave_file(const game::GameSetup& setup) {
  return base::user_data_folder() / ("window." + players::game_file_ending(setup));
}

std::filesystem::path last_autosave() {
  std::filesystem::path last;
  std::filesystem::file_time_type newest{};
  for (const char* name : {"window.sgf", "window.pdn"}) {
    const auto file = base::user_data_folder() / name;
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    if (missing || (!last.empty() && time < newest)) continue;
    last = file;
    newest = time;
  }
  return last;
}

}  // namespace losange::window
