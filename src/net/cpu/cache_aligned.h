// A vector that begins at a cache line, for what is read in whole lines: a line that straddles two costs two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace losange::net {

template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  explicit CacheAligned(const CacheAligned<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* from, std::size_t) { ::operator delete (from, std::align_val_t{64}); }
  bool operator==(const CacheAligned&) const = default;
};

template <class T>
using AlignedVector = std::vector<T, CacheAligned<T>>;

}  // namespace losange::net
