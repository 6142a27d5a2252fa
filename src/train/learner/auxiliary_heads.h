// The heads of auxiliary.h in LibTorch: their loss on a minibatch. Used by the learner.
#pragma once

#include "net/torch/torch_net.h"
#include "train/selfplay/options.h"

namespace losange::train {

// What a minibatch tells these heads; undefined where there is no such head. Cells as the net sees them.
struct AuxiliaryTargets {
  torch::Tensor policy;    // [positions, cells] of the searches, zeros after a fast one
  torch::Tensor replies;   // [positions] a cell, -1: none
  torch::Tensor endings;   // [positions, cells] of codes
  torch::Tensor near_win;  // [positions] chances
};

// `values`: of these heads alone, after auxiliary_shapes(). The sum of the losses, each with its weight.
// Precondition: there is at least one such head.
torch::Tensor auxiliary_loss(const TrainOptions& options, const torch::Tensor& values,
                             const net::Heads& heads, const torch::Tensor& codes,
                             const AuxiliaryTargets& targets);

}  // namespace losange::train
