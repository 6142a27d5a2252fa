// Something done at a moment, by a thread of its own: how work learns that its time is up without looking at the clock,
// however long its single steps take.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
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

// A stop token that is asked to stop by another one or when its time is over, whichever comes first: for work that
// looks at a token alone.
class StopAfter {
 public:
  // seconds 0: no bound.
  StopAfter(std::stop_token other, double seconds) : pass_on_(std::move(other), Ask{source_}) {
    if (seconds > 0) alarm_.emplace(Clock::now() + to_millis(seconds), Ask{source_});
  }

  std::stop_token token() const { return source_.get_token(); }

 private:
  struct Ask {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<Ask> pass_on_;
  std::optional<Alarm> alarm_;
};

}  // namespace losange::base
