#include "window/common/autosave.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>

#include "base/error.h"
#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/write_game.h"
#include "window/common/unused_file.h"

namespace losange::window {

namespace {

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

}  // namespace

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

void set_aside(const std::filesystem::path& file, const game::GameRecord& next) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) return;
  try {
    if (has_all_of(next, players::open_game(file.string(), {}))) return;
  } catch (const base::UserError&) {
    // It cannot be read: a person may still make something of it.
  }
  const auto folder = base::user_data_folder() / "games";
  base::make_folder(folder);
  const std::string name = fmt::format("{:%Y-%m-%d %H.%M.%S}", fmt::localtime(std::time(nullptr)));
  base::write_file(unused_file(folder / (name + file.extension().string())), base::read_file(file));
}

}  // namespace losange::window
