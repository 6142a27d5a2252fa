// Progress of long work on stderr: one line rewritten in place on a terminal, and no wider than that, a line every ten
// seconds otherwise, with an estimate of the time left. Not thread-safe: the caller serialises updates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace losange::base {

class Progress {
 public:
  // `done` counts what an earlier run already did: it is shown, but not used to estimate the speed. total 0: work
  // without an end of its own.
  Progress(std::string label, std::uint64_t total, std::uint64_t done = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether there is a terminal, whose line may be rewritten at any time.
  static bool moves();

  // What matters most comes first in `details`: a narrow terminal shows no more. `seconds_left`: where more is known
  // than an estimate.
  void update(std::uint64_t done, std::string_view details = {},
              std::optional<double> seconds_left = {});
  void finish();  // ends the line; also done by the destructor

 private:
  std::optional<double> estimate(std::uint64_t done) const;

  std::string label_;
  std::uint64_t total_;
  std::uint64_t done_before_;
  Stopwatch since_start_;
  Stopwatch since_shown_;
  bool on_terminal_;
  bool shown_ = false;
};

}  // namespace losange::base
