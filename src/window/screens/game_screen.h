// The game screen: the board, who plays, the study, and what people do there. game_screen.cpp has what is seen and
// clicked, game_actions.cpp the actions.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "window/board/move_choice.h"
#include "window/common/context.h"
#include "window/common/second_wish.h"
#include "window/kept/library.h"
#include "window/learn/quiz.h"
#include "window/learn/swap_panel.h"
#include "window/marks/annotate_panel.h"
#include "window/marks/study_marks.h"
#include "window/panels/players_panel.h"
#include "window/panels/set_up_panel.h"
#include "window/screens/screen_part.h"
#include "window/solving/solve_panel.h"
#include "window/study/comment_panel.h"
#include "window/study/tree_panel.h"

namespace losange::window {

class GameScreen final : public ScreenPart {
 public:
  explicit GameScreen(const Context& context);

  // Throw base::UserError where there is no board for the game, before anything is given up.
  void start(const game::GameSetup& setup, const std::array<std::string, 2>& players,
             const players::TimeControl& clock);
  // Seats that are not named are those of an unfinished game, or people's; the clock is the game's own unless one is
  // given.
  void load(game::GameRecord record, const std::array<std::string, 2>& seats,
            const std::optional<players::TimeControl>& clock);
  void perform(Action action);
  // Something was begun that has the room of the panel.
  bool needs_panel() const {
    return set_up_.on() || annotate_.on() || quiz_.on() || swap_map_.on() || solve_.on();
  }
  // Writes the game where it is found again (autosave.h) and into the library; throws base::UserError.
  void keep();
  bool unkept() const { return unkept_; }  // that failed, and the game stands there still
  void keep_findings() {
    swap_map_.keep();
  }  // that are no part of the game, as far as they are known; throws as well

  void draw(Pen& pen) override;
  void come() override;
  // Escape ends what was begun beside the game, and Enter goes on to the next question.
  bool key(const KeyPress& press) override;
  void wheel(double steps) override { context_.table.step(steps > 0 ? -1 : 1); }
  bool pass_time() override;
  std::vector<Rect> places_beside_board() const override { return {in_the_bar_, over_players_}; }
  void go() override;

 private:
  bool may_sit_down(const std::string& named) const;  // because the file of a game names it
  bool end_aside();
  // All that was begun beside the game: one at a time has the panel, and the clicks on the board.
  void leave_asides();
  double board_share(const Pen& pen) const;
  void draw_board_area(Pen& pen, Rect area);
  void draw_panel(Pen& pen, Rect panel);
  std::optional<Rect> take_comment(const Pen& pen, Rect& rest);
  double moves_height(const Pen& pen);   // that the tree, or the list of moves, wants
  void draw_moves(Pen& pen, Rect area);  // the tree, or the moves as text
  // With the pointer's marks for a cell, or -1.
  BoardPicture board_picture(BoardPicture picture, int pointed) const;
  void add_choice(BoardPicture& picture, const MoveChoice& choice) const;
  void click(int cell);
  void play(const std::string& move);  // on the table, or as an answer
  void click_piece(const MoveChoice& choice, int cell);
  void drop(int from, int to);  // a piece that was dragged
  bool watch_board();
  void announce_end();
  bool show_card();         // of victory, once nothing lies in its place
  std::string swap_text();  // of one that an engine just played; empty where there was none
  bool asks_in_vain(Action action);
  void restart();
  void remove_variation();
  // That an edit was undone or done again, and the way back.
  void tell_undone(Table::Undone undone, Word told, Action back);
  void pause();
  void swap();
  void resign();
  void show_swap_map();
  void solve();
  void sweep(bool deeper);
  void copy(const std::string& text, Word told);
  void export_picture(bool svg);

  const Context& context_;
  Rect in_the_bar_, over_players_;  // the room there when it was drawn last
  BoardPanel board_panel_;
  PlayersPanel players_;
  SetUpPanel set_up_;
  StudyMarks marks_;
  TreePanel tree_;
  CommentPanel comment_;
  AnnotatePanel annotate_;
  Quiz quiz_;
  SwapPanel swap_map_;
  SolvePanel solve_;
  std::vector<int> chosen_;  // the piece a person took up, and the squares it went over
  std::uint64_t chosen_revision_ = 0;
  static constexpr std::string_view kResign = "resign";
  SecondWish resign_;
  std::uint64_t sweeping_ = 0;  // the game that was swept when it was looked at last; 0: none
  std::uint64_t seen_revision_ = 0;
  std::uint64_t seen_played_ = 0;  // Table::played()
  std::string swap_told_;          // what was said of the swap that is on the board
  std::uint64_t card_due_ = 0;     // the game that ended and whose card is to be shown; 0: none
  std::uint64_t kept_edits_ = 0;   // of the table, when the game was kept last
  std::uint64_t kept_game_ = 0;    // which game that was
  bool unkept_ = false;            // it could not be
  Library library_;
  std::map<std::uint64_t, Shelf> shelves_;  // of games in the library, by Table::game_number()
};

}  // namespace losange::window
