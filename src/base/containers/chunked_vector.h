// A vector in chunks: growing neither moves nor copies what is there, so it takes the memory of what it holds, where a
// std::vector has twice as much for a moment. Elements of one chunk lie side by side.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace losange::base {

template <class T, std::size_t kChunk>
class ChunkedVector {
 public:
  static constexpr std::size_t kChunkSize = kChunk;

  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) {
    assert(index < size_);
    return chunks_[index / kChunk][index % kChunk];
  }
  const T& operator[](std::size_t index) const {
    assert(index < size_);
    return chunks_[index / kChunk][index % kChunk];
  }
  // What is new has its first value only where the chunk is new. Memory that is no longer needed is given back.
  void resize(std::size_t size) {
    const std::size_t chunks = (size + kChunk - 1) / kChunk;
    while (chunks_.size() < chunks) chunks_.push_back(std::make_unique<T[]>(kChunk));
    chunks_.resize(chunks);
    size_ = size;
  }
  void push_back(const T& value) {
    resize(size_ + 1);
    (*this)[size_ - 1] = value;
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace losange::base
