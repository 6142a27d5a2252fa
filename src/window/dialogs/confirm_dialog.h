// Asks before a game that is not over makes room for a new one.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class ConfirmDialog final : public Part {
 public:
  explicit ConfirmDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  bool key(const KeyPress& press) override;  // Enter leads on

 private:
  const Context& context_;
};

}  // namespace losange::window
