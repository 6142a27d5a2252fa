// Writing on the board: letters, shapes and arrows, put and taken off by clicks. What is written is in the record
// (record_marks.h); this is the tool in hand, and what of the record is shown on the board.
#pragma once

#include <functional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/findings/record_marks.h"
#include "window/picture/board_picture.h"

namespace losange::window {

class AnnotatePanel {
 public:
  // `written` is called after every mark.
  AnnotatePanel(const Context& context, std::function<void()> written)
      : context_(context), written_(std::move(written)) {}

  bool on() const { return on_; }
  void set_on(bool on);
  void draw(Pen& pen, Rect& rest);
  void click(const std::string& cell);  // as moves name it
  // The marks of the node, the numbers on stones where they are wanted, and the arrow that is begun.
  void add(BoardPicture& picture) const;

 private:
  const Context& context_;
  std::function<void()> written_;
  bool on_ = false;
  MarkKind tool_ = MarkKind::Letter;
  std::string arrow_from_;
};

}  // namespace losange::window
