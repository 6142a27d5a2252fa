// Muon (Jordan and others 2024): AdamW gives every value a step of about the same length, Muon every direction of a
// matrix, so that what only weak directions of the gradient tell is learnt as fast as the rest. For the matrices of the
// trunk; AdamW keeps all else.
#pragma once

#include <torch/types.h>

#include <vector>

#include "net/file/architecture.h"

namespace losange::train {

// Each matrix of a batch with its singular values brought near 1, 0.7 to 1.2, and its directions kept.
// Precondition: no more rows than columns.
torch::Tensor with_equal_directions(const torch::Tensor& matrices);

class Muon {
 public:
  Muon() = default;  // has no matrices: nothing is its own
  Muon(const net::NetConfig& net, torch::Device device);

  // What becomes of the matrices in one step; AdamW, which steps on all values, may come between reckoning and put().
  struct Stepped {
    torch::Tensor values, momentum;
  };
  // `momentum` lies in a list like that of all values.
  std::vector<Stepped> step(const torch::Tensor& values, const torch::Tensor& momentum,
                            const torch::Tensor& gradient, double learning_rate,
                            double weight_decay) const;
  void put(const std::vector<Stepped>& stepped, torch::Tensor& values,
           torch::Tensor& momentum) const;

 private:
  // The matrices of one shape, as places in the list of all values.
  struct Alike {
    torch::Tensor places;
    std::vector<std::int64_t> shape;  // count, rows, columns
    torch::Tensor of(const torch::Tensor& all) const;
  };
  std::vector<Alike> alike_;
};

}  // namespace losange::train
