// How long a search thinks: a plan for one move out of a clock for all of them, and when thinking on
// cannot change the move. Pure functions, used by searches that manage their own time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "search/search.h"

namespace losange::search {

// Kept back on every move for the way between a search's last look at the clock and the move.
inline constexpr base::Millis kClockLag{60};
// What a move costs however little it is thought about, with what no program sees of its clock: the position set up,
// one evaluation, the way to the referee.
inline constexpr base::Millis kMoveCost{4};
// Of its share of a clock, in hundredths, what a search is promised. One that ends as soon as its choice is made leaves a third
// of it on average, which the others may use.
inline constexpr int kWholeShare = 100;
inline constexpr int kEarlyPromise = 150;

// How many moves the side to move may yet have to make.
struct MovesLeft {
  int likely = 20;  // until no thought is needed any more
  int longest = 60;
};

struct TimePlan {
  base::Millis aim{0};   // enough when the choice is settled
  base::Millis most{0};  // never longer; aim <= most
};

// What of a clock can be thought away, when this side may have to make `moves` more: the rest pays for making them,
// where the increment does not. Never nothing of something: expectations may be wrong.
constexpr base::Millis spare_time(const ClockState& clock, int moves) {
  using base::Millis;
  const Millis cost = std::max(kMoveCost - clock.increment, Millis(0)) * moves;
  return std::max(clock.left - kClockLag - cost, clock.left / (4 * std::max(1, moves)));
}

// Nothing when the limits know no time. With a clock, limits.time (which callers fill in for players
// that do not manage their time) has no say.
// A share of what can be spared, so that early moves, which matter most, get most; an unsettled choice may
// take three times as much. Of a clock that has run down the share is zero: a search then answers with
// what it has at once, and the way to the move is all that the clock pays for.
inline std::optional<TimePlan> plan_time(const Limits& limits, const MovesLeft& moves,
                                         int promise = kWholeShare) {
  using base::Millis;
  if (!limits.clock) {
    if (!limits.time) return std::nullopt;
    return TimePlan{*limits.time, *limits.time};
  }
  const Millis spare = spare_time(*limits.clock, moves.longest);
  const Millis share = spare * promise / (kWholeShare * std::max(1, moves.likely)) +
                       limits.clock->increment * 8 / 10;
  // A person who waits is patient for one share.
  const Millis most = std::min(limits.prompt ? share : share * 3, spare / 3);
  return TimePlan{std::min(share, most), most};
}

// A time for each move, which nobody gets back who does not use it, and nobody waits for the move.
inline bool is_for_each_move(const Limits& limits) {
  return limits.time && !limits.clock && !limits.nodes && !limits.prompt && !limits.every_move;
}

// Visits decide: whether the runner-up stays behind even if it gets all the descents that remain.
constexpr bool cannot_be_overtaken(std::uint64_t leader, std::uint64_t runner_up,
                                   std::uint64_t remaining) {
  return leader > runner_up && leader - runner_up > remaining;
}

// Descents that still fit into `time_left`, a quarter more than the pace so far would give.
inline std::uint64_t descents_within(base::Millis time_left, std::uint64_t done, double seconds) {
  if (time_left.count() <= 0) return 0;
  const double pace = static_cast<double>(done) / std::max(seconds, 1e-6);
  return static_cast<std::uint64_t>(1.25 * pace * base::to_seconds(time_left)) + 1;
}

}  // namespace losange::search
