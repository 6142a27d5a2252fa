// A training run: plays, learns, saves and resumes. Its folder holds everything: state.json names the
// files of the last save (each well under 16 MiB for nets of up to 4 million values), log.jsonl has a
// line a round, net.safetensors is the exported net, teacher.safetensors the one that plays where it is another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "train/options.h"

namespace losange::train {

struct RunRequest {
  std::filesystem::path folder;
  TrainOptions options;                          // of a new run; a resumed one has its own
  std::optional<std::uint64_t> total_positions;  // also changes it when resuming
  std::filesystem::path start_from;              // a net to start from; empty: from nothing
  std::filesystem::path teacher;                 // a net that plays its games; empty: its own
  std::filesystem::path truth;                   // openings to judge while learning; empty: none
  std::string device = "auto";
  double minutes = 0;  // 0: until all positions are played
  double save_minutes = 2;
  std::uint64_t max_rounds = 0;  // 0: no bound; for tests and measurements
  std::uint64_t keep_every = 0;  // positions between nets that are kept; 0: none
};

struct RunSummary {
  std::uint64_t round = 0, positions = 0;
  bool complete = false;
};

// True when the folder holds a run; throws base::UserError where it holds what is none of this kind (run_folder.h).
bool has_run(const std::filesystem::path& folder);
TrainOptions options_of_run(const std::filesystem::path& folder);

// Starts or resumes the run in the folder. Ends when the run is complete, at the limits, or soon after
// a stop request; always with everything saved. Throws base::UserError.
RunSummary run_training(const RunRequest& request, std::stop_token stop);

}  // namespace losange::train
