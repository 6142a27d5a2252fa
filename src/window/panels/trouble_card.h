// Why the engine that is to move does not, and what one may do about it: it stays until one of that was done.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// Precondition: context.table.trouble().
void draw_trouble(Pen& pen, const Context& context, Rect& rest);

}  // namespace losange::window
