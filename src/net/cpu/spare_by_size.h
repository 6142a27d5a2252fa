// What one call of an evaluator works with (operators, buffers), kept between calls: a call takes one
// that is free for its board size and gives it back, so threads never share one and, after the first
// calls, nothing is allocated.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "hex/board/geometry.h"

namespace losange::net {

template <class T>
class SpareBySize {
 public:
  // `make` returns a std::unique_ptr<T>.
  template <class Make>
  std::unique_ptr<T> take(int size, Make make) {
    {
      const std::lock_guard lock(mutex_);
      auto& free = free_[static_cast<std::size_t>(size)];
      if (!free.empty()) {
        auto taken = std::move(free.back());
        free.pop_back();
        return taken;
      }
    }
    return make();
  }

  void give_back(int size, std::unique_ptr<T> used) {
    const std::lock_guard lock(mutex_);
    free_[static_cast<std::size_t>(size)].push_back(std::move(used));
  }

 private:
  std::mutex mutex_;
  std::array<std::vector<std::unique_ptr<T>>, hex::kMaxSize + 1> free_;
};

}  // namespace losange::net
