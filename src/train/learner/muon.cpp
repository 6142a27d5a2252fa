#include "train/learner/muon.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace losange::train {

namespace {

constexpr double kMemory = 0.95;  // of the momentum

// An orthogonal matrix times this has, value by value, the length of AdamW's steps, so that learning rate and weight
// decay mean the same for both (Liu and others 2025).
double as_long_as_adamw(std::int64_t rows, std::int64_t columns) {
  return 0.2 * std::sqrt(static_cast<double>(std::max(rows, columns)));
}

}  // namespace

torch::Tensor with_equal_directions(const torch::Tensor& matrices) {
  // An odd polynomial of fifth order, five times over, made to raise small singular values as fast as it can: it acts
  // on each of them alone and needs only products of matrices.
  constexpr double a = 3.4445, b = -4.7750, c = 2.0315;
  torch::Tensor x = matrices / (matrices.norm(2, {1, 2}, true) + 1e-7);
  if (x.is_cuda()) x = x.to(torch::kBFloat16);
  for (int i = 0; i < 5; ++i) {
    const torch::Tensor square = x.bmm(x.transpose(1, 2));
    x = a * x + (b * square + c * square.bmm(square)).bmm(x);
  }
  return x.to(torch::kFloat);
}

torch::Tensor Muon::Alike::of(const torch::Tensor& all) const {
  return all.index_select(0, places).view(shape);
}

Muon::Muon(const net::NetConfig& net, torch::Device device) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>> places;
  std::int64_t begin = 0;
  for (const auto& tensor : net::tensor_shapes(net)) {
    const std::int64_t count = tensor.count();
    if (tensor.in_block() && tensor.decays()) {
      auto& own = places[{tensor.shape[0], count / tensor.shape[0]}];
      own.resize(own.size() + static_cast<std::size_t>(count));
      std::iota(own.end() - count, own.end(), begin);
    }
    begin += count;
  }
  for (auto& [sides, own] : places) {
    const auto all = static_cast<std::int64_t>(own.size());
    const auto [rows, columns] = sides;
    alike_.push_back({torch::from_blob(own.data(), {all}, torch::kLong).to(device, false, true),
                      {all / (rows * columns), rows, columns}});
  }
}

std::vector<Muon::Stepped> Muon::step(const torch::Tensor& values, const torch::Tensor& momentum,
                                      const torch::Tensor& gradient, double learning_rate,
                                      double weight_decay) const {
  std::vector<Stepped> stepped;
  for (const auto& matrices : alike_) {
    const torch::Tensor now = matrices.of(gradient);
    const torch::Tensor kept = matrices.of(momentum).lerp(now, 1 - kMemory);
    const torch::Tensor ahead = now.lerp(kept, kMemory);  // after Nesterov
    const double rate = learning_rate * as_long_as_adamw(matrices.shape[1], matrices.shape[2]);
    stepped.push_back({matrices.of(values) * (1 - learning_rate * weight_decay) -
                           rate * with_equal_directions(ahead),
                       kept});
  }
  return stepped;
}

void Muon::put(const std::vector<Stepped>& stepped, torch::Tensor& values,
               torch::Tensor& momentum) const {
  for (std::size_t i = 0; i < alike_.size(); ++i) {
    values.index_copy_(0, alike_[i].places, stepped[i].values.flatten());
    momentum.index_copy_(0, alike_[i].places, stepped[i].momentum.flatten());
  }
}

}  // namespace losange::train
