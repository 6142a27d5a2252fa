#include "players/told/endings.h"

#include <fmt/format.h>

#include <atomic>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include "base/threads/background.h"

namespace losange::players {

namespace {

// Who listens is told before there is any variant of the rules.
class Audience {
 public:
  void set(EndingsListener listener) {
    const std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }
  EndingsListener listener() const {
    const std::lock_guard lock(mutex_);
    return listener_;
  }

 private:
  mutable std::mutex mutex_;
  EndingsListener listener_;
};

Audience& audience() {
  static Audience all;
  return all;
}

// Endings are large and the same for everyone: one copy while anyone uses them or they are being made.
class Works {
 public:
  std::shared_ptr<Endings> find_or_begin(const Endings::Variant& variant, int pieces,
                                         const auto& begin) {
    const std::lock_guard lock(mutex_);
    auto& place = known_[{&variant, pieces}];
    if (auto there = place.lock()) return there;
    auto made = std::make_shared<Endings>(variant, pieces, audience().listener());
    place = made;
    threads_.remove_if([](const Thread& thread) { return thread.over->load(); });
    auto over = std::make_shared<std::atomic<bool>>(false);
    threads_.push_back({over, std::jthread([begin, made, over](std::stop_token stop) mutable {
                          begin(*made, std::move(stop));
                          made.reset();
                          *over = true;
                        })});
    return made;
  }

 private:
  struct Thread {
    std::shared_ptr<std::atomic<bool>> over;
    std::jthread thread;
  };

  std::mutex mutex_;
  std::map<std::pair<const void*, int>, std::weak_ptr<Endings>> known_;
  std::list<Thread> threads_;  // stopped and waited for when the program ends
};

// Made when the first endings are asked for. Their variant was there before, so it is still there when a program that
// ends waits for the threads here.
Works& works() {
  static Works all;
  return all;
}

}  // namespace

void listen_to_endings(EndingsListener listener) { audience().set(std::move(listener)); }

std::shared_ptr<Endings> Endings::of(const Variant& variant, int pieces) {
  return works().find_or_begin(variant, pieces, [](Endings& endings, std::stop_token stop) {
    endings.work_in_background(std::move(stop));
  });
}

std::shared_ptr<const draughts::Bitbase> Endings::ready() const {
  const std::lock_guard lock(mutex_);
  return base_;
}

std::shared_ptr<const draughts::Bitbase> Endings::wait(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (!over_ && !std::exchange(solved_by_waiter_, true)) {
    lock.unlock();
    solve(stop);
    lock.lock();
    solved_by_waiter_ = false;
  }
  // Until nobody is at it any more: who was overtaken may still be about to write the file.
  changed_.wait(lock, std::move(stop), [&] { return over_ && solving_ == 0; });
  return base_;
}

void Endings::work_in_background(std::stop_token stop) {
  base::give_way();
  solve(std::move(stop));
  finish(nullptr);
}

// Until it is done, `stop` is requested, or somebody else was faster.
void Endings::solve(std::stop_token stop) {
  {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    ++solving_;
  }
  std::stop_source end;
  const auto ask = [&end] { end.request_stop(); };
  const std::stop_callback stopped(std::move(stop), ask), overtaken(no_more_.get_token(), ask);
  const std::string name = fmt::format("{} draughts on {}x{}, {} pieces", variant_.rules->name,
                                       variant_.size, variant_.size, pieces_);
  // Told under the lock: once they are there nobody is told any more. Of two who solve, the one who is ahead tells.
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    if (over_ || done <= told_ || !listener_.progress) return;
    told_ = done;
    listener_.progress({name, done, total, solved_by_waiter_});
  };
  const auto complain = [&](const std::string& trouble) {
    const std::lock_guard lock(mutex_);
    if (!over_ && listener_.trouble) listener_.trouble(trouble);
  };
  try {
    finish(draughts::Bitbase::open(variant_, pieces_, tell, complain, end.get_token()));
  } catch (const std::exception& error) {  // no memory for five pieces, say
    if (!end.stop_requested()) complain(fmt::format("no endings of {}: {}", name, error.what()));
  }
  const std::lock_guard lock(mutex_);
  --solving_;
  changed_.notify_all();
}

void Endings::finish(std::shared_ptr<const draughts::Bitbase> base) {
  {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    base_ = std::move(base);
    over_ = true;
    changed_.notify_all();
  }
  no_more_.request_stop();
}

}  // namespace losange::players
