// The window without the window: all screens and everything a person can do with them. Events come
// in, frames go out; what only a real window can do (clipboard, sound, pictures) is asked of
// Services. The SFML part feeds it, and so do tests, without a display. ui.cpp has frames and time,
// ui_events.cpp pointer and keyboard, ui_actions.cpp what people do, screen_*.cpp and panel_*.cpp
// what they see.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "window/board/board_picture.h"
#include "window/board/move_choice.h"
#include "window/common/context.h"
#include "window/dialogs/confirm_dialog.h"
#include "window/dialogs/files_dialog.h"
#include "window/dialogs/help_dialog.h"
#include "window/dialogs/menu_dialog.h"
#include "window/dialogs/new_game_dialog.h"
#include "window/dialogs/settings_dialog.h"
#include "window/draw/layout.h"
#include "window/draw/pen.h"
#include "window/table/lesson.h"
#include "window/table/table.h"
#include "window/table/tree_layout.h"

namespace losange::window {

class Ui {
 public:
  using Time = base::Clock::time_point;

  Ui(Settings settings, Measure measure, Services services, TableOptions options = {});
  Ui(const Ui&) = delete;  // what it is made of knows where it stands
  Ui& operator=(const Ui&) = delete;

  // Events; each may change what is seen.
  void resize(double width, double height);
  void pointer_moved(Point at);
  void pointer_pressed(Point at);
  void pointer_released(Point at);
  void wheel(Point at, double steps);
  void key(const KeyPress& press);
  void typed(char32_t character);
  void leave();  // the window closes: the game is kept; where that fails, a second wish is needed

  // Lets time pass. True when a new frame should be shown.
  bool tick(Time now);
  // How long nothing can change without an event or a report of an engine.
  bool animating() const { return !moving_.empty() || chain_light_ < 1 || table_.engine_thinks(); }
  const Frame& frame();  // drawn anew when something changed
  const Scene& to_show() {
    unseen_ = false;
    return frame().scene;
  }
  bool wants_to_quit() const { return quit_; }

  const Table& table() const { return table_; }
  Table& table() { return table_; }
  const Settings& settings() const { return settings_; }
  Screen screen() const { return shown_.screen; }
  Dialog dialog() const { return shown_.dialog; }
  const std::string& notice() const { return notice_; }
  // The board as it stands in the window now; for tests and for the pointer.
  const std::optional<PlacedBoard>& placed_board() const { return placed_; }

  void show(Screen screen, Dialog dialog = Dialog::None);
  void perform(Action action);
  // Opened from outside. Seats that are not named are those of an unfinished game, or people's; the clock is the
  // game's own unless one is given.
  void load_game(game::GameRecord record, const std::array<std::string, 2>& seats = {},
                 const std::optional<players::TimeControl>& clock = std::nullopt);
  void start_game(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                  const players::TimeControl& clock);
  // Where a game is kept after every move, and the newest of these files; empty when there is none.
  static std::filesystem::path autosave_file(const game::GameSetup& setup);
  static std::filesystem::path last_autosave();
  void change_settings(const std::function<void(Settings&)>& change);

 private:
  Look look() const;

  Wishes wishes();      // what the dialogs may ask for
  Part* dialog_part();  // the dialog that is shown; none for the card of victory

  // Events.
  void say(std::string text, bool error = false);
  void refuse(std::string text);  // says it with the sound of a mistake
  // No error closes the window: it becomes a notice, and the game goes on. False where there was one.
  bool attempt(const std::function<void()>& work);
  void guarded(const std::function<void()>& work);  // the same for what changes what is seen
  void touch() { dirty_ = unseen_ = true; }
  void press(Point at);
  void release(Point at);
  void obey_key(const KeyPress& press);
  void type(char32_t character);
  void move_focus(int direction);
  bool edit_field(const KeyPress& press);
  void slide_to(const Widget& widget, double x);
  void board_clicked(Point at);
  void click_cell(int cell);
  void click_piece(const MoveChoice& choice, int cell);
  void add_choice(BoardPicture& picture, const MoveChoice& choice) const;
  bool board_key(const KeyPress& press);
  void update_hover();
  // The cell under the pointer. A pointer that stands still while a smaller board comes has none.
  int hover_on(const PlacedBoard& board) const;
  void watch_board(Time now);                   // animations and sounds follow the position
  bool slide_piece(const std::string& pieces);  // where the last move was one of a piece
  bool advance_animations(Time now);
  bool autosave();           // false when the game could not be kept
  void keep_settings();      // writes them where they changed
  void pass_time(Time now);  // what tick() does

  // Actions.
  void new_game_wanted();
  void begin_lesson();
  void finish_resign();
  void jump_mistake(int direction);
  void paste();
  void export_picture(bool svg);
  bool finds_unfinished_game() const;
  void set_up_cell(int cell);

  // Screens.
  void draw_screen(Pen& pen);
  void draw_start(Pen& pen);
  void draw_game(Pen& pen);
  void draw_bar(Pen& pen, Rect bar);
  void draw_board_area(Pen& pen, Rect area);
  void draw_game_panel(Pen& pen, Rect panel);
  void draw_players(Pen& pen, Rect& rest);
  void draw_player(Pen& pen, Rect row, game::Side side);
  void draw_status(Pen& pen, Rect& rest);
  void draw_win_bar(Pen& pen, Rect area);
  void draw_graph(Pen& pen, Rect area);
  void draw_lines(Pen& pen, Rect& rest);
  void draw_tree(Pen& pen, Rect area);
  void draw_comment(Pen& pen, Rect area);
  void draw_mistakes(Pen& pen, Rect& rest);
  void draw_navigation(Pen& pen, Rect row);
  void draw_set_up(Pen& pen, Rect& rest);
  void draw_lesson(Pen& pen);
  void draw_victory(Pen& pen, Rect& rest);
  void draw_notice(Pen& pen);
  void draw_tooltip(Pen& pen);

  void put_board(Pen& pen, const BoardPicture& picture, Rect area);
  // A position as it stands; board_picture adds what a game and its study show.
  BoardPicture position_picture(const players::Session& session, Rect area) const;
  BoardPicture board_picture(Rect area) const;
  void add_study(BoardPicture& picture) const;
  std::string status_text() const;
  std::string player_text(game::Side side) const;
  std::string clock_text(base::Millis left) const;
  bool person_may_play() const;

  Settings settings_;
  bool settings_unsaved_ = false;
  Measure measure_;
  Services services_;
  Table table_;
  Time now_{};
  Shown shown_;
  Context context_;  // what the dialogs see of all this

  NewGameDialog new_game_dialog_{context_};
  SettingsDialog settings_dialog_{context_};
  HelpDialog help_dialog_{context_};
  FilesDialog files_dialog_{context_};
  MenuDialog menu_dialog_{context_};
  ConfirmDialog confirm_dialog_{context_};

  std::optional<bool>
      can_continue_;  // there is an unfinished game; looked for when the start screen comes
  double width_ = 1280, height_ = 800;
  Frame frame_;
  bool dirty_ = true;   // the frame is out of date
  bool unseen_ = true;  // it was not shown yet
  bool quit_ = false;
  bool told_of_loss_ = false;  // leaving again gives up what cannot be kept
  Attention attention_;
  std::optional<PlacedBoard> placed_;
  int hover_ = -1, keyboard_ = -1;
  std::vector<int> chosen_;  // the piece a person took up, and the squares it went over
  std::uint64_t chosen_revision_ = 0;
  std::vector<AnalysedMove> frozen_;  // the analysis as it stood when the pointer came to a cell
  Time hover_since_{};
  bool tooltip_shown_ = false;

  // What the eye has seen: differences to it are animated.
  std::string seen_pieces_;
  std::uint64_t seen_revision_ = 0;
  std::uint64_t saved_edits_ = 0;  // of the table, when the game was kept last
  bool seen_over_ = false;
  std::vector<Moving> moving_;
  Time animated_{};
  double chain_light_ = 1;
  int spinner_ = 0;
  std::int64_t seen_seconds_ = 0;

  bool resign_asked_ = false;
  std::uint64_t hint_revision_ = 0;
  bool show_inferior_ = false;
  bool set_up_ = false;
  int set_up_tool_ = 0;  // 0 First, 1 Second, 2 nothing
  std::size_t mistake_ = 0;
  TreeLayout tree_;
  std::string comment_;
  std::uint64_t comment_revision_ = 0;
  game::NodeId comment_node_ = 0;
  std::string notice_;
  bool notice_is_error_ = false;
  Time notice_until_{};
  Lesson lesson_;
};

}  // namespace losange::window
