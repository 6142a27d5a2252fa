// Work in numbered pieces, dealt out by rank 0 as the workers of other ranks become free: games of a match, games to
// learn from. What a piece gives must depend on its number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "cluster/cluster.h"

namespace losange::cluster {

// Rank 0's side: what is asked of whoever deals, always on the thread that deals.
struct Pieces {
  std::function<std::optional<std::uint64_t>()> next;  // nothing: there are none now
  std::function<void(std::uint64_t number, const std::string& result)> finish;
  // After next() gave nothing: there will be more, once others are finished. Without it there are
  // no more.
  std::function<bool()> more_later{};
};

// On rank 0: returns when the other ranks have finished what they were given, or dropped it after a stop.
void deal_out(Cluster& cluster, const Pieces& pieces, const std::stop_token& stop);

// On the other ranks, each worker on a thread of its own: the result of a piece, or nothing when `stop` came first.
using Work = std::function<std::optional<std::string>(int worker, std::uint64_t number,
                                                      const std::stop_token& stop)>;

// Works until rank 0 ends it. The first exception of a worker reaches the caller, after all have ended.
void work_on_dealt(Cluster& cluster, int workers, const Work& work);

}  // namespace losange::cluster
