// What a training run tells a person while it works: inside a round which part of it is done and how fast, after it
// what the log says. The estimate of the time left counts playing and learning by the time they take.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/progress.h"
#include "train/common/log.h"
#include "train/policy/unfinished.h"

namespace losange::train {

class RunProgress {
 public:
  // `unfinished`: the round that the run goes on with.
  RunProgress(const TrainOptions& options, const Unfinished& unfinished);

  // Before the first work of a sitting.
  void start(std::uint64_t positions, std::uint64_t rounds);
  // May be called from several threads.
  void moved(std::size_t moves) { moved_ += moves; }
  // From now on the round is learnt, in so many minibatches.
  void learns(std::size_t batches) { batches_ = batches; }
  // Shows how the round stands, now and then. May be called from several threads.
  void show(std::size_t batches_learnt);
  void end_round(const LogLine& line, std::uint64_t positions, const std::string& details);

 private:
  // Of the time that the round takes.
  double done(std::size_t batches_learnt) const;
  std::uint64_t positions_done(std::size_t batches_learnt) const;

  std::uint64_t total_, round_positions_;
  double
      play_share_;  // of the time of a round: as in the last one, at first by what the net is asked
  std::atomic<std::uint64_t> moved_;
  std::uint64_t moved_before_ = 0;  // this sitting
  std::atomic<std::size_t> batches_ = 0;
  std::uint64_t positions_ = 0, rounds_ = 0;  // before this round
  base::Stopwatch since_begin_;               // of the round, or of what this sitting does of it
  std::mutex mutex_;
  std::optional<base::Progress> shown_;
  std::string last_round_;  // what was said of it
};

}  // namespace losange::train
