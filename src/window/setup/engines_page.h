// The page of the settings that adds engines of other makers, takes them off again, and chooses who advises.
#pragma once

#include <string>

#include "base/message.h"
#include "players/spec.h"
#include "window/common/context.h"
#include "window/common/second_wish.h"
#include "window/common/wheel_steps.h"
#include "window/draw/pen.h"

namespace losange::window {

class EnginesPage {
 public:
  explicit EnginesPage(const Context& context) : context_(context) {}

  void draw(Pen& pen, Rect rest);
  bool key(const KeyPress& press);  // goes through the list
  void wheel(double steps) { first_ -= wheel_.take(steps); }

 private:
  void play(const std::string& spec) const;  // a game against it
  void add();  // what is written in the field; throws base::UserError where it is no player
  bool found(const players::PlayerSpec& spec);  // or why not is known

  const Context& context_;
  std::string written_;
  SecondWish unfound_;  // to add a program that is not there
  base::Message why_unfound_;
  int first_ = 0;  // of the engines that were added, in sight; drawing keeps it in the list
  int room_ = 1;   // for so many, when they were drawn last
  WheelSteps wheel_;
};

}  // namespace losange::window
