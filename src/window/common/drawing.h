// What several parts of the window draw alike.
#pragma once

#include <string>
#include <string_view>

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

// A card of a panel, taken from the top of `rest`: a title and what is told. Returns the room below them, so many pixels
// high. Where there is little of it the title goes, then the letters are smaller, and last the end of the text goes.
Rect draw_card(Pen& pen, Rect& rest, std::string_view title, std::string_view text, Color tint,
               double room);
// The height of what is clicked in a card, in pixels.
double button_height(const Pen& pen);

}  // namespace losange::window
