// A training run: plays, learns, saves and resumes. Its folder holds everything: state.json names the
// files of the last save (each well under 16 MiB for nets of up to 4 million values), log.jsonl has a
// line a round, net.safetensors is the exported net, teacher.safetensors the one that plays where it is another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "train/common/training_loop.h"
#include "train/learner/learner.h"

namespace losange::train {

// keep_every counts positions.
struct RunRequest : TrainingRequest {
  TrainOptions options;                          // of a new run; a resumed one has its own
  std::optional<std::uint64_t> total_positions;  // also changes it when resuming
  std::filesystem::path start_from;              // a net to start from; empty: from nothing
  std::filesystem::path teacher;                 // a net that plays its games; empty: its own
  std::filesystem::path truth;                   // openings to judge while learning; empty: none
  std::string device = "auto";
  // A round that would be larger is not written when it is left, but begun again.
  std::uint64_t most_round_bytes = std::uint64_t{1} << 30;
  double work_at_once = kWorkAtOnce;  // as in learner.h
};

// True when the folder holds a run; throws base::UserError where it holds what is none of this kind (run_folder.h).
bool has_run(const std::filesystem::path& folder);
TrainOptions options_of_run(const std::filesystem::path& folder);

// Starts or resumes the run in the folder, as TrainingLoop::run() does; what is done are positions.
TrainingSummary run_training(const RunRequest& request, std::stop_token stop);

}  // namespace losange::train
