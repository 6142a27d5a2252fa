// The perceptron while it learns: its values with AdamW's moments, on a CPU or a GPU. What plays is a copy made from
// state(). LibTorch stays behind this header.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "net/value_file/value_weights.h"
#include "train/common/losses.h"

namespace losange::train {

struct ValueLearnerOptions {
  double weight_decay = 1e-4;
  double gradient_norm = 1;  // longer gradients are cut to this
};

// All that learning changes; bit by bit what an uncut run would have.
struct ValueLearnerState {
  std::vector<float> values;  // behind the buffers
  std::string optimizer;      // as LibTorch writes it
};

class ValueLearner {
 public:
  // Throws base::UserError: CUDA that is not there, a build without LibTorch.
  ValueLearner(const net::ValueWeights& start, const ValueLearnerOptions& options,
               const std::string& device);
  ~ValueLearner();

  ValueLearnerState state() const;
  // Throws base::UserError when it is damaged.
  void set_state(const ValueLearnerState& state);
  // The whole net as it is now; the history is that of the start.
  net::ValueWeights weights() const;

  struct Batch {
    std::vector<float> features;  // [position][net::kPositionFeatures]
    std::vector<float> targets;   // [position] in [-1, 1], for the side to move
  };
  // One step down the Huber loss; gives the loss and the gradient's length before it was cut.
  Losses learn(const Batch& batch, double learning_rate);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace losange::train
