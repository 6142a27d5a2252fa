// Where the parts of the game screen stand for a size of the window: a bar on top, the board, and a
// panel beside it, or below it in a tall window. Plain arithmetic, used by the screens and by
// tests.
#pragma once

#include "window/scene/shape.h"

namespace losange::window {

// Pixels of one design pixel: everything grows with the window, so that 4K is as readable as
// 1280x800. Under `fingers` a design pixel is never smaller than a pixel.
double unit_for(double width, double height, double text_size, bool fingers = false);

// A window as narrow as a phone: less stands side by side, and what is touched is large enough for a finger. Where people
// use fingers every window is laid out so, phones held sideways and tablets too.
inline constexpr double kNarrow = 600;
inline constexpr double kFinger = 44;  // design pixels, which a narrow window does not shrink
constexpr bool is_narrow(double width, bool fingers) { return width < kNarrow || fingers; }

inline constexpr double kTwoColumns =
    260;  // a panel of this width has room for things side by side

struct GameLayout {
  Rect bar, board, panel;
};
// `flatness` is the height of the board for a width of 1: below a flat one there is more room in a narrow window.
// `share` is how much of the height a board above the panel has in a narrow window, at most.
GameLayout game_layout(double width, double height, double unit, double flatness = 1,
                       bool fingers = false, double share = 0.5);

// Where the window opens on a screen: where it was left, as far as that is on the screen, or in the middle, larger than
// asked for on a screen with room for it: everything in the window grows with it.
Rect opening_place(Rect screen, Rect left, double width, double height);

// A dialog in the middle, of a size in design pixels, never larger than the window.
Rect centered(double width, double height, double unit, double dialog_width, double dialog_height);

}  // namespace losange::window
