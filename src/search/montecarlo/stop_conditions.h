// When a Monte-Carlo tree search ends, one small object a reason; each knows nothing of games and can be asked alone. The
// driver (montecarlo.h) asks them: the descents and the proof before each run, the others now and then. A stop from
// outside and the alarm of the time come between at any moment, and need no asking.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

#include "search/budget.h"
#include "search/montecarlo/tree.h"

namespace losange::search {

// The visits a search may make, claimed by its threads.
class DescentLimit {
 public:
  explicit DescentLimit(std::uint64_t most) : most_(most) {}

  // How many of those wanted may be made; 0 when all are claimed. What is not made of them is given back.
  std::uint64_t claim(std::uint64_t wanted) {
    std::uint64_t claimed = claimed_.load(std::memory_order_relaxed);
    std::uint64_t granted = 0;
    do {
      granted = std::min(wanted, most_ - claimed);
    } while (granted > 0 && !claimed_.compare_exchange_weak(claimed, claimed + granted,
                                                            std::memory_order_relaxed));
    return granted;
  }
  // May be claimed again.
  void give_back(std::uint64_t unmade) { claimed_.fetch_sub(unmade, std::memory_order_relaxed); }

  // Those under way count as made.
  std::uint64_t made() const { return claimed_.load(std::memory_order_relaxed); }
  std::uint64_t left() const { return most_ - made(); }

 private:
  const std::uint64_t most_;
  alignas(64) std::atomic<std::uint64_t> claimed_{0};  // apart from what is only read
};

// The most a time plan allows: what begins now must end in time too.
struct TimeLimit {
  std::optional<TimePlan> plan;

  // Asked every so many runs; true when the time is up, or would be at the next time of asking.
  bool reached(base::Millis elapsed, std::uint64_t runs, std::uint64_t runs_per_look) const {
    if (!plan) return false;
    const auto until_next_look = elapsed * runs_per_look / (runs + runs_per_look);
    return elapsed + until_next_look >= plan->most;
  }
};

// The result of the root is known, and with it the move.
struct ProvenRoot {
  static bool reached(Proof root) { return root != Proof::Unknown; }
};

// What the moves of a root look like to who would choose one now.
struct RootChoice {
  int candidates = 0;                       // moves that are not proven to lose
  std::uint64_t leader = 0, runner_up = 0;  // visits of the two most visited
  bool open = false;  // a rival with a tenth of the leader's visits has a better mean
};

// Whether thinking on cannot change the move, or is not worth more of the time.
struct SettledChoice {
  std::optional<TimePlan> plan;
  bool stop_early = true;     // before the time aimed at
  bool visits_decide = true;  // the move played is the most visited one
  bool prompt = false;        // a person waits: a plain choice is made at once

  // After so many seconds and descents made, and with as many left.
  bool reached(const RootChoice& choice, double seconds, std::uint64_t made,
               std::uint64_t left) const {
    if (choice.candidates == 0) return false;
    const base::Millis elapsed(static_cast<base::Millis::rep>(seconds * 1000));
    if (plan && elapsed >= plan->aim && !choice.open) return true;
    if (!stop_early) return false;
    if (choice.candidates == 1) return true;
    if (!visits_decide || choice.open) return false;
    if (plan) {
      // A kept tree may begin with a clear leader: how many descents the time allows is known only after
      // some of it is spent.
      if (elapsed < plan->aim / kPaceSample) return false;
      if (prompt && choice.leader > kPlainLead * choice.runner_up) return true;
      left = std::min(left, descents_within(plan->aim - elapsed, made, seconds));
    }
    return cannot_be_overtaken(choice.leader, choice.runner_up, left);
  }

 private:
  static constexpr int kPaceSample = 16;  // a sixteenth of the time tells the pace
  static constexpr std::uint64_t kPlainLead = 8;
};

}  // namespace losange::search
