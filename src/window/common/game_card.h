// A game of the library as lists show it: who played, how it ended, and the position.
#pragma once

#include <string>
#include <vector>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/kept/library.h"

namespace losange::window {

struct GameTexts {
  std::string players;
  std::vector<std::string> details;  // which game it was, how it ended, how long it was, when
};
GameTexts texts_of(const Context& context, const LibraryGame& game);

// The last position, as small as the area.
void draw_thumbnail(Pen& pen, const Context& context, const LibraryGame& game, Rect area);
// A row that is clicked to open the game; the room that is left of it on the right is the caller's.
void draw_game_card(Pen& pen, const Context& context, const std::string& id, Rect area,
                    const LibraryGame& game, double left_free, std::function<void()> act);

}  // namespace losange::window
