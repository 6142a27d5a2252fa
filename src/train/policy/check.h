// The check of a net while it learns: what it says of openings whose winner is known, and how it does against the last
// gate. Used by run.cpp every so many rounds.
#pragma once

#include <functional>
#include <string>

#include "net/file/weights.h"
#include "train/common/log.h"
#include "train/gates/ladder.h"
#include "train/gates/openings.h"

namespace losange::train {

struct NetCheck {
  std::string device;
  std::string sizes;          // as in TrainOptions
  const OpeningTruth& truth;  // of any sizes
  Gate& gate;                 // the net becomes the next one where it passes
  std::function<bool()> stopped;
};

// Writes what it finds into the line. False when it was stopped: the gate is then as it was.
bool check_net(net::Weights weights, const NetCheck& check, LogLine& line);

}  // namespace losange::train
