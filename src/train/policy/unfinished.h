// A round that was left before its end, as a run keeps it: what was played of it and how far it was learnt. Going on
// with it gives bit by bit what would have come without the stop.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "train/policy/learner.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

struct Unfinished {
  std::vector<Round> rounds;  // of each group
  Learning learning;
  double play_seconds = 0, learn_seconds = 0;  // that it took so far
  std::uint64_t evaluations = 0;               // of the net, while it was played

  bool begun() const { return !rounds.empty() && rounds.front().steps > 0; }
  bool played() const;  // by all groups
};

// Bytes on disk of a round of these groups when it is whole.
std::uint64_t round_bytes(const TrainOptions& options);

// Writes files that begin with `prefix`, one a group; what goes into the state beside them is returned.
nlohmann::ordered_json write_unfinished(const std::filesystem::path& prefix,
                                        const Unfinished& unfinished);
// Throws base::UserError or nlohmann::json::exception when it is damaged.
Unfinished read_unfinished(const std::filesystem::path& prefix, const nlohmann::json& json);

}  // namespace losange::train
