#include "train/common/run_progress.h"

#include <fmt/format.h>

#include <algorithm>

namespace losange::train {

RunProgress::RunProgress(Workload work, std::uint64_t done, std::uint64_t rounds)
    : work_(std::move(work)),
      play_share_(work_.play_share),
      played_(work_.played),
      played_before_(work_.played),
      done_(done),
      rounds_(rounds),
      shown_(work_.label, work_.total, done_so_far()) {}

double RunProgress::share_played() const {
  if (work_.plays_a_round == 0) return 0;
  return std::min(1.0, static_cast<double>(played_) / static_cast<double>(work_.plays_a_round));
}

double RunProgress::share_done() const {
  if (steps_ == 0) return play_share_ * share_played();
  return play_share_ +
         (1 - play_share_) * static_cast<double>(learnt_) / static_cast<double>(steps_);
}

std::uint64_t RunProgress::done_so_far() const {
  const auto done =
      done_ + static_cast<std::uint64_t>(share_done() * static_cast<double>(work_.a_round));
  // Never all of it: the last round ends with what the log says of it.
  return work_.total > 0 ? std::min(work_.total - 1, done) : done;
}

void RunProgress::show(std::optional<double> seconds_left) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  std::string text = fmt::format("round {}: ", rounds_ + 1);
  if (steps_ == 0) {
    const double a_second = static_cast<double>(played_ - played_before_) / since_begin_.seconds();
    text += fmt::format("playing {:.0f} %, {:.{}f} {}/s", 100 * share_played(), a_second,
                        a_second < 10 ? 1 : 0, work_.plays);
  } else {
    text += fmt::format("learning {:.0f} %",
                        100 * static_cast<double>(learnt_) / static_cast<double>(steps_));
  }
  shown_.update(done_so_far(), text + last_round_, work_.total > 0 ? std::nullopt : seconds_left);
}

void RunProgress::end_round(const std::string& details, double play_seconds, double learn_seconds,
                            std::uint64_t done) {
  if (play_seconds + learn_seconds > 0) {
    play_share_ = play_seconds / (play_seconds + learn_seconds);
  }
  done_ = done;
  ++rounds_;
  played_ = played_before_ = 0;
  steps_ = learnt_ = 0;
  since_begin_.restart();
  last_round_ = fmt::format("; round {}: {}", rounds_, details);
  shown_.update(work_.total > 0 ? std::min(done, work_.total) : done, details);
}

}  // namespace losange::train
