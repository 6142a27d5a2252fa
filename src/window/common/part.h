// A screen or a dialog as the window sees it: it is drawn, it comes, and it may take a key or the wheel for itself.
#pragma once

#include <string>

#include "window/choices/actions.h"
#include "window/draw/pen.h"

namespace losange::window {

class Part {
 public:
  virtual ~Part() = default;

  virtual void draw(Pen& pen) = 0;
  // It is shown from now on, or again after something else lay on it.
  virtual void come() {}
  // The widget that letters go to when it comes.
  virtual std::string focus() const { return {}; }
  // True where the key was for it.
  virtual bool key(const KeyPress&) { return false; }
  virtual void wheel(double /*steps*/) {}
};

}  // namespace losange::window
