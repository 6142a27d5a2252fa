#include "base/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <thread>

#include <semaphore.h>
#include <unistd.h>

#include <atomic>

namespace losange::base {

namespace {

// A signal handler may only touch lock-free atomics and post a semaphore; the thread that waits on the
// semaphore asks the stop source, whose callbacks may do anything.
std::atomic<int> signals_seen{0};
sem_t wake;

void on_signal(int signal) {
  // A terminal that closes may send SIGHUP twice, by itself and by its shell: that is one event.
  if (signals_seen.fetch_add(1) > 0 && signal != SIGHUP) ::_exit(130);
  ::sem_post(&wake);
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

bool interrupted() { return signals_seen.load() > 0; }

}  // namespace losange::base
