// What several parts of the window draw alike.
#pragma once

#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// Sizes in design pixels.
void draw_logo(Pen& pen, Point center, double size, const Palette& colors);
void draw_stone(Pen& pen, Point center, double radius, game::Side side, const Palette& colors);
// How bad a move was, as it is marked on the board, the tree, the graph and the list.
Color severity_color(const Theme& theme, Severity severity);
// The ground of a dialog with its title and the button that closes it; the room that is left.
// `least` is the height that its content needs; all of it where that is not given.
Rect begin_dialog(Pen& pen, const Context& context, double width, double height, Word title,
                  double least = 0);

}  // namespace losange::window
