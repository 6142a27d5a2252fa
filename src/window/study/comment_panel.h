// The comment on the move that stands on the board: a field of several lines, as high as its text where there is room.
#pragma once

#include <functional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

class CommentPanel {
 public:
  // `written` is called when a comment is done.
  CommentPanel(const Context& context, std::function<void()> written)
      : context_(context), written_(std::move(written)) {}

  // How high it wants to be, in pixels.
  double height(const Pen& pen, double width);
  void draw(Pen& pen, Rect area);
  void write() {
    writing_ = false;  // of the move on the board, whichever was written about before
    context_.ask.focus("comment");
  }

 private:
  // What is written under the move on the board; while one writes, under the one it was begun for, whatever is played.
  void read(const Pen& pen);

  const Context& context_;
  std::function<void()> written_;
  std::string text_;
  std::uint64_t revision_ = 0, tree_ = 0;  // of the table, and the node, that the text is from
  game::NodeId node_ = 0;
  bool writing_ = false;  // when it was read last
  double height_ = 0;     // that it wanted last
};

}  // namespace losange::window
