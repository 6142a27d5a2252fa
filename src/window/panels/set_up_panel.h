// Setting up a position: stones are put freely on the board, or taken off.
#pragma once

#include <optional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

class SetUpPanel {
 public:
  explicit SetUpPanel(const Context& context) : context_(context) {}

  bool on() const { return on_; }
  void set_on(bool on) { on_ = on; }
  void draw(Pen& pen, Rect& rest);
  // Whose stone the next click puts.
  std::optional<game::Side> stone() const;
  // What a click on a cell does; `name` as moves name it, empty where nothing can stand.
  void click(int cell, std::string name);

 private:
  const Context& context_;
  bool on_ = false;
  int tool_ = 0;  // 0 First, 1 Second, 2 nothing
};

}  // namespace losange::window
