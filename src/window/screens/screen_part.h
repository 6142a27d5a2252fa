// A screen as the window sees it: a part that lives in time and may have a board.
#pragma once

#include <vector>

#include "window/common/part.h"
#include "window/panels/board_panel.h"

namespace losange::window {

class ScreenPart : public Part {
 public:
  explicit ScreenPart(BoardPanel* board = nullptr) : board_(board) {}

  // The board that pointer and keyboard may use; nothing where there is none.
  BoardPanel* board() const { return board_; }
  // Called while the screen is shown. True where a new frame should be shown.
  virtual bool pass_time() { return false; }
  // Where a notice may stand that would cover cells of the board, the best place first; none where the screen has none.
  virtual std::vector<Rect> places_beside_board() const { return {}; }
  // Another screen comes.
  virtual void go() {}

 private:
  BoardPanel* board_;
};

}  // namespace losange::window
