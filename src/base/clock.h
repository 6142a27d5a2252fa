// Time: one steady clock, milliseconds as the unit of budgets, and a stopwatch.
#pragma once

#include <chrono>

namespace losange::base {

using Clock = std::chrono::steady_clock;
using Millis = std::chrono::milliseconds;

class Stopwatch {
 public:
  Stopwatch() = default;
  explicit Stopwatch(Millis already) : start_(Clock::now() - already) {}
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  Millis elapsed() const { return std::chrono::duration_cast<Millis>(Clock::now() - start_); }
  void restart() { start_ = Clock::now(); }

 private:
  Clock::time_point start_ = Clock::now();
};

inline Millis to_millis(double seconds) {
  return Millis(static_cast<Millis::rep>(seconds * 1000.0 + 0.5));
}
inline double to_seconds(Millis time) { return static_cast<double>(time.count()) / 1000.0; }

}  // namespace losange::base
