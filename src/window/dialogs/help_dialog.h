// The help: every key, and the rules of the game on the table.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class HelpDialog final : public Part {
 public:
  explicit HelpDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;

 private:
  void draw_rules(Pen& pen, Rect rest) const;

  const Context& context_;
  int page_ = 0;
};

}  // namespace losange::window
