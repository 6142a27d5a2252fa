// What nothing brings back is done only when it was wished for twice: to resign, to replace a file, to empty a place of
// the library. The second wish counts once the first had time to be read: a double click is one wish.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"

namespace losange::window {

inline constexpr base::Millis kNoticeTime{4'000};  // that what is said stands there

class SecondWish {
 public:
  using Time = base::Clock::time_point;

  // True where this was asked for before, and not just now.
  bool again(std::string_view what, Time now) {
    if (!asked(what)) {
      what_ = what;
      since_ = now;
      return false;
    }
    if (now - since_ < kToRead) return false;
    forget();
    return true;
  }
  bool asked(std::string_view what) const { return !what_.empty() && what_ == what; }
  bool asks() const { return !what_.empty(); }
  void forget() { what_.clear(); }
  // For a first wish that was answered by a notice: true where that went, and the wish with it.
  bool pass_time(Time now) {
    if (what_.empty() || now - since_ <= kNoticeTime) return false;
    forget();
    return true;
  }

 private:
  static constexpr base::Millis kToRead{500};

  std::string what_;
  Time since_{};
};

}  // namespace losange::window
