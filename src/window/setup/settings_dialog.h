// The settings dialog: four pages, three where no program of another maker can be started; each change takes effect at once.
#pragma once

#include "window/common/context.h"
#include "window/common/part.h"
#include "window/setup/engines_page.h"

namespace losange::window {

class SettingsDialog final : public Part {
 public:
  explicit SettingsDialog(const Context& context) : context_(context), engines_(context) {}

  void draw(Pen& pen) override;

 private:
  const Context& context_;
  int page_ = 0;
  EnginesPage engines_;
};

}  // namespace losange::window
