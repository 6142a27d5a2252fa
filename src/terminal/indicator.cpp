#include "terminal/indicator.h"

#include <fmt/format.h>

#include <chrono>

#include "base/aside.h"

namespace losange::terminal {

namespace {
constexpr base::Millis kBeforeFirst{400};
constexpr base::Millis kBetween{200};
}  // namespace

Indicator::Indicator(std::string who, bool shown, std::string doing)
    : who_(std::move(who)), doing_(std::move(doing)) {
  if (shown) thread_.emplace([this](std::stop_token stop) { show(stop); });
}

Indicator::~Indicator() = default;

players::Observer Indicator::observer() {
  if (!thread_) return {};
  return [this](const players::TextReport& report) {
    const std::lock_guard lock(mutex_);
    best_ = report.best;
    chance_ = search::win_chance(report.value);
  };
}

void Indicator::show(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  auto wait = kBeforeFirst;
  bool written = false;
  while (true) {
    wake_.wait_for(lock, stop, wait, [] { return false; });
    if (stop.stop_requested()) break;
    base::say_aside("\r\x1b[K{}", line());
    written = true;
    wait = kBetween;
  }
  if (written) base::say_aside("\r\x1b[K");
}

std::string Indicator::line() const {
  std::string text = fmt::format("{} {}, {:.1f} s", who_, doing_, watch_.seconds());
  if (!best_.empty()) text += fmt::format(": {} with {:.0f} %", best_, 100 * chance_);
  return text.substr(0, 79);
}

}  // namespace losange::terminal
