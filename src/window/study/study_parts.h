// The parts of the study beside the board, each drawn from the table into the room it takes from the top of `rest`; they
// keep nothing. study_panel.cpp puts them together.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// win_graph.cpp: the chance to win, and how it went through the game, with its mistakes and the value under the pointer.
void draw_win_bar(Pen& pen, const Context& context, Rect area);
void draw_graph(Pen& pen, const Context& context, Rect area);
// candidates.cpp: the moves an engine looked at, the best first, at most so many pixels of them.
void draw_candidates(Pen& pen, const Context& context, Rect& rest, double most);
// mistake_list.cpp: the search for mistakes and what it found.
void draw_mistakes(Pen& pen, const Context& context, Rect& rest);

}  // namespace losange::window
