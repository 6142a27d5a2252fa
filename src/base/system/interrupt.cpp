#include "base/system/interrupt.h"

#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <thread>

namespace losange::base {

namespace {

// A signal handler may only touch lock-free atomics, read the clock and post a semaphore; the thread that
// waits on the semaphore asks the stop source, whose callbacks may do anything.
std::atomic<std::int64_t> first_signal_ms{0};  // 0: none yet
sem_t wake;

// One event may arrive as several signals: timeout(1) sends its signal to the program and to its group,
// a closed terminal and its shell both hang up. Only what comes later than this is a second Ctrl-C.
constexpr std::int64_t kSameEvent_ms = 250;

std::int64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
}

void on_signal(int signal) {
  const std::int64_t now = now_ms();
  std::int64_t first = 0;
  if (first_signal_ms.compare_exchange_strong(first, now)) {
    ::sem_post(&wake);
  } else if (signal != SIGHUP && now - first > kSameEvent_ms) {
    ::_exit(130);
  }
}

std::stop_source start_watching() {
  std::stop_source source;
  ::sem_init(&wake, 0, 0);
  std::thread([source]() mutable {
    while (::sem_wait(&wake) != 0) {
    }
    source.request_stop();
  }).detach();
  struct sigaction action {};
  action.sa_handler = on_signal;
  // No SA_RESTART: a blocking read at a prompt must return so that the program can leave.
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // The terminal was closed; nohup and the like ask for that to be ignored.
  struct sigaction before {};
  ::sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
  return source;
}

}  // namespace

std::stop_token stop_on_interrupt() {
  static const std::stop_source source = start_watching();
  return source.get_token();
}

bool interrupted() { return first_signal_ms.load() != 0; }

}  // namespace losange::base
