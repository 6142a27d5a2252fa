// A board that people use: its place in the window, its motion, and where the pointer and the keyboard stand on it.
// What is marked on it and what a click means is known to the screen it belongs to.
#pragma once

#include <functional>
#include <optional>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/picture/board_motion.h"
#include "window/picture/board_picture.h"

namespace losange::window {

class BoardPanel {
 public:
  BoardPanel(const Context& context, std::function<void(int cell)> clicked)
      : context_(context), clicked_(std::move(clicked)) {}

  // The position as it stands; the screen adds its marks, and has it drawn.
  BoardPicture picture(const players::Session& session, Rect area) const;
  void draw(Pen& pen, BoardPicture picture, Rect area);
  // As it was drawn last.
  const std::optional<PlacedBoard>& placed() const { return placed_; }

  // The pointer is there, or not on the board. True where it came to another cell.
  bool point(std::optional<Point> at);
  // The cell of this board that is under the pointer, also where the pointer stood still while the board came.
  int hover(const PlacedBoard& board) const;
  void click(Point at);
  // The pointer lets go there of what it clicked: a piece was dragged where that is another cell.
  void release(Point at);
  void on_drop(std::function<void(int from, int to)> dropped) { dropped_ = std::move(dropped); }
  // Where a piece is held in the air; nothing where none is.
  std::optional<Point> dragged() const;
  // The keyboard comes to the board, moves on it, and clicks; it leaves when something else comes.
  void take_keyboard();
  void start_keyboard_at(int cell) { keyboard_start_ = cell; }  // and not in the middle
  void leave_keyboard() { keyboard_ = -1; }
  bool key(const KeyPress& press);

  BoardMotion& motion() { return motion_; }
  // Follows the position, with its sounds, where it was not seen yet, or anyway.
  std::optional<BoardMotion::Change> watch(const players::Session& session, bool anyway = false);
  bool advance() { return motion_.advance(context_.settings.animation, context_.now); }

 private:
  std::vector<BoardCell> cells_as_heard(const BoardPicture& picture) const;

  const Context& context_;
  std::function<void(int cell)> clicked_;
  std::function<void(int from, int to)> dropped_;  // none where nothing is dragged
  int held_ = -1;                                  // the cell the pointer was pressed on
  int carried_to_ = -1;                            // the cell where it let go of a piece
  std::optional<PlacedBoard> placed_;
  BoardMotion motion_;
  std::optional<Point> pointer_;
  int keyboard_ = -1;
  std::optional<int> keyboard_start_;
};

}  // namespace losange::window
