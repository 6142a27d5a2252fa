// Something done again and again, by a thread of its own: how people see that work goes on which has nothing to say for a
// long time.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/clock.h"

namespace losange::base {

class Ticker {
 public:
  // `tick` runs at once and then after each interval, on the ticker's thread, and must not throw; never after the ticker
  // is gone.
  Ticker(Millis interval, std::function<void()> tick)
      : thread_([interval, tick = std::move(tick)](const std::stop_token& gone) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any moment;
          while (!gone.stop_requested()) {
            tick();
            moment.wait_for(lock, gone, interval, [] { return false; });
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace losange::base
