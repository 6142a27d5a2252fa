// The states that a search has been in, by open addressing: it only grows, and nothing is allocated before the first. For
// searches that would walk every way to a state without it. T is small and trivial, equal or not, and has hash(); T{} is
// none of the states.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace losange::base {

template <class T>
class SeenSet {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // False where it was there before.
  bool insert(const T& state) {
    assert(!(state == T{}));
    if (2 * size_ >= slots_.size()) grow();
    T& slot = place_of(state);
    if (slot == state) return false;
    slot = state;
    ++size_;
    return true;
  }
  std::size_t size() const { return size_; }
  void clear() {
    slots_ = {};
    size_ = 0;
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;

  // Where the state is, or where it would be.
  T& place_of(const T& state) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(state.hash()) & mask;
    while (!(slots_[i] == T{}) && !(slots_[i] == state)) i = (i + 1) & mask;
    return slots_[i];
  }
  void grow() {
    const std::vector<T> before =
        std::exchange(slots_, std::vector<T>(slots_.empty() ? kFirstSlots : 4 * slots_.size()));
    for (const T& state : before) {
      if (!(state == T{})) place_of(state) = state;
    }
  }

  std::vector<T> slots_;  // a power of two of them, at most half of them taken
  std::size_t size_ = 0;
};

}  // namespace losange::base
