// The moves of the line on the table, written one under the other in pairs, in place of the tree. What a move cost is
// its colour; a click goes there.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

double move_list_height(const Pen& pen, const Context& context);  // for all moves, in pixels
// The button that leads back to the tree has a square of `way_back` at the top right.
void draw_move_list(Pen& pen, const Context& context, Rect area, double way_back);

}  // namespace losange::window
