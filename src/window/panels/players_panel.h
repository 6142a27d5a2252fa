// Who plays, whose turn it is, the clocks, and in a line how the game stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

class PlayersPanel {
 public:
  explicit PlayersPanel(const Context& context) : context_(context) {}

  void draw(Pen& pen, Rect& rest, bool setting_up);
  // Lets time pass; true where a clock or the sign of thinking shows it.
  bool pass_time();

 private:
  void draw_player(Pen& pen, Rect row, game::Side side);
  std::string player_text(game::Side side) const;
  std::string status_text(bool setting_up) const;

  const Context& context_;
  std::int64_t shown_step_ = 0;       // of time, in the steps that are shown
  std::optional<int> shown_endings_;  // percent, while endings are being solved
};

}  // namespace losange::window
