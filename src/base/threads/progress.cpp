#include "base/threads/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/aside.h"
#include "base/text.h"

namespace losange::base {

namespace {

constexpr std::size_t kUsualColumns = 80;

// Asked each time: people change the size of their windows.
std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                           : kUsualColumns;
}

}  // namespace

Progress::Progress(std::string label, std::uint64_t total, std::uint64_t done)
    : label_(std::move(label)), total_(total), done_before_(done), on_terminal_(moves()) {}

bool Progress::moves() { return ::isatty(STDERR_FILENO) == 1; }

Progress::~Progress() { finish(); }

std::optional<double> Progress::estimate(std::uint64_t done) const {
  if (done <= done_before_ || done >= total_) return std::nullopt;
  const double per_item = since_start_.seconds() / static_cast<double>(done - done_before_);
  return per_item * static_cast<double>(total_ - done);
}

void Progress::update(std::uint64_t done, std::string_view details,
                      std::optional<double> seconds_left) {
  const double interval_s = on_terminal_ ? 0.1 : 10.0;
  const bool at_its_end = total_ > 0 && done >= total_;
  if (shown_ && !at_its_end && since_shown_.seconds() < interval_s) return;
  if (!on_terminal_ && !shown_ && !at_its_end && since_start_.seconds() < interval_s) return;
  since_shown_.restart();
  shown_ = true;

  if (!seconds_left) seconds_left = estimate(done);
  const std::string line =
      fmt::format("{}: {}{}{}{}{}", label_, done, total_ > 0 ? fmt::format("/{}", total_) : "",
                  seconds_left ? fmt::format(", {} left", format_duration(*seconds_left)) : "",
                  details.empty() ? "" : ", ", details);
  if (on_terminal_) {
    // A terminal goes to the next line after its last column, and what is there cannot be rewritten.
    base::say_aside("\r\x1b[K{}", in_columns(line, terminal_columns() - 1));
  } else {
    base::say_aside("{}\n", line);
  }
}

void Progress::finish() {
  if (on_terminal_ && shown_) base::say_aside("\n");
  shown_ = false;
}

}  // namespace losange::base
