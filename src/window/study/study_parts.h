// The parts of the study beside the board, each drawn from the table into the room it takes from the top of `rest`; they
// keep nothing. study_panel.cpp puts them together.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// win_graph.cpp: the chance to win, and how it went through the game, with its mistakes and the value under the pointer.
void draw_win_bar(Pen& pen, const Context& context, Rect area);
void draw_graph(Pen& pen, const Context& context, Rect area);
// candidates.cpp: the moves an engine looked at, the best first, at most so many pixels of them. Until they are found their
// place is kept, so that what stands below does not move under the pointer.
bool may_have_candidates(const Context& context);
double candidates_height(const Pen& pen, std::size_t count);  // of so many, in pixels
std::size_t candidates_in(const Pen& pen, double height);     // so many fit there
void draw_candidates(Pen& pen, const Context& context, Rect& rest, double most);
// mistake_list.cpp: the search for mistakes and what it found, above a tree that wants so many pixels.
double mistakes_height(const Pen& pen, std::size_t count);  // with so many listed
void draw_mistakes(Pen& pen, const Context& context, Rect& rest, double tree);

}  // namespace losange::window
