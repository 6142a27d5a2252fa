// The menu of the game screen: what one does seldom, and the ways out.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class MenuDialog final : public Part {
 public:
  explicit MenuDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;

 private:
  const Context& context_;
};

}  // namespace losange::window
