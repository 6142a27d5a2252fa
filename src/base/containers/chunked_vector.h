// A vector in chunks: growing neither moves nor copies what is there, so it takes the memory of what it holds, where a
// std::vector has twice as much for a moment. Elements of one chunk lie side by side.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
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

  // Some elements, one after the other, until the vector changes.
  class Slice {
   public:
    class Iterator {
     public:
      using iterator_category = std::forward_iterator_tag;
      using value_type = T;
      using difference_type = std::ptrdiff_t;
      using pointer = const T*;
      using reference = const T&;

      Iterator() = default;
      Iterator(const ChunkedVector& all, std::size_t at) : all_(&all), at_(at) {}
      reference operator*() const { return (*all_)[at_]; }
      Iterator& operator++() {
        ++at_;
        return *this;
      }
      Iterator operator++(int) { return {*all_, at_++}; }
      bool operator==(const Iterator&) const = default;

     private:
      const ChunkedVector* all_ = nullptr;
      std::size_t at_ = 0;
    };

    Slice(const ChunkedVector& all, std::size_t first, std::size_t size)
        : all_(&all), first_(first), size_(size) {}
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& operator[](std::size_t index) const { return (*all_)[first_ + index]; }
    Iterator begin() const { return {*all_, first_}; }
    Iterator end() const { return {*all_, first_ + size_}; }
    bool operator==(const Slice& other) const {
      return std::equal(begin(), end(), other.begin(), other.end());
    }

   private:
    const ChunkedVector* all_;
    std::size_t first_, size_;
  };
  Slice slice(std::size_t first, std::size_t size) const { return {*this, first, size}; }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace losange::base
