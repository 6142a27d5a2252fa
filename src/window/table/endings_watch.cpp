#include "window/table/endings_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/aside.h"

namespace losange::window {

EndingsWatch& EndingsWatch::of_program() {
  static EndingsWatch watch;
  static const bool listens = [] {
    players::listen_to_endings(
        {.progress = [](const players::EndingsNews& news) { watch.note(news); },
         .trouble = [](const std::string& trouble) { base::say_aside("losange: {}\n", trouble); }});
    return true;
  }();
  (void)listens;
  return watch;
}

void EndingsWatch::note(const players::EndingsNews& news) {
  const std::lock_guard lock(mutex_);
  if (news.done >= news.total) {
    work_.erase(news.name);
  } else {
    work_[news.name] = {news.done, news.total};
  }
}

std::optional<int> EndingsWatch::percent() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t done = 0, total = 0;
  for (const auto& [name, work] : work_) {
    done += work.first;
    total += work.second;
  }
  if (total == 0) return std::nullopt;
  return std::min(99,
                  static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total)));
}

}  // namespace losange::window
