// The tree of the game: the moves around the one that stands on the board, to go to by a click.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/table/tree_layout.h"

namespace losange::window {

class TreePanel {
 public:
  explicit TreePanel(const Context& context) : context_(context) {}

  double height(const Pen& pen);  // for all rows, in pixels
  void draw(Pen& pen, Rect area);
  const TreeLayout& layout() const { return layout_; }

 private:
  const Context& context_;
  TreeLayout layout_;
};

}  // namespace losange::window
