// The rows of buttons of the game screen.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// On top of the window. `resign_asked`: one more click resigns.
// Returns the room that its buttons leave.
Rect draw_bar(Pen& pen, const Context& context, Rect bar, bool resign_asked);
// Through the moves of the game.
void draw_navigation(Pen& pen, const Context& context, Rect row);

}  // namespace losange::window
