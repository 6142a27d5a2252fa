// The start screen: the ways into a game, and the game one left offered again.
#pragma once

#include <optional>

#include "window/common/context.h"
#include "window/screens/screen_part.h"

namespace losange::window {

class StartScreen final : public ScreenPart {
 public:
  explicit StartScreen(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  void come() override { can_continue_.reset(); }

 private:
  const Context& context_;
  std::optional<bool>
      can_continue_;  // there is an unfinished game; looked for when the screen comes
};

}  // namespace losange::window
