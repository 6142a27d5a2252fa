// What a training run tells a person while it works: inside a round which part of it is done and how fast, after it
// what the log says. The estimate of the time left counts playing and learning by the time they take.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/threads/progress.h"

namespace losange::train {

// What there is to do.
struct Workload {
  std::string label;
  std::uint64_t total = 0;  // the run is complete when so much is done; 0: it has no end of its own
  std::uint64_t a_round = 1;  // of it
  std::string plays = {};     // what is played in a round, "games"; empty: nothing
  std::uint64_t plays_a_round = 0;
  std::uint64_t played = 0;  // of the round that is gone on with
  double play_share = 0;     // of the time of a round, as far as it is known before there was one
};

class RunProgress {
 public:
  // `done` and `rounds` by earlier sittings.
  RunProgress(Workload work, std::uint64_t done, std::uint64_t rounds);

  // May be called from several threads.
  void played(std::size_t count) { played_ += count; }
  // From now on the round is learnt, in so many steps; and how many were.
  void learns(std::size_t steps) { steps_ = steps; }
  void learnt(std::size_t steps) { learnt_ = steps; }
  // Shows how the round stands, now and then; for work without an end, `seconds_left` until it is stopped. May be
  // called from several threads.
  void show(std::optional<double> seconds_left);
  void end_round(const std::string& details, double play_seconds, double learn_seconds,
                 std::uint64_t done);

 private:
  double share_played() const;
  // Of the time that the round takes.
  double share_done() const;
  std::uint64_t done_so_far() const;

  Workload work_;
  double play_share_;  // of the time of a round: as in the last one
  std::atomic<std::uint64_t> played_;
  std::uint64_t played_before_;  // this sitting
  std::atomic<std::size_t> steps_ = 0, learnt_ = 0;
  std::uint64_t done_, rounds_;  // before this round
  base::Stopwatch since_begin_;  // of the round, or of what this sitting does of it
  std::mutex mutex_;
  base::Progress shown_;
  std::string last_round_;  // what was said of it
};

}  // namespace losange::train
