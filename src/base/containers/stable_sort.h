// Sorting that keeps the order of equals. The library's own is some four kilobytes of code for every type and every
// comparison, in most rooms and for most games again: this one sorts numbers of places, once, and moves the items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace losange::base {

// The numbers below `count` as `before` would have them; equals in their own order.
std::vector<std::uint32_t> stable_order(
    std::size_t count, const std::function<bool(std::uint32_t, std::uint32_t)>& before);

// Like std::stable_sort.
template <std::random_access_iterator Place, class Before>
void stable_sort(Place first, Place last, const Before& before) {
  const auto item = [&](std::uint32_t number) -> decltype(auto) {
    return first[static_cast<std::ptrdiff_t>(number)];
  };
  const auto order =
      stable_order(static_cast<std::size_t>(last - first),
                   [&](std::uint32_t a, std::uint32_t b) { return before(item(a), item(b)); });
  std::vector<std::iter_value_t<Place>> sorted;
  sorted.reserve(order.size());
  for (const std::uint32_t number : order) sorted.push_back(std::move(item(number)));
  for (auto& next : sorted) *first++ = std::move(next);
}

}  // namespace losange::base
