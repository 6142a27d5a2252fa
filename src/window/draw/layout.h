// Where the parts of the game screen stand for a size of the window: a bar on top, the board, and a
// panel beside it, or below it in a tall window. Plain arithmetic, used by the screens and by
// tests.
#pragma once

#include "window/scene/shape.h"

namespace losange::window {

// Pixels of one design pixel: everything grows with the window, so that 4K is as readable as
// 1280x800.
double unit_for(double width, double height, double text_size);

// A window as narrow as a phone: less stands side by side, and what is touched is large enough for a finger.
inline constexpr double kNarrow = 600;
inline constexpr double kFinger = 44;  // design pixels, which a narrow window does not shrink

inline constexpr double kTwoColumns =
    260;  // a panel of this width has room for things side by side

struct GameLayout {
  Rect bar, board, panel;
};
// `flatness` is the height of the board for a width of 1: below a flat one there is more room in a narrow window.
GameLayout game_layout(double width, double height, double unit, double flatness = 1);

// Where the window opens on a screen: where it was left, as far as that is on the screen, or in the middle, larger than
// asked for on a screen with room for it: everything in the window grows with it.
Rect opening_place(Rect screen, Rect left, double width, double height);

// A dialog in the middle, of a size in design pixels, never larger than the window.
Rect centered(double width, double height, double unit, double dialog_width, double dialog_height);

}  // namespace losange::window
