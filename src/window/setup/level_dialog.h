// Changes how well the engines of the game on the table play, in the midst of it.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class LevelDialog final : public Part {
 public:
  explicit LevelDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;

 private:
  const Context& context_;
};

}  // namespace losange::window
