// The moves of the line on the table, written one under the other in pairs, in place of the tree. What a move cost is
// its colour; a click goes there.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

void draw_move_list(Pen& pen, const Context& context, Rect area);

}  // namespace losange::window
