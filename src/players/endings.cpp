#include "players/endings.h"

#include <fmt/format.h>

#include <atomic>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include "base/background.h"

namespace losange::players {

namespace {

// Endings are large and the same for everyone: one copy while anyone uses them or they are being made.
class Works {
 public:
  std::shared_ptr<Endings> find_or_begin(const Endings::Variant& variant, int pieces,
                                         const auto& begin) {
    const std::lock_guard lock(mutex_);
    auto& place = known_[{&variant, pieces}];
    if (auto there = place.lock()) return there;
    auto made = std::make_shared<Endings>(variant, pieces);
    place = made;
    threads_.remove_if([](const Thread& thread) { return thread.over->load(); });
    auto over = std::make_shared<std::atomic<bool>>(false);
    threads_.push_back({over, std::jthread([begin, made, over,
                                            listener = listener_](std::stop_token stop) mutable {
                          begin(*made, listener, std::move(stop));
                          made.reset();
                          *over = true;
                        })});
    return made;
  }
  void listen(EndingsListener listener) {
    const std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

 private:
  struct Thread {
    std::shared_ptr<std::atomic<bool>> over;
    std::jthread thread;
  };

  std::mutex mutex_;
  EndingsListener listener_;
  std::map<std::pair<const void*, int>, std::weak_ptr<Endings>> known_;
  std::list<Thread> threads_;  // stopped and waited for when the program ends
};

Works& works() {
  static Works all;
  return all;
}

}  // namespace

void listen_to_endings(EndingsListener listener) { works().listen(std::move(listener)); }

std::shared_ptr<Endings> Endings::of(const Variant& variant, int pieces) {
  return works().find_or_begin(
      variant, pieces, [](Endings& endings, const EndingsListener& listener, std::stop_token stop) {
        endings.work(listener, stop);
      });
}

std::shared_ptr<const draughts::Bitbase> Endings::ready() const {
  const std::lock_guard lock(mutex_);
  return base_;
}

std::shared_ptr<const draughts::Bitbase> Endings::wait(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  changed_.wait(lock, std::move(stop), [&] { return over_; });
  --waiting_;
  return base_;
}

void Endings::work(const EndingsListener& listener, std::stop_token stop) {
  base::give_way();
  EndingsNews news{.name = fmt::format("{} draughts on {}x{}, {} pieces", variant_.rules->name,
                                       variant_.size, variant_.size, pieces_)};
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    if (!listener.progress) return;
    news.done = done;
    news.total = total;
    {
      const std::lock_guard lock(mutex_);
      news.awaited = waiting_ > 0;
    }
    listener.progress(news);
  };
  const auto complain = [&](const std::string& trouble) {
    if (listener.trouble) listener.trouble(trouble);
  };
  std::shared_ptr<const draughts::Bitbase> made;
  try {
    made = draughts::Bitbase::open(variant_, pieces_, tell, complain, stop);
  } catch (const std::exception& error) {  // no memory for five pieces, say
    if (!stop.stop_requested())
      complain(fmt::format("no endings of {}: {}", news.name, error.what()));
  }
  const std::lock_guard lock(mutex_);
  base_ = std::move(made);
  over_ = true;
  changed_.notify_all();
}

}  // namespace losange::players
