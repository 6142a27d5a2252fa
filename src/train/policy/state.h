// The state of a run on disk. A save writes new files beside the old ones, then state.json, which names
// them, in one step, then removes the old: whenever it is cut, the folder holds one whole state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "train/gates/ladder.h"
#include "train/learner/learner.h"
#include "train/policy/unfinished.h"
#include "train/selfplay/options.h"

namespace losange::train {

struct RunState {
  TrainOptions options;
  std::uint64_t round = 0, positions = 0, games = 0;
  double seconds = 0;                             // of work, over all sittings
  std::string parent = "none", licence = "none";  // of the net it started from
  std::string teacher;  // hash of the net that plays; empty: the one that learns
  LearnerState learner;
  Gate gate;                                      // with no values: a run that has none yet
  std::vector<std::vector<std::uint8_t>> groups;  // GameGroup::state() of each
  Unfinished unfinished;                          // the round that is under way, if one is
  bool check_due = false;   // the check of the last round was cut off: it comes before the next
  std::uint64_t saves = 0;  // so far: each has files of its own names
};

// Counts the save in state.saves. Where it fails, what was there stays, and nothing beside it.
void save_state(const std::filesystem::path& folder, RunState& state);
// Throws base::UserError when there is no state, or a damaged or newer one.
RunState load_state(const std::filesystem::path& folder);
TrainOptions load_options(const std::filesystem::path& folder);

// The same as bytes that travel to other ranks.
std::string pack_state(const RunState& state);
RunState unpack_state(const std::string& bytes);

}  // namespace losange::train
