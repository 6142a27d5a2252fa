#include "base/containers/stable_sort.h"

#include <algorithm>
#include <numeric>

namespace losange::base {

std::vector<std::uint32_t> stable_order(
    std::size_t count, const std::function<bool(std::uint32_t, std::uint32_t)>& before) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  // By a lambda, not std::cref, which clang 14 refuses here.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return before(a, b); });
  return order;
}

}  // namespace losange::base
