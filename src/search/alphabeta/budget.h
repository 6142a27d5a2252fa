// What the threads of one alpha-beta search share: how much they may search yet, whether it is over, what made it fail,
// and the nodes that several of them work on. Used by AlphaBetaWorker, a reference a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/threads/alarm.h"

namespace losange::search {

// A search is over when its nodes are spent; and at once, whatever a node costs, when its time is, when a stop is
// requested or when a thread fails.
class SharedBudget {
 public:
  SharedBudget(std::optional<base::Clock::time_point> deadline, std::optional<std::uint64_t> nodes,
               std::stop_token stop)
      : node_limit_(nodes), on_stop_(std::move(stop), Stopper{*this}) {
    if (deadline) alarm_.emplace(*deadline, [this] { this->stop(); });
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  // Takes the nodes a thread searched since it last asked; how many it may search before it asks again, 0 when
  // the search is over.
  std::uint64_t spend(std::uint64_t searched) {
    const std::uint64_t total = nodes_.fetch_add(searched, std::memory_order_relaxed) + searched;
    if (node_limit_ && total >= *node_limit_) stop();
    if (stopped()) return 0;
    return node_limit_ ? std::min<std::uint64_t>(kGrant, *node_limit_ - total) : kGrant;
  }

  // For threads that may not throw: keeps the exception in flight, the first of several, and ends the search.
  void fail() {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop();
  }
  // Throws what was kept. Precondition: all threads have ended.
  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::uint64_t kGrant = 1024;

  struct Stopper {
    SharedBudget& budget;
    void operator()() const { budget.stop(); }
  };

  std::optional<std::uint64_t> node_limit_;
  std::atomic<std::uint64_t> nodes_{0};
  std::mutex mutex_;  // guards failure_
  std::exception_ptr failure_;
  alignas(64) std::atomic<bool> stopped_{false};  // read at every node: apart from what is written
  alignas(64) std::stop_callback<Stopper> on_stop_;
  std::optional<base::Alarm> alarm_;  // last: it uses the others
};

// A node whose moves several threads search; once it is cut off they give up.
struct SplitPoint {
  const SplitPoint* parent = nullptr;
  std::atomic<bool> cut{false};

  bool cut_anywhere() const {
    for (const SplitPoint* point = this; point != nullptr; point = point->parent) {
      if (point->cut.load(std::memory_order_relaxed)) return true;
    }
    return false;
  }
};

}  // namespace losange::search
