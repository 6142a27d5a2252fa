// The window without the window: events come in, frames go out; what only a real window can do (clipboard, sound,
// pictures) is asked of Services. The SFML part feeds it, and so do tests, without a display. It decides which screen
// and which dialog are shown, gives them what the pointer and the keyboard do, lets time pass, and tells notices;
// everything else is known to the screens and dialogs themselves. ui.cpp has frames, time and what is asked for,
// ui_events.cpp pointer and keyboard, ui_fields.cpp what they do in a text.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "window/common/context.h"
#include "window/common/second_wish.h"
#include "window/dialogs/confirm_dialog.h"
#include "window/dialogs/files_dialog.h"
#include "window/dialogs/help_dialog.h"
#include "window/dialogs/library_dialog.h"
#include "window/dialogs/menu_dialog.h"
#include "window/draw/pen.h"
#include "window/screens/game_screen.h"
#include "window/screens/lesson_screen.h"
#include "window/screens/start_screen.h"
#include "window/setup/level_dialog.h"
#include "window/setup/new_game_dialog.h"
#include "window/setup/settings_dialog.h"
#include "window/ui/overlays.h"

namespace losange::window {

class Ui {
 public:
  using Time = base::Clock::time_point;

  Ui(Settings settings, Measure measure, Services services, TableOptions options = {});
  Ui(const Ui&) = delete;  // what it is made of knows where it stands
  Ui& operator=(const Ui&) = delete;

  // Events; each may change what is seen.
  // `fingers`: people touch the window rather than point into it.
  void resize(double width, double height, bool fingers = false);
  void pointer_moved(Point at);
  void pointer_pressed(Point at);
  void pointer_released(Point at);
  void wheel(Point at, double steps);
  void key(const KeyPress& press);
  void typed(char32_t character);
  // The window closes: the game is kept. Where that fails it is asked first; leaving again while the question stands there,
  // and was read, is an answer.
  void leave();

  // Lets time pass. True when a new frame should be shown.
  bool tick(Time now);
  // How long nothing can change without an event or a report of an engine.
  bool animating() const {
    return (board() && board()->motion().moves()) || table_.engine_thinks();
  }
  const Frame& frame();  // drawn anew when something changed
  const Scene& to_show() {
    unseen_ = false;
    return frame().scene;
  }
  // Of the window: the game on the table, where one is shown.
  std::string title() const;
  bool wants_to_quit() const { return quit_; }
  // Writes what is to be found again; false when it could not be.
  bool keep();

  const Table& table() const { return table_; }
  Table& table() { return table_; }
  const Settings& settings() const { return settings_; }
  Screen screen() const { return shown_.screen; }
  Dialog dialog() const { return shown_.dialog; }
  const std::string& notice() const { return notice_.text(); }
  // The field that letters go to, for those whose keyboard comes when it is called; none otherwise.
  const Widget* field_in_use();
  // For tests: the board as it stands in the window now, nothing where there is none; the widget that keys go to.
  const PlacedBoard* placed_board() const;
  const std::string& focused() const { return attention_.focused; }

  void show(Screen screen, Dialog dialog = Dialog::None);
  void perform(Action action);
  // Opened from outside; what is not given is the game's own (GameScreen::load).
  void load_game(game::GameRecord record, const std::array<std::string, 2>& seats = {},
                 const std::optional<players::TimeControl>& clock = std::nullopt);
  // The game that was just loaded is this file's, or one of several in it: saving proposes its name.
  void game_came_from(const std::filesystem::path& file, bool shared) {
    files_dialog_.game_came_from(std::filesystem::absolute(file), shared);
  }
  // What of the file that it came from is not in the game, where something is not.
  void tell_rest_of(const players::OpenedGame& opened);
  void refuse(const base::Message& what);  // what a person asked for before the window was there
  // Whatever text holds a game, or the name of a file with one; what it cannot be is told as a notice.
  void open_text(const std::string& text);
  // The same without a question about the game it replaces: pasted, or written as a page's address.
  void open_at_once(const std::string& text);
  // Files that are read elsewhere, and handed over as text: whether one of this size may be, and that one could not be read.
  // The person is told.
  bool takes_file(const std::string& name, double bytes);
  void file_was_unreadable();
  void start_game(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                  const players::TimeControl& clock);
  void change_settings(const std::function<void(Settings&)>& change);

 private:
  Wishes wishes();  // what screens and dialogs may ask for
  ScreenPart& screen_part() const { return *screens_[static_cast<std::size_t>(shown_.screen)]; }
  BoardPanel* board() const { return screen_part().board(); }
  Part* dialog_part();  // the dialog that is shown; none for the card of victory
  Look look() const;
  void draw(Pen& pen);

  void say(std::string text, bool error = false);
  void refuse(std::string text);  // says it with the sound of a mistake
  void refuse_paste();            // the browser did not hand over what was copied
  bool covers_cells(Rect area) const;
  bool told_beside_board(const std::string& text) const;
  // No error closes the window: it becomes a notice, and the game goes on. False where there was one.
  bool attempt(const std::function<void()>& work);
  void guarded(const std::function<void()>& work);  // the same for what changes what is seen
  void touch() { dirty_ = unseen_ = true; }
  void keep_settings();  // writes them where they changed
  void pass_time();      // what tick() does
  void keep_all();
  bool unfinished_game_shown() const;
  void new_game_wanted();
  void replace_game(Word what, std::function<void()> go_on);
  void begin_lesson();
  void load_text(const std::string& text, bool asks);

  // Events.
  void press(Point at);
  bool is_second_click(Point at, const Widget* under) const;
  void release(Point at);
  void obey_key(const KeyPress& press);
  void escape();
  void type(char32_t character);
  void move_focus(int direction);
  // Fields (ui_fields.cpp).
  bool edit_field(const KeyPress& press);
  bool erase_in_field(const KeyPress& press, const Widget& field);
  bool use_clipboard(char letter, const Widget& field);
  void insert(const std::string& id, std::string text);  // into that field, if it is still there
  void put_caret(const Widget& field, std::size_t place, bool selecting);
  void press_field(const Widget& field, Point at);
  void drag_field(const Widget& field, Point at);
  bool scroll_field(Point at, double steps);  // the one under the pointer, where it can be
  bool use_focused(const KeyPress& press);
  bool go_within_group(const Widget& focused, Key key);
  // Whether the key was for what is asked. A key whose work failed was.
  bool taken(const std::function<bool()>& asked);
  void slide_to(const Widget& widget, double x);
  void update_hover();
  void put_tip_away();

  Settings settings_;
  Settings settings_kept_;  // as they were read or written last
  bool settings_unsaved_ = false;
  Measure measure_;
  Services services_;
  TableOptions options_;  // where no setting says otherwise
  Table table_;
  Time now_{};
  Shown shown_;
  Context context_;  // what the screens and dialogs see of all this

  StartScreen start_{context_};
  GameScreen game_{context_};
  LessonScreen lesson_{context_};
  std::array<ScreenPart*, 3> screens_{&start_, &game_, &lesson_};  // in the order of Screen
  NewGameDialog new_game_dialog_{context_};
  SettingsDialog settings_dialog_{context_};
  HelpDialog help_dialog_{context_};
  FilesDialog files_dialog_{context_};
  LevelDialog level_dialog_{context_};
  LibraryDialog library_dialog_{context_};
  MenuDialog menu_dialog_{context_};
  ConfirmDialog confirm_dialog_{context_}, leave_dialog_{context_};
  Notice notice_;
  Tooltip tooltip_;

  double width_ = 1280, height_ = 800;
  bool fingers_ = false;
  double scrolled_ = 0;  // the dialog, where it is taller than the window
  Frame frame_;
  bool dirty_ = true;   // the frame is out of date
  bool unseen_ = true;  // it was not shown yet
  bool quit_ = false;
  SecondWish leave_;  // without the game
  Attention attention_;
  static constexpr base::Millis kDoubleClick{400};
  struct Click {
    Time when{};
    Point where{-1, -1};
    std::string widget;
  } clicked_;                     // the last one that was given to what lay there
  Time field_pressed_{};          // when a field was clicked last
  std::size_t field_place_ = 0;   // and where in its text
  std::uint64_t card_below_ = 0;  // the game whose card of victory a dialog lies over; 0: none
  std::string focused_before_;    // on the screen, when a dialog came
};

}  // namespace losange::window
