// A round that was left before its end, as a run keeps it: what was played of it and how far it was learnt. Going on
// with it gives bit by bit what would have come without the stop.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "net/file/safetensors.h"
#include "train/learner/learner.h"
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

// The parts of a state, by their names: files in the folder of a run, or what travels to other ranks.
using WritePart = std::function<void(const std::string& name, const net::TensorFile& part)>;
using ReadPart = std::function<net::TensorFile(const std::string& name)>;

// Writes a part a group and a part a shard; what goes into the state beside them is returned.
nlohmann::ordered_json write_unfinished(const Unfinished& unfinished, const WritePart& write);
// Throws base::UserError or nlohmann::json::exception when it is damaged.
Unfinished read_unfinished(const nlohmann::json& json, const ReadPart& read);

}  // namespace losange::train
