// What shapes a training run. Everything but `total_positions` is fixed when a run starts and kept with
// its state; a resumed run may only be made longer or shorter.
#pragma once

#include <cstdint>
#include <string>

#include "net/file/architecture.h"
#include "train/common/sizes.h"

namespace losange::train {

struct TrainOptions {
  net::NetConfig net;
  std::string sizes = "11:60,13:15,9:10,7:10,5:5";
  std::uint64_t seed = 1;

  int games = 16384;       // played at the same time, over all sizes
  int group_games = 4096;  // at most so many move in lockstep; groups overlap play and inference
  int steps = 32;          // moves each game makes in a round, before learning
  int batch = 4096;        // positions a minibatch
  double reuse = 0.5;      // times each position is learnt, on average
  int shards = 1;  // parts of a minibatch, learnt by different ranks and summed in one order

  int visits = 0;            // of a full search; 0: moves are drawn without a tree
  int fast_visits = 16;      // of the other searches, whose policies are not learnt
  double full_share = 0.25;  // of the moves
  double surprise_share =
      0;  // of the lessons with a searched policy: go by how much it surprised the net
  double wide_share = 0;  // of the games: begin with several random stones that leave both a chance
  double leaf_value = 0.5;  // weight of the value head in a leaf of a tree; the best Q has the rest
  bool policy_draws = false;  // without a tree, moves are drawn by the policy instead of Q

  std::uint64_t total_positions = 400'000'000;  // of the schedules: learning rate and temperature
  std::string optimizer = "adamw";  // or "muon", for the matrices of the blocks (muon.h)
  double learning_rate = 1.5e-3;
  double final_rate = 0.03;  // of the learning rate, at the end of the cosine
  double weight_decay = 1e-4;
  double gradient_norm = 1;    // longer gradients are cut to this
  double average_rate = 0.02;  // a round, of the moving average that is exported
  double lambda = 0.85;        // how far targets look ahead
  double value_weight = 0.5;   // of the value head's loss beside Q's
  double policy_weight = 0.2;  // of the policy head's loss beside Q's
  // Without a tree the policy head learns softmax(memory * its own logits + Q / temperature).
  double policy_temperature = 0.5;
  double policy_memory = 0;
  // Weights of what heads of the trainer's own learn beside Q (auxiliary.h); 0: there is no such head.
  double soft_policy_weight = 0;  // the policy of the search, flattened
  double reply_weight = 0;        // the opponent's answer
  double ending_weight = 0;       // the stones on each cell when the game ends, or the round
  double near_value_weight = 0;   // a value whose targets look less far ahead, by near_lambda
  double near_lambda = 0.7;

  int check_rounds = 25;  // openings are judged and the last gate is played so often
};

// Throws base::UserError that says what cannot be.
void check_options(const TrainOptions& options);

}  // namespace losange::train
