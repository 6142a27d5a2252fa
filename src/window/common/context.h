// What a screen, a dialog or a panel may see, and what it may ask for. They hold this and nothing else of the window
// they are in: the window makes one, tests make their own.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "players/files/open_game.h"
#include "window/choices/actions.h"
#include "window/choices/settings.h"
#include "window/choices/sound.h"
#include "window/table/table.h"

namespace losange::window {

enum class Screen { Start, Game, Lesson };
enum class Dialog {
  None,
  NewGame,
  Settings,
  Help,
  Open,
  Save,
  Library,
  Level,
  Menu,
  Victory,
  ConfirmNew,
  ConfirmLeave
};

struct Shown {
  Screen screen = Screen::Start;
  Dialog dialog = Dialog::None;
};

// What only a real window can do.
struct Services {
  using TakeText = std::function<void(const std::optional<std::string>&)>;
  using Copied = std::function<void(bool)>;
  // Hands over what was copied elsewhere: at once, or, in a browser, when the person has allowed it;
  // nothing where that is refused.
  std::function<void(const TakeText&)> clipboard = [](const TakeText& take) { take(""); };
  // Copies a text and tells whether that worked: at once, or, in a browser, later.
  std::function<void(const std::string&, const Copied&)> set_clipboard =
      [](const std::string&, const Copied& copied) { copied(true); };
  std::function<void(Sound)> play = [](Sound) {};
  // Throws base::UserError.
  std::function<void(const Scene&, int width, int height, const std::filesystem::path&)>
      save_picture = [](const Scene&, int, int, const std::filesystem::path&) {};
  // A file that the person asked for was written; a browser hands it out.
  std::function<void(const std::filesystem::path&)> file_written =
      [](const std::filesystem::path&) {};
  // Lets the person choose a game among the files of the device, where these are not the window's own; none elsewhere.
  std::function<void()> choose_file{};
  // A person's files are in folders; a browser page keeps its games in one place of its own, and
  // hands out a copy of each file that is written.
  bool has_folders = true;
  bool starts_programs = true;  // of other makers; a browser starts none
  bool can_quit = true;         // a page has no end of its own
  // Keys that what is around the window keeps for itself, as a browser keeps Ctrl+R: nobody is told of them.
  std::function<bool(const KeyPress&)> keeps_key = [](const KeyPress&) { return false; };
  std::function<void(const Settings&)> settings_changed = [](const Settings&) {};
};

// What is asked of the window. Where something cannot be done base::UserError is thrown: who is used by a person lets
// it pass, and the window makes a notice of it.
struct Wishes {
  std::function<void(Action)> perform = [](Action) {};
  std::function<void(Shown)> show = [](Shown) {};
  std::function<void(const std::function<void(Settings&)>&)> change_settings = [](const auto&) {};
  std::function<void(const game::GameSetup&, const std::array<std::string, 2>& players,
                     const players::TimeControl&)>
      start_game = [](const auto&, const auto&, const auto&) {};
  // Another game comes by this; where one on the screen was played and is not over, when the person has agreed.
  std::function<void(Word what, std::function<void()> go_on)> replace_game =
      [](Word, const auto& go_on) { go_on(); };
  std::function<void(game::GameRecord)> load_game = [](const auto&) {};
  std::function<void()> begin_lesson = [] {};
  std::function<void(const std::string&)> say = [](const std::string&) {};
  // Takes back what was said, where it stands there still.
  std::function<void(const std::string&)> unsay = [](const std::string&) {};
  std::function<void(const std::string&)> refuse = [](const std::string&) {};  // said, and heard
  // Letters go to this widget from now on; to none where it is empty.
  std::function<void(const std::string& id)> focus = [](const std::string&) {};
  std::function<void()> leave = [] {};
  std::function<void()> leave_unkept = [] {};  // whatever is lost
};

struct Context {
  const Settings& settings;
  const Shown& shown;
  const base::Clock::time_point& now;
  Table& table;
  const Services& services;
  Wishes ask;

  // Another dialog on the screen that is shown, or none.
  void open(Dialog dialog) const { ask.show({shown.screen, dialog}); }
  void close() const { open(Dialog::None); }

  // Text in the person's language.
  template <class... Values>
  std::string tr(Word w, Values&&... values) const {
    return filled(word(settings.language, w), {std::string(values)...});
  }
  std::string tr(Word w) const { return std::string(word(settings.language, w)); }
  bool shows_draughts() const;  // as the game on the screen
  // Of the board that is shown: that of the settings; a square one has a person's own side below, or White's.
  Orientation orientation() const;
  // Whether an action is of the game that is shown: draughts has no dead cells and no swap; and a page does not end.
  bool offers(Action action) const;
  std::string name(Action action) const;
  std::string tip(Action action) const;                  // the name and the key
  std::string move_text(const std::string& move) const;  // as it is said: the swap has a name
  std::string number(std::string text) const;            // with the decimal sign of the language
  // The number of a move that is the `ply`th of its game, from 1. In Hex every move has one; in draughts, as PDN writes
  // them, a move of each side share one.
  int move_number(int ply, game::Side side) const;
  std::string numbered(int ply, game::Side side, const std::string& move) const;  // "12. f6", "6... 18-23"
  std::string moves_counted(int plies, const game::GameSetup& setup) const;       // "1 move", "12 moves"
  // "1 move", "12 moves", "12.3k visits": the word for one, and the one for more.
  std::string counted(std::uint64_t count, Word one, Word more) const;
  std::string key_of(Action action) const;  // "Ctrl+Z"; empty where it never comes to the window
  // A sentence, and where another game was on the table before, that undoing brings it back.
  std::string with_way_back(std::string told) const;
  // The same after what should be known of a game that was opened: of how many it is the first, what is left out of it.
  std::string with_rest(std::string told, const players::OpenedGame& opened) const;
  std::string side_text(game::Side side) const;  // of the game on the table
  std::string side_text(game::Side side, const game::GameSetup& setup) const;

  const Palette& colors() const { return colors_of(table.record().setup); }
  const Palette& colors_of(const game::GameSetup& setup) const;
};

}  // namespace losange::window
