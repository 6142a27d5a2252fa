// The lesson on the screen: its board, what it asks for, and the way through its steps.
#pragma once

#include "window/common/context.h"
#include "window/screens/screen_part.h"
#include "window/table/lesson.h"

namespace losange::window {

class LessonScreen final : public ScreenPart {
 public:
  explicit LessonScreen(const Context& context)
      : ScreenPart(&board_panel_),
        context_(context),
        board_panel_(context, [this](int cell) { click(cell); }) {
    board_panel_.start_keyboard_at(0);  // in the middle it would be on many an answer
  }

  void begin();
  void draw(Pen& pen) override;
  bool key(const KeyPress& press) override;
  bool pass_time() override;

 private:
  void draw_board_area(Pen& pen, Rect area);
  void draw_panel(Pen& window, Rect panel);
  void draw_buttons(Pen& pen, Rect rest, double height, bool one_row);
  void click(int cell);
  void go_to(std::size_t step);
  void go_on();
  void begin_game(int level);

  const Context& context_;
  Lesson lesson_;
  BoardPanel board_panel_;
};

}  // namespace losange::window
