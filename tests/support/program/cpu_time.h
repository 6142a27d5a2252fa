// Processor time. Bounds on it hold however loaded the machine is, which bounds on a clock do not: a search that ends
// at a moment has had at most so much of the processor by then.
#pragma once

#include <sys/resource.h>
#include <time.h>

namespace losange::testing_time {

// Of the calling thread, or of all threads of this process.
template <clockid_t kClock>
class CpuWatchOf {
 public:
  double seconds() const { return now() - start_; }
  void restart() { start_ = now(); }

 private:
  static double now() {
    timespec time{};
    ::clock_gettime(kClock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  double start_ = now();
};
using CpuWatch = CpuWatchOf<CLOCK_THREAD_CPUTIME_ID>;
using ProcessCpuWatch = CpuWatchOf<CLOCK_PROCESS_CPUTIME_ID>;

// Of the programs that this process started and that have ended.
inline double children_cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Sanitizers make every step take ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double kSlowdown = 10;
#else
inline constexpr double kSlowdown = 1;
#endif
// What the house promises between a limit or a stop request and the answer.
inline constexpr double kPromise_s = 0.05 * kSlowdown;

}  // namespace losange::testing_time
