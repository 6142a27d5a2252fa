// The weights of the patterns by logistic regression (Buro 1995): the chance of a result is the logistic
// function of the evaluation, and the weights are those under which the games are most likely, with a pull
// towards zero that only arrangements met in many games overcome. Adagrad over shuffled samples; one thread, so that a
// fit repeats.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "train/draughts/games.h"

namespace losange::train {

struct FitOptions {
  int passes = 4;
  double rate = 0.06;
  // Towards zero, against the sum of a pass. Samples of one game share their result: far less than this, and
  // rare arrangements learn by heart who won.
  double pull = 100;
  double trust = 0.5;  // in the search, the rest in the result
};

struct FitReport {
  double loss_before = 0,
         loss_after = 0;  // cross-entropy, in nats a sample, on samples left out of the fit
  std::size_t samples = 0, left_out = 0;
};

// Material alone: where learning starts.
draughts::VariantWeights material_weights(const draughts::Rules& rules, int size);

// Told the share of the fit that is done, several times a second; true: it is to be left.
using LeavesFit = std::function<bool(double done)>;

// Goes on from the given weights. A fiftieth of the samples, whole games mostly, is left out and measures the loss.
// Nothing when it was left: the weights are then as they were.
std::optional<FitReport> fit_patterns(draughts::VariantWeights& weights,
                                      std::span<const DraughtsSample> samples,
                                      const FitOptions& options, std::uint64_t seed,
                                      const LeavesFit& leaves = {});

}  // namespace losange::train
