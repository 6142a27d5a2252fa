#include "cluster/alone.h"

#include <cassert>
#include <cstdlib>

#include "cluster/sum_lists.h"

namespace losange::cluster {

void Alone::send([[maybe_unused]] int to, std::string_view bytes) {
  assert(to == 0);
  waiting_.push_back({0, std::string(bytes)});
}

std::optional<Message> Alone::receive() {
  if (waiting_.empty()) return std::nullopt;
  Message first = std::move(waiting_.front());
  waiting_.pop_front();
  return first;
}

void Alone::abort(int code) { std::_Exit(code); }

void Alone::sum_in_order(std::span<const float> mine, [[maybe_unused]] int shards,
                         std::span<float> sum) {
  assert(mine.size() == static_cast<std::size_t>(shards) * sum.size());
  sum_lists(mine, sum);
}

}  // namespace losange::cluster
