#include "window/table/engine_room.h"

#include <exception>
#include <utility>

#include "base/threads/background.h"
#include "window/words/sentences.h"

namespace losange::window {

EngineRoom::EngineRoom() : thread_([this] { serve(); }) {}

EngineRoom::~EngineRoom() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    next_.reset();
    stop_.request_stop();
  }
  wake_.notify_all();
  thread_.join();
}

std::uint64_t EngineRoom::start(Task task) {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  next_ = std::move(task);
  wake_.notify_all();
  return ++tickets_;
}

void EngineRoom::stop() {
  const std::lock_guard lock(mutex_);
  next_.reset();
  stop_.request_stop();
}

bool EngineRoom::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ != 0 || next_.has_value();
}

std::optional<players::TextReport> EngineRoom::take_report(std::uint64_t ticket) {
  const std::lock_guard lock(mutex_);
  if (report_ticket_ != ticket) return std::nullopt;
  return std::exchange(report_, std::nullopt);
}

std::optional<EngineRoom::Done> EngineRoom::take_done() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, std::nullopt);
}

void EngineRoom::serve() {
  base::give_way();  // engines take every core: a key is answered first
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return closing_ || next_; });
    if (closing_) return;
    const Task task = *std::exchange(next_, std::nullopt);
    const std::uint64_t ticket = running_ = tickets_;
    stop_ = std::stop_source();
    const std::stop_token stop = stop_.get_token();
    lock.unlock();

    Done done;
    done.ticket = ticket;
    try {
      done.answer = task(
          [&](const players::TextReport& report) {
            const std::lock_guard guard(mutex_);
            report_ = report;
            report_ticket_ = ticket;
          },
          stop);
    } catch (const base::UserError& error) {
      done.error = error.message();
    } catch (const std::exception& error) {
      done.error = unexpected_error(error);
    }

    done.ended = base::Clock::now();
    lock.lock();
    done.stopped = stop.stop_requested();
    running_ = 0;
    done_ = std::move(done);
  }
}

}  // namespace losange::window
