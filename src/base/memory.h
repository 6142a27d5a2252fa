// What memory there is, and large arrays out of it. Sizes that people choose are checked against the machine before
// anything is taken: an operating system that promises more than it has ends the program later, without a word.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>

namespace losange::base {

inline constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// Bytes this program may use: the machine's memory, or less where a control group sets a limit. `proc` and `groups` are
// where the system tells of itself.
std::size_t machine_memory(const std::filesystem::path& proc = "/proc",
                           const std::filesystem::path& groups = "/sys/fs/cgroup");

// Bytes that are free now. 1 GiB where the system does not say, as in a browser.
std::size_t free_memory(const std::filesystem::path& proc = "/proc",
                        const std::filesystem::path& groups = "/sys/fs/cgroup");

// Bytes for one search tree where the user set no limit: a quarter of the free memory, at least 256 MiB
// where that much is free. `trees` searches at a time leave a quarter of it to all else, but none
// has less than 64 MiB.
std::size_t default_tree_memory(std::size_t free, std::size_t trees);
// The same for this machine now, and for as many trees as expect_trees said last; 1 at first.
std::size_t default_tree_memory();
// How many searches of this process will run at a time. From any thread.
void expect_trees(std::size_t trees);

// Throws UserError unless so many MiB leave a quarter of the machine's memory to all else. `what` names the settings
// they are for, such as "table=4096".
void check_memory(std::size_t mebibytes, const std::string& what);
// The most that check_memory allows, in MiB.
std::size_t most_mebibytes();

// Elements that all begin as zero bytes, which must be a value of theirs. The system gives the pages when they are
// first touched, so a large array costs no time to make.
template <class T>
class ZeroedArray {
  static_assert(std::is_standard_layout_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  // Throws UserError when there is no memory for them.
  explicit ZeroedArray(std::size_t size);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<void, Free> memory_;
  T* items_ = nullptr;  // in memory_, aligned
};

[[noreturn]] void throw_no_memory(std::size_t bytes);

template <class T>
ZeroedArray<T>::ZeroedArray(std::size_t size) : size_(size) {
  if (size == 0) return;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(size, sizeof(T), &bytes) ||
      __builtin_add_overflow(bytes, alignof(T), &bytes))
    throw_no_memory(~std::size_t{0});
  memory_.reset(std::calloc(bytes, 1));
  if (!memory_) throw_no_memory(bytes);
  void* start = memory_.get();
  items_ = static_cast<T*>(std::align(alignof(T), size * sizeof(T), start, bytes));
}

}  // namespace losange::base
