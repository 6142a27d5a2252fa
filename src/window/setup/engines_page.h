// The page of the settings that adds engines of other makers, takes them off again, and chooses who advises.
#pragma once

#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"

namespace losange::window {

class EnginesPage {
 public:
  explicit EnginesPage(const Context& context) : context_(context) {}

  void draw(Pen& pen, Rect rest);

 private:
  void play(const std::string& spec) const;  // a game against it
  void add();  // what is written in the field; throws base::UserError where it is no player

  const Context& context_;
  std::string written_;
};

}  // namespace losange::window
