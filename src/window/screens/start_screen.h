// The start screen: the ways into a game, and the game one left offered again.
#pragma once

#include <optional>
#include <vector>

#include "window/common/context.h"
#include "window/kept/library.h"
#include "window/screens/screen_part.h"

namespace losange::window {

class StartScreen final : public ScreenPart {
 public:
  explicit StartScreen(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  void come() override;

 private:
  void look_about();
  std::optional<Rect> plate_of_recent(const Pen& pen,
                                      double left) const;  // where there is room for it
  void draw_recent(Pen& pen, Rect plate);
  const Context& context_;
  // Looked for when the screen comes: whether there is an unfinished game, and the newest of the library.
  std::optional<bool> can_continue_;
  Library library_;
  std::vector<LibraryGame> recent_;
};

}  // namespace losange::window
