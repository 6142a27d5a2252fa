// From the rounds just played to what the learner takes: for each size a shuffled share of its
// positions, cut into minibatches of one size, in a random order over all sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "train/selfplay/selfplay.h"

namespace losange::train {

// Positions of one size with their targets, in the order in which they are learnt.
struct Lessons {
  int size = 0;
  std::vector<std::uint8_t> codes;  // [position][cell]
  std::vector<std::int64_t> moves;  // [position]
  std::vector<float> targets;       // [position] chance to win by that move
  std::vector<float> policies;      // as in Round
  // What auxiliary heads learn (auxiliary.h), each empty where there is no such head.
  std::vector<std::int64_t> replies;  // [position]
  std::vector<std::uint8_t> endings;  // [position][cell]
  std::vector<float> near_targets;    // [position]
};

struct Minibatch {
  std::size_t lessons = 0;  // index of the size's Lessons
  std::int64_t begin = 0, count = 0;
  bool rotated = false;  // learnt after a half turn of the board
};

struct Curriculum {
  std::vector<Lessons> lessons;
  std::vector<Minibatch> order;
};

Curriculum make_curriculum(const std::vector<Round>& rounds, const TrainOptions& options,
                           std::uint64_t seed);

}  // namespace losange::train
