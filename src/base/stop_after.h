// A stop token that is asked to stop by another one or when its time is over, whichever comes first: for work that
// looks at a token alone.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace losange::base {

class StopAfter {
 public:
  // seconds 0: no bound.
  StopAfter(const std::stop_token& other, double seconds) : pass_on_(other, Ask{source_}) {
    if (seconds <= 0) return;
    timer_ = std::jthread([source = source_, seconds](const std::stop_token& done) mutable {
      std::mutex mutex;
      std::condition_variable_any wake;
      std::unique_lock lock(mutex);
      wake.wait_for(lock, done, std::chrono::duration<double>(seconds), [] { return false; });
      source.request_stop();
    });
  }

  std::stop_token token() const { return source_.get_token(); }

 private:
  struct Ask {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<Ask> pass_on_;
  std::jthread timer_;
};

}  // namespace losange::base
