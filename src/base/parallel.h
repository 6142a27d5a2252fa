// Running work on several threads. Exceptions of a worker reach the caller; the first one wins.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace losange::base {

inline int hardware_threads() {
  const unsigned count = std::thread::hardware_concurrency();
  return count == 0 ? 1 : static_cast<int>(count);
}

// Calls work(thread index) on `threads` threads, the calling one among them, and waits for all.
template <class Work>
void run_on_threads(int threads, Work&& work) {
  std::exception_ptr failure;
  std::mutex mutex;
  const auto guarded = [&](int index) {
    try {
      work(index);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(guarded, i);
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

// Calls work(i) for every i in [0, count), each once, on `threads` threads in no fixed order.
template <class Work>
void parallel_for(std::size_t count, int threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  run_on_threads(threads, [&](int) {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

}  // namespace losange::base
