// Learning the patterns of draughts, from material alone to weights that play: rounds of self-play and a fit to
// the newest games. Everything is in one folder, written after each round and when it is stopped inside one, and a run
// goes on where it stopped, as if it had not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "draughts/rules/rules.h"
#include "train/draughts/fit.h"

namespace losange::train {

struct DraughtsTraining {
  std::filesystem::path folder;
  std::string rules = "international";
  int size = 0;                  // 0: the usual one
  double minutes = 20;           // of this run
  std::uint64_t max_rounds = 0;  // of this run; 0: no bound
  int threads = 1;
  int games_a_round = 1000;
  std::size_t window = 6'000'000;  // samples the fit looks back on
  DraughtsGameOptions games{};
  FitOptions fit{};
  std::uint64_t seed = 1;
};

// Writes weights to folder/weights, samples to folder/samples, where it stands to folder/state.json and a line a
// round to folder/log.jsonl; progress on stderr. Throws base::UserError.
void train_draughts(const DraughtsTraining& training, std::stop_token stop);

// Whether a training log is one of draughts, and the picture of such a log: losses and results over the minutes of the
// run. Both throw base::UserError.
bool is_draughts_log(const std::filesystem::path& path);
std::string plot_draughts_log(const std::filesystem::path& path);

}  // namespace losange::train
