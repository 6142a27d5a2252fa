// The one order in which lists of numbers are added, for every form of the cluster.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

namespace losange::cluster {

// `lists` holds at least one list as long as `sum`, one after the other.
inline void sum_lists(std::span<const float> lists, std::span<float> sum) {
  assert(!sum.empty() && !lists.empty() && lists.size() % sum.size() == 0);
  std::copy_n(lists.begin(), sum.size(), sum.begin());
  for (std::size_t at = sum.size(); at < lists.size(); at += sum.size()) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += lists[at + i];
  }
}

}  // namespace losange::cluster
