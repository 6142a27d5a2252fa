// What lies above every screen: the notice, which goes by itself, and the tip of what the pointer rests on.
#pragma once

#include <string>
#include <vector>

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
  // At an end of a room, or in a small one, where it is written as small as it must be.
  enum class Place { Top, Bottom, Within };
  struct Plate {
    Rect area;
    std::vector<std::string> lines;
    double letters = 0, line_height = 0;
    bool whole = true;  // nothing is left out
  };
  Plate plate(const Pen& pen, Rect room, Place place) const;
  void draw(Pen& pen, const Plate& plate);
  void not_drawn() { drawn_ = {}; }
  bool covers(Point at) const { return !text_.empty() && drawn_.contains(at); }

 private:
  std::string text_;
  bool error_ = false;
  Time until_{};
  Rect drawn_;
};

class Tooltip {
 public:
  using Time = base::Clock::time_point;

  // The pointer came to something else, or moves on what it is over.
  void restart(Time now);
  // Something else came under a pointer that stands still: nobody asked what that is.
  void wait_for_pointer() { state_ = State::Waits; }
  bool waits_for_pointer() const { return state_ == State::Waits; }
  // Until the pointer comes to something else.
  void put_away() { state_ = State::Away; }
  bool shown() const { return state_ == State::Shown; }
  // True when it is time to show it, and when it was to be read for long enough.
  bool pass_time(Time now);
  void draw(Pen& pen) const;

 private:
  enum class State { Waits, Comes, Shown, Away };

  Time since_{};
  State state_ = State::Comes;
};

}  // namespace losange::window
