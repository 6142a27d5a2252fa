// Something done at a moment, by a thread of its own: how a search learns that its time is up without looking at the
// clock, however long its single steps take.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/clock.h"

namespace losange::base {

class Alarm {
 public:
  // `ring` runs on the alarm's thread and must not throw; never after the alarm is gone. A moment that has passed rings
  // at once.
  Alarm(Clock::time_point when, std::function<void()> ring) {
    if (when <= Clock::now()) {
      ring();
      return;
    }
    thread_ = std::jthread([when, ring = std::move(ring)](std::stop_token gone) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any moment;
      moment.wait_until(lock, gone, when, [] { return false; });
      if (!gone.stop_requested()) ring();
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace losange::base
