// Who won, as a card beside the board, so that the chain that won stays in sight.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

void draw_victory(Pen& pen, const Context& context, Rect& rest);

}  // namespace losange::window
