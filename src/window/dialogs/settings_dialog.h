// The settings dialog: three pages, each change takes effect at once.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class SettingsDialog final : public Part {
 public:
  explicit SettingsDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;

 private:
  const Context& context_;
  int page_ = 0;
};

}  // namespace losange::window
