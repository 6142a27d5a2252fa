// How far a net has come in its run: at times it plays the net of the last gate, and becomes the gate itself when it
// wins clearly. The gains add up to its Elo since the run began.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "net/input/evaluator.h"

namespace losange::train {

struct Gate {
  std::vector<float> values;
  double elo = 0;  // since the run began
};

// Elo of raw nets that play all one-stone openings (arena.h): a scale of its own, wider than that of searches.
struct Climb {
  double over_gate = 0;  // of the last gate
  double elo = 0;        // since the run began
  bool passed = false;   // it is the gate from now on
};

// Nothing when it was stopped.
std::optional<Climb> play_gate(const net::Evaluator& net, const net::Evaluator& gate,
                               double gate_elo, int size, const std::function<bool()>& stopped);

}  // namespace losange::train
