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
  bool key(const KeyPress& press) override { return on_engines() && engines_.key(press); }
  void wheel(double steps) override {
    if (on_engines()) engines_.wheel(steps);
  }

 private:
  bool on_engines() const { return page_ == 3; }

  const Context& context_;
  int page_ = 0;
  EnginesPage engines_;
};

}  // namespace losange::window
