// The search for mistakes through a line of the game: which position is looked at next, and how closely. It goes by
// visits and not by time, so that the same game swept with the same engine gives the same answer: first a quick look at
// every position, then a closer one where a move seems to have cost something, before and after it. Looking deeper takes
// four times as many visits of both. Used by Table, which asks the engine, and by `losange review`.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace losange::window {

// Visits of a position, or nodes, as the engine counts.
struct SweepVisits {
  std::uint64_t quick = 0, close = 0;
  SweepVisits deeper(int times) const;
};
// For a strategy of the registry.
SweepVisits sweep_visits(std::string_view strategy);

class Sweep {
 public:
  struct Step {
    game::NodeId node = game::kRoot;
    std::uint64_t visits = 0;
  };

  // The positions of the line to `leaf` that have moves, root first, by an engine of this name.
  void start(const game::GameRecord& record, game::NodeId leaf,
             const std::vector<game::NodeId>& positions, std::string engine, SweepVisits visits);
  void stop() { steps_.clear(); }
  bool running() const { return !steps_.empty(); }
  const Step& next() const { return steps_.back(); }  // precondition: running()
  void done(const game::GameRecord& record);          // the next step was
  double share() const;                               // 0 to 1

 private:
  void look_closer(const game::GameRecord& record);
  bool is_known(const game::RecordNode& node, std::uint64_t visits) const;

  std::string engine_;
  SweepVisits visits_;
  game::NodeId leaf_ = game::kRoot;
  std::vector<Step> steps_;  // last first
  bool close_ = false;       // in the second pass
  std::size_t passed_ = 0;   // steps of this pass
  std::set<game::NodeId> positions_, seen_closely_;
};

}  // namespace losange::window
