// Running work on several threads. Exceptions of a worker reach the caller, once all have ended; the first one wins.
#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace losange::base {

inline int hardware_threads() {
  const unsigned count = std::thread::hardware_concurrency();
  return count == 0 ? 1 : static_cast<int>(count);
}

// Calls work(thread index) on `threads` threads, the calling one among them, and waits for all. When one fails,
// `stop_others` is called once, on its thread: work without an end of its own must end then.
void run_on_threads(int threads, const std::function<void(int)>& work,
                    const std::function<void()>& stop_others = {});

// Calls work(i) for every i in [0, count), each once, on `threads` threads in no fixed order. After a failure no
// more are begun.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

// Threads that stay: run() gives each the same work, with its index, and waits for all. For work that
// keeps costly things a thread (the plans of a GPU library), where run_on_threads would lose them.
class Crew {
 public:
  explicit Crew(int threads) : gate_(threads + 1) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
  }
  ~Crew() {
    work_ = nullptr;
    gate_.arrive_and_wait();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // The first exception of a thread reaches the caller, after all have ended.
  void run(std::function<void(int)> work) {
    work_ = std::move(work);
    failure_ = nullptr;
    gate_.arrive_and_wait();
    gate_.arrive_and_wait();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // The gate opens twice a run: when the work is there, and when everyone has done it.
  void serve(int index) {
    while (true) {
      gate_.arrive_and_wait();
      if (!work_) return;
      try {
        work_(index);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
      gate_.arrive_and_wait();
    }
  }

  std::barrier<> gate_;
  std::function<void(int)> work_;
  std::mutex mutex_;  // guards failure_
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;
};

}  // namespace losange::base
