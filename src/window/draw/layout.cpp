#include "window/draw/layout.h"

namespace losange::window {

double unit_for(double width, double height, double text_size, bool fingers) {
  if (fingers)
    return std::clamp(std::min(width / 360, height / 640) * std::min(1.0, text_size), 1.0, 1.25);
  // Of a phone's width, 360 to 430: a finger does not grow with the screen.
  if (width < kNarrow)
    return std::clamp(std::min(width / 360, height / 480), 0.9, 1.25) * std::min(1.0, text_size);
  const double natural = std::clamp(std::min(width / 1240, height / 780), 0.76, 6.0);
  // Large text must not push the controls out of a small window.
  return std::min(natural * text_size, std::max(0.76, std::min(width / 900, height / 600)));
}

GameLayout game_layout(double width, double height, double unit, double flatness, bool fingers,
                       double share) {
  Rect rest{0, 0, width, height};
  GameLayout layout;
  const bool narrow = is_narrow(width, fingers);
  layout.bar = rest.take_top(std::round((narrow ? kFinger + 8 : 56) * unit));
  const bool tall = narrow ? height >= width : rest.height > rest.width * 1.15;
  if (narrow && tall) {
    const double margin = std::round(6 * unit);
    const double flat = (width - 2 * margin) * flatness + 2 * margin;
    layout.board = rest.take_top(std::round(std::min(rest.height * share, flat)));
    layout.board = layout.board.inset(margin);
    layout.panel = rest;
    return layout;
  }
  layout.panel = tall ? rest.take_bottom(std::round(rest.height * 0.4))
                      : rest.take_right(std::round(std::min(352 * unit, width * (fingers ? 0.48 : 0.4))));
  layout.board = rest.inset(std::round(14 * unit));
  return layout;
}

Rect opening_place(Rect screen, Rect left, double width, double height) {
  if (left.width <= 0 || left.height <= 0) {
    constexpr double kShare = 0.75;  // of the screen, at most
    const double larger =
        std::max(1.0, kShare * std::min(screen.width / width, screen.height / height));
    left.width = std::round(width * larger);
    left.height = std::round(height * larger);
    left.x = screen.x + std::round((screen.width - left.width) / 2);
    left.y = screen.y + std::round((screen.height - left.height) / 2);
  }
  left.width = std::min(left.width, screen.width);
  left.height = std::min(left.height, screen.height);
  left.x = std::clamp(left.x, screen.x, screen.right() - left.width);
  left.y = std::clamp(left.y, screen.y, screen.bottom() - left.height);
  return left;
}

Rect centered(double width, double height, double unit, double dialog_width, double dialog_height) {
  const double w = std::min(dialog_width * unit, width - 16 * unit);
  const double h = std::min(dialog_height * unit, height - 16 * unit);
  return {std::round((width - w) / 2), std::round((height - h) / 2), std::round(w), std::round(h)};
}

}  // namespace losange::window
