// Runs that teach the perceptron, in one folder that can be gone on with: from positions of `losange selfplay`
// (value-fit: HexProject's net that imitates the heuristic, or one that learns results or a teacher's values), or by
// playing (value-rl: HexProject's reinforcement trainer). The folder holds state.safetensors, log.jsonl,
// net.safetensors and net.pt, the same net as TorchScript.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "train/common/training_loop.h"
#include "train/value/games.h"

namespace losange::train {

// What shapes a run; kept with its state.
struct ValueOptions {
  std::string method = "value-rl";
  int hidden = 64;
  std::uint64_t seed = 1;
  int batch = 256;              // positions a minibatch
  double learning_rate = 1e-3;  // falls along a cosine
  double weight_decay = 1e-4;

  // value-fit
  std::string target = "heuristic";  // or result, or teacher: what is learnt of a position
  std::string evaluation = "mix";    // the heuristic
  std::uint64_t epochs = 20;

  // value-rl
  std::string sizes = "7";  // with shares, as in options.h
  std::uint64_t games = 2000;
  int round_games = 20;  // between two times of learning
  int min_depth = 1, max_depth = 2;
  double updates_per_game = 4;  // minibatches
  std::size_t buffer = 50'000;  // positions that are drawn from
  double alpha = 1;             // weight of the net in a leaf, while it plays
  double heuristic_share = 0.25, frozen_share = 0.25;  // of the games; the rest is against itself
  std::uint64_t snapshot_games = 200;                  // from one frozen opponent to the next
  int snapshots = 5;                                   // frozen opponents that are kept, the newest
  int min_pairs = 0, max_pairs = 0, random_moves = 6;  // of the random starts
};

nlohmann::ordered_json to_json(const ValueOptions& options);

// keep_every counts rounds.
struct ValueRunRequest : TrainingRequest {
  ValueOptions options;                     // of a new run; one that is there has its own
  std::vector<std::filesystem::path> data;  // value-fit: files of `losange selfplay`
  std::filesystem::path start_from;         // a perceptron to start from; empty: from nothing
  std::string device = "auto";
  int threads = 1;
};

// True when the folder holds a run of this method; throws base::UserError where it holds something else (run_folder.h).
bool has_value_run(const std::filesystem::path& folder, const std::string& method);
ValueOptions options_of_value_run(const std::filesystem::path& folder);

// Starts or goes on with the run in the folder, as TrainingLoop::run() does; what is done are epochs or games.
TrainingSummary run_value_training(const ValueRunRequest& request, std::stop_token stop);

}  // namespace losange::train
