// Learning the patterns of draughts, from material alone to weights that play: rounds of self-play and a fit to
// the newest games. Everything is in one folder, and a run goes on where it stopped, inside a round too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "draughts/rules/rules.h"
#include "train/common/training_loop.h"
#include "train/draughts/fit.h"

namespace losange::train {

// keep_every counts games. A run has no end of its own: only minutes, rounds or a stop request end it.
struct DraughtsTraining : TrainingRequest {
  std::string rules = "international";
  int size = 0;  // 0: the usual one
  int threads = 1;
  int games_a_round = 1000;
  std::size_t window = 6'000'000;  // samples the fit looks back on
  DraughtsGameOptions games{};
  FitOptions fit{};
  std::uint64_t seed = 1;
};

// Writes weights to folder/weights, samples to folder/samples, where it stands to folder/state.json and a line a round
// to folder/log.jsonl. As TrainingLoop::run(); what is done are games.
TrainingSummary train_draughts(const DraughtsTraining& training, std::stop_token stop);

// What the run in this folder was begun with, of all that may not change in it: rules, games_a_round, games.nodes, fit.pull
// and seed. Nothing where no run is, or one that an older program began, which did not write it down.
std::optional<DraughtsTraining> begun_draughts_training(const std::filesystem::path& folder);

// Whether a training log is one of draughts, and the picture of such a log: losses and results over the minutes of the
// run. Both throw base::UserError.
bool is_draughts_log(const std::filesystem::path& path);
std::string plot_draughts_log(const std::filesystem::path& path);

}  // namespace losange::train
