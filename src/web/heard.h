// What a frame shows, for those who hear it: the page's script makes hidden elements of it, which screen readers tell and
// use (page/heard.js). It is made of the frame's own widgets, so that no screen says anything twice.
#pragma once

#include <string>

#include "window/ui/ui.h"

namespace losange::web {

// JSON: an array of the widgets that can be reached now, in their order:
//   {"id","kind":"button|field|slider|board","name","x","y","width","height", "on","value","text","cells":[[name,state,x,y],…]}
std::string heard_widgets(const window::Frame& frame);

// The last move and the end of the game in the person's words; empty where nothing was played.
std::string heard_move(const window::Ui& ui);

}  // namespace losange::web
