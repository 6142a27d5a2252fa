// The ten levels as people choose among them: with a word for each, and about how strong it is.
#pragma once

#include <functional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

// One below the other; in a narrow window two rows of numbers, and the word for the one that is chosen. What is used of the
// area is taken off it. `words`: they are true of this engine; of others a level is a number.
void draw_levels(Pen& pen, const Context& context, const std::string& id, Rect& area,
                 const game::GameSetup& setup, int level, bool words,
                 const std::function<void(int level)>& choose);

}  // namespace losange::window
