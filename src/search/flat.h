// Flat Monte-Carlo: every legal move gets the same number of random playouts and the best average is
// played; a move that wins at once is played without any. No tree. Knows no game: the playout is given.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stop_token>
#include <vector>

#include "base/containers/stable_sort.h"
#include "base/error.h"
#include "base/random.h"
#include "base/threads/parallel.h"
#include "game/game.h"
#include "search/search.h"

namespace losange::search {

namespace flat_detail {

struct Tally {
  std::uint64_t playouts = 0;
  std::int64_t score = 0;  // wins minus losses for the side to move at the root
};

template <class Moves>
auto ranked(const Moves& moves, const std::vector<Tally>& tallies, double seconds) {
  using Move = typename Moves::value_type;
  Report<Move> report;
  report.depth = 1;
  report.seconds = seconds;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Tally& t = tallies[i];
    report.nodes += t.playouts;
    const double value =
        t.playouts == 0 ? 0 : static_cast<double>(t.score) / static_cast<double>(t.playouts);
    report.lines.push_back({moves[i], value, t.playouts, false, {moves[i]}});
  }
  base::stable_sort(report.lines.begin(), report.lines.end(),
                    [](const auto& a, const auto& b) { return a.value > b.value; });
  report.best = report.lines.front().move;
  report.value = report.lines.front().value;
  return report;
}

}  // namespace flat_detail

// The move that wins at once, as a finished report, if there is one.
template <game::Position P>
std::optional<Report<typename P::Move>> win_in_one(const P& position,
                                                   const typename P::Moves& moves) {
  for (const auto move : moves) {
    P after = position;
    after.play(move);
    if (after.outcome() != game::win_for(position.to_move())) continue;
    Report<typename P::Move> report;
    report.best = move;
    report.value = 1;
    report.depth = 1;
    report.nodes = 1;
    report.proven = true;
    report.lines.push_back({move, 1.0, 1, true, {move}});
    return report;
  }
  return std::nullopt;
}

// playout(const P&, Random&) -> Outcome plays a position that goes on to its end.
// Precondition: limits.time or limits.nodes is set. Throws when there is no legal move.
template <game::Position P, class Playout>
Report<typename P::Move> flat_montecarlo(const P& position, const Limits& limits, Playout&& playout,
                                         const Observer<typename P::Move>& observer = {},
                                         std::stop_token stop = {}) {
  const base::Stopwatch watch;
  typename P::Moves moves;
  position.legal_moves(moves);
  if (moves.empty())
    throw base::UserError("game.no-move", "there is no move to play: the game is over");
  if (auto win = win_in_one<P>(position, moves)) return *std::move(win);

  const game::Side side = position.to_move();
  const int threads = std::max(1, limits.threads);
  std::vector<flat_detail::Tally> total(moves.size());
  std::mutex mutex;  // guards total and last_shown
  base::Stopwatch last_shown;

  // A pass gives every move one playout. Passes are dealt out one by one, so the work is the same
  // for any number of threads; the last one may be cut short by the limit on playouts.
  const std::uint64_t budget = limits.nodes.value_or(~std::uint64_t{0});
  const std::uint64_t passes = budget / moves.size() + (budget % moves.size() != 0 ? 1 : 0);
  std::atomic<std::uint64_t> next_pass{0};
  std::atomic<bool> failed{false};
  const auto out_of_time = [&] {
    return stop.stop_requested() || (limits.time && watch.elapsed() >= *limits.time);
  };
  const auto share = [&](std::vector<flat_detail::Tally>& mine) {
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < mine.size(); ++i) {
      total[i].playouts += mine[i].playouts;
      total[i].score += mine[i].score;
      mine[i] = {};
    }
    if (observer && last_shown.seconds() > 0.1) {
      last_shown.restart();
      observer(flat_detail::ranked(moves, total, watch.seconds()));
    }
  };
  const auto work = [&](int) {
    std::vector<flat_detail::Tally> mine(moves.size());
    std::uint64_t done = 0;
    for (std::uint64_t pass = next_pass++; pass < passes; pass = next_pass++) {
      if (failed || (pass > 0 && out_of_time())) break;
      base::Random random(base::stream_seed(limits.seed, pass));
      const std::uint64_t in_pass =
          std::min<std::uint64_t>(moves.size(), budget - pass * moves.size());
      for (std::size_t i = 0; i < in_pass; ++i) {
        P after = position;
        after.play(moves[i]);
        game::Outcome outcome = after.outcome();
        if (outcome == game::Outcome::Ongoing) outcome = playout(std::as_const(after), random);
        mine[i].score += game::value_for(side, outcome);
        ++mine[i].playouts;
      }
      if (++done % 64 == 0) share(mine);
    }
    share(mine);
  };
  base::run_on_threads(threads, work, [&] { failed = true; });
  return flat_detail::ranked(moves, total, watch.seconds());
}

}  // namespace losange::search
