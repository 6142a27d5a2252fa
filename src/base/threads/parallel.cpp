#include "base/threads/parallel.h"

#include <atomic>
#include <system_error>

#include "base/error.h"

namespace losange::base {

void run_on_threads(int threads, const std::function<void(int)>& work,
                    const std::function<void()>& stop_others) {
  std::exception_ptr failure;
  std::mutex mutex;
  const auto fail = [&](std::exception_ptr why) {
    const std::lock_guard lock(mutex);
    if (failure) return;
    failure = std::move(why);
    if (stop_others) stop_others();
  };
  const auto guarded = [&](int index) {
    try {
      work(index);
    } catch (...) {
      fail(std::current_exception());
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (int i = 1; i < threads; ++i) others.emplace_back(guarded, i);
      guarded(0);
    } catch (const std::system_error&) {
      fail(std::make_exception_ptr(
          UserError("threads.fewer", "the machine gives no more than {} threads: ask for fewer",
                    others.size() + 1)));
    }
  }
  if (failure) std::rethrow_exception(failure);
}

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  run_on_threads(
      threads,
      [&](int) {
        for (std::size_t i = next++; i < count && !failed; i = next++) work(i);
      },
      [&] { failed = true; });
}

}  // namespace losange::base
