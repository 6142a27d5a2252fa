// The thread on which engines think, so that the window never waits. One task at a time: starting
// another asks the running one to stop, and it begins as soon as that has ended (50 ms by the
// engines' contract). Everything an engine is asked happens on this thread; the other functions are
// for the window's.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.h"
#include "players/game/player.h"

namespace losange::window {

class EngineRoom {
 public:
  using Task = std::function<players::Answer(const players::Observer&, std::stop_token)>;

  struct Done {
    std::uint64_t ticket = 0;
    players::Answer answer;
    std::optional<base::Message> error;  // when the task failed
    bool stopped = false;                // the answer may be less than was asked for
    base::Clock::time_point ended{};     // when the answer was there
  };

  EngineRoom();
  ~EngineRoom();
  EngineRoom(const EngineRoom&) = delete;
  EngineRoom& operator=(const EngineRoom&) = delete;

  // Asks what runs to stop and puts the task in its place; the ticket tells its reports from older
  // ones.
  std::uint64_t start(Task task);
  void stop();
  bool busy() const;  // a task runs or waits

  // The newest report of the task with this ticket, once.
  std::optional<players::TextReport> take_report(std::uint64_t ticket);
  // What ended since the last call.
  std::optional<Done> take_done();

 private:
  void serve();

  mutable std::mutex mutex_;  // guards everything below but the thread
  std::condition_variable wake_;
  std::optional<Task> next_;
  std::uint64_t tickets_ = 0;  // given out
  std::uint64_t running_ = 0;  // 0: none
  std::stop_source stop_;      // of the running task
  std::optional<players::TextReport> report_;
  std::uint64_t report_ticket_ = 0;
  std::optional<Done> done_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace losange::window
