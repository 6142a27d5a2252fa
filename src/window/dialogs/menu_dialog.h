// The menu of the game screen: what one does seldom, and the ways out.
#pragma once

#include <vector>

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class MenuDialog final : public Part {
 public:
  explicit MenuDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  bool key(const KeyPress& press) override;  // those of its entries do what these say

 private:
  std::vector<Action> entries(bool narrow) const;
  void choose(Action action) const;

  const Context& context_;
};

}  // namespace losange::window
