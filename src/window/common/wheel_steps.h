// A wheel as lists need it, which stand on whole rows: fingers and touchpads turn it by parts of a step, and these add up.
#pragma once

#include <cmath>

namespace losange::window {

class WheelSteps {
 public:
  // The whole steps that are full now; what is over waits for the next turn the same way.
  int take(double steps) {
    constexpr double kRounding = 1e-9;
    if (over_ * steps < 0) over_ = 0;
    over_ += steps;
    const double whole = std::trunc(over_ + std::copysign(kRounding, over_));
    over_ -= whole;
    return static_cast<int>(whole);
  }

 private:
  double over_ = 0;
};

}  // namespace losange::window
