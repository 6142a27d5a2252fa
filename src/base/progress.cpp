#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/text.h"

namespace losange::base {

Progress::Progress(std::string label, std::uint64_t total, std::uint64_t done)
    : label_(std::move(label)),
      total_(total),
      done_before_(done),
      on_terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { finish(); }

void Progress::update(std::uint64_t done, std::string_view details) {
  const double interval_s = on_terminal_ ? 0.1 : 10.0;
  if (shown_ && done < total_ && since_shown_.seconds() < interval_s) return;
  if (!on_terminal_ && !shown_ && done < total_ && since_start_.seconds() < interval_s) return;
  since_shown_.restart();
  shown_ = true;

  const std::uint64_t done_now = done - done_before_;
  std::string left;
  if (done_now > 0 && done < total_) {
    const double per_item = since_start_.seconds() / static_cast<double>(done_now);
    left = fmt::format(", {} left", format_duration(per_item * static_cast<double>(total_ - done)));
  }
  const std::string line = fmt::format("{}: {}/{}{}{}{}", label_, done, total_, left,
                                       details.empty() ? "" : ", ", details);
  if (on_terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", line);
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

void Progress::finish() {
  if (on_terminal_ && shown_) fmt::print(stderr, "\n");
  shown_ = false;
}

}  // namespace losange::base
