#include "cluster/deal.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/threads/parallel.h"

namespace losange::cluster {

namespace {

// The first byte of a message. A worker's result asks for the next piece, too.
enum Kind : char { kAsk = 'a', kPiece = 'p', kResult = 'r', kEnd = 'e', kEnded = 'x' };

constexpr auto kNap = std::chrono::milliseconds(1);

std::string numbered(Kind kind, std::uint64_t number) {
  std::string text(1 + sizeof number, kind);
  std::memcpy(text.data() + 1, &number, sizeof number);
  return text;
}
std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  std::memcpy(&number, text.data() + 1, sizeof number);
  return number;
}

// What rank 0 knows of another.
struct Hand {
  int free = 0, busy = 0;  // workers
  bool ending = false;     // it was told to
};

class Dealer {
 public:
  Dealer(Cluster& cluster, const Pieces& pieces)
      : cluster_(cluster),
        pieces_(pieces),
        hands_(static_cast<std::size_t>(cluster.size())),
        present_(cluster.size() - 1) {}

  void run(const std::stop_token& stop) {
    while (present_ > 0) {
      const auto message = cluster_.receive();
      if (message) take(*message);
      for (int rank = 1; rank < cluster_.size(); ++rank) serve(rank, stop.stop_requested());
      if (!message) std::this_thread::sleep_for(kNap);
    }
  }

 private:
  void take(const Message& message) {
    Hand& hand = hands_[static_cast<std::size_t>(message.from)];
    switch (message.bytes.front()) {
      case kAsk: ++hand.free; break;
      case kResult:
        --hand.busy;
        ++hand.free;
        pieces_.finish(number_in(message.bytes), message.bytes.substr(1 + sizeof(std::uint64_t)));
        break;
      default: --present_;
    }
  }

  void serve(int rank, bool stopped) {
    Hand& hand = hands_[static_cast<std::size_t>(rank)];
    if (hand.ending || (hand.free == 0 && !stopped)) return;
    while (!stopped && hand.free > 0) {
      const auto number = pieces_.next();
      if (!number) break;
      cluster_.send(rank, numbered(kPiece, *number));
      --hand.free;
      ++hand.busy;
    }
    const bool idle = hand.free > 0 && hand.busy == 0;
    if (!stopped && (!idle || (pieces_.more_later && pieces_.more_later()))) return;
    cluster_.send(rank, std::string(1, kEnd));
    hand.ending = true;
  }

  Cluster& cluster_;
  const Pieces& pieces_;
  std::vector<Hand> hands_;  // by rank; the first is not used
  int present_;              // other ranks that have not ended
};

// Between the thread that speaks with rank 0 and those that work.
class Desk {
 public:
  Desk(int workers, const Work& work) : workers_(workers), work_(work) {}

  void serve(Cluster& cluster) {
    for (int i = 0; i < workers_; ++i) cluster.send(0, std::string(1, kAsk));
    while (!stop_.stop_requested()) {
      const bool sent = send_results(cluster);
      const auto message = cluster.receive();
      if (message && message->bytes.front() == kPiece) put(number_in(message->bytes));
      if (message && message->bytes.front() == kEnd) stop();
      if (!message && !sent) std::this_thread::sleep_for(kNap);
    }
  }

  void work(int worker) {
    while (const auto number = take()) {
      auto result = work_(worker, *number, stop_.get_token());
      if (!result) return;
      const std::lock_guard lock(mutex_);
      results_.push_back(numbered(kResult, *number) + *result);
    }
  }

  void stop() {
    stop_.request_stop();
    { const std::lock_guard lock(mutex_); }  // whoever looked before waits by now
    came_.notify_all();
  }

  bool send_results(Cluster& cluster) {
    std::deque<std::string> results;
    {
      const std::lock_guard lock(mutex_);
      results.swap(results_);
    }
    for (const auto& result : results) cluster.send(0, result);
    return !results.empty();
  }

 private:
  void put(std::uint64_t number) {
    {
      const std::lock_guard lock(mutex_);
      numbers_.push_back(number);
    }
    came_.notify_one();
  }

  std::optional<std::uint64_t> take() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return stop_.stop_requested() || !numbers_.empty(); });
    if (stop_.stop_requested()) return std::nullopt;
    const std::uint64_t number = numbers_.front();
    numbers_.pop_front();
    return number;
  }

  const int workers_;
  const Work& work_;
  std::stop_source stop_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable came_;
  std::deque<std::uint64_t> numbers_;
  std::deque<std::string> results_;
};

}  // namespace

void deal_out(Cluster& cluster, const Pieces& pieces, const std::stop_token& stop) {
  Dealer(cluster, pieces).run(stop);
}

void work_on_dealt(Cluster& cluster, int workers, const Work& work) {
  Desk desk(workers, work);
  base::run_on_threads(
      workers + 1, [&](int index) { index == 0 ? desk.serve(cluster) : desk.work(index - 1); },
      [&] { desk.stop(); });
  desk.send_results(cluster);
  cluster.send(0, std::string(1, kEnded));
}

}  // namespace losange::cluster
