// The study beside the board: the chance to win, its graph over the game, the best lines, how well each side played, the
// mistakes. All of it is drawn from the table; it keeps nothing.
#pragma once

#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// `tree` is the height that the moves below it want; they have what is left.
void draw_study(Pen& pen, const Context& context, Rect& rest, double tree);
// How well each side played, as a card; nothing where not every move was looked at.
void draw_summary(Pen& pen, const Context& context, Rect& rest);
std::string summary_text(const Context& context);  // the same, for those who hear it
// That the line has no mistakes, or that nobody looked for them yet.
void say_no_mistakes(const Context& context);
// To the position before the next mistake on the line, or the one before (-1).
void go_to_mistake(const Context& context, int direction);

}  // namespace losange::window
