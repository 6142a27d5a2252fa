// What the person chose, kept as JSON in the user's configuration folder. A file from outside is
// never trusted: each value is checked on its own, and what is missing or wrong keeps its default.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "window/draw/theme.h"
#include "window/scene/shape.h"
#include "window/words/words.h"

namespace losange::window {

struct Settings {
  ThemeName theme = ThemeName::Light;
  PaletteName palette = PaletteName::RedBlue;
  Shading shading = Shading::None;
  Orientation orientation;
  bool fill_cells = false;  // stones as whole cells instead of discs
  bool names_in_cells = false;
  bool move_numbers = false;  // on the stones
  double music = 0;           // volumes, 0 to 1
  double effects = 0.5;
  bool mute = false;
  double animation = 1;  // speed; 0 is no animation
  Language language = Language::English;
  double thinking_s = 2;  // a move and a hint, where no clock decides
  int threads = 1;
  bool fullscreen = false;
  // Of the window when it was left; no width: not known.
  int window_x = 0, window_y = 0, window_width = 0, window_height = 0;
  double text_size = 1;
  bool show_graph = true;  // the win-rate graph
  bool show_hints = true;  // values on the board while analysing
  bool move_list = false;  // the moves as text in place of the tree
  double pace_s = 0.6;     // between the moves of two engines

  std::vector<std::string> engines{};  // that the person added, as player specs
  std::string adviser{};               // one of them; empty: our own

  // What the next new game starts from.
  int size = 11;
  bool swap = true;
  std::string clock = "none";
  std::string first = "human", second;  // player specs; empty: the default engine
  int level = 5;
};

inline constexpr std::array<double, 5> kTextSizes{0.8, 0.9, 1.0, 1.2, 1.4};
inline constexpr std::array<double, 4> kAnimationSpeeds{0, 0.5, 1, 2};

// What the text does not say, or not rightly, stays as in `defaults`; `complaints` gets a line for each value that was
// not taken.
Settings read_settings(std::string_view json, std::vector<base::Message>* complaints = nullptr,
                       Settings defaults = {});
std::string write_settings(const Settings& settings);

std::filesystem::path settings_file();
// The settings of this user; the language follows the environment where no file says otherwise.
Settings load_settings();
// Writes what differs from `before`, as it was read or saved last: what another window changed since then stays. A file that is
// no settings is kept beside, as window.json.bad. Throws base::UserError.
void save_settings(const Settings& settings, const Settings& before);

}  // namespace losange::window
