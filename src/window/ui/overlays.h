// What lies above every screen: the notice, which goes by itself, and the tip of what the pointer rests on.
#pragma once

#include <string>

#include "base/clock.h"
#include "window/draw/pen.h"

namespace losange::window {

class Notice {
 public:
  using Time = base::Clock::time_point;

  const std::string& text() const { return text_; }
  void say(std::string text, bool error, Time now);
  // True where it went.
  bool pass_time(Time now);
  enum class Place { Top, Bottom };
  void draw(Pen& pen, Rect within, Place place) const;

 private:
  std::string text_;
  bool error_ = false;
  Time until_{};
};

class Tooltip {
 public:
  using Time = base::Clock::time_point;

  // The pointer came to something else, or moves on what it is over.
  void restart(Time now);
  bool shown() const { return shown_; }
  // True when it is time to show it, once.
  bool is_due(Time now);
  void draw(Pen& pen) const;

 private:
  Time since_{};
  bool shown_ = false;
};

}  // namespace losange::window
