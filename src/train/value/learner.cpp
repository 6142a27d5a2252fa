#include "train/value/learner.h"

#include <torch/nn/module.h>  // which clip_grad.h needs and does not include
#include <torch/nn/utils/clip_grad.h>
#include <torch/optim/adamw.h>
#include <torch/serialize.h>

#include <sstream>

#include "base/error.h"
#include "net/input/position_features.h"
#include "net/torch/torch_net.h"

namespace losange::train {

namespace {

using torch::Tensor;

Tensor tensor_of(const std::vector<float>& values, const torch::Device& device) {
  return torch::tensor(at::ArrayRef<float>(values)).to(device);
}

}  // namespace

struct ValueLearner::Inside {
  net::ValueWeights start;
  ValueLearnerOptions options;
  torch::Device device;
  Tensor mean, deviation, scale, values;
  std::unique_ptr<torch::optim::AdamW> optimizer;

  Inside(const net::ValueWeights& weights, const ValueLearnerOptions& o, const std::string& name)
      : start(weights), options(o), device(net::find_device(name)) {
    const auto buffers = tensor_of(start.values, device);
    constexpr auto kCount = static_cast<std::int64_t>(net::kPositionFeatures);
    mean = buffers.narrow(0, 0, kCount);
    deviation = buffers.narrow(0, kCount, kCount);
    scale = buffers.narrow(0, 2 * kCount, 1);
    const auto first = static_cast<std::int64_t>(net::buffer_count(start.config));
    values = buffers.narrow(0, first, buffers.numel() - first).clone().set_requires_grad(true);
    make_optimizer();
  }

  void make_optimizer() {
    optimizer = std::make_unique<torch::optim::AdamW>(
        std::vector<Tensor>{values},
        torch::optim::AdamWOptions(1e-3).weight_decay(options.weight_decay));
  }

  Tensor forward(const Tensor& features) const {
    std::int64_t at = 0;
    const auto shapes = net::tensor_shapes(start.config);
    std::size_t next = 3;  // behind the buffers
    const auto take = [&] {
      const auto& shape = shapes[next++];
      const auto part = values.narrow(0, at, shape.count()).view(shape.shape);
      at += shape.count();
      return part;
    };
    Tensor x = (features - mean) / deviation;
    for (int layer = 0; layer < 3; ++layer) {
      const Tensor matrix = take(), bias = take();
      x = torch::linear(x, matrix, bias);
      if (layer < 2) x = torch::relu(x);
    }
    return (torch::tanh(x) * scale).squeeze(1);
  }
};

ValueLearner::ValueLearner(const net::ValueWeights& start, const ValueLearnerOptions& options,
                           const std::string& device)
    : inside_(std::make_unique<Inside>(start, options, device)) {}
ValueLearner::~ValueLearner() = default;

ValueLearnerState ValueLearner::state() const {
  std::ostringstream bytes;
  torch::save(*inside_->optimizer, bytes);
  return {net::to_vector(inside_->values), bytes.str()};
}

void ValueLearner::set_state(const ValueLearnerState& state) {
  inside_->values = tensor_of(state.values, inside_->device).set_requires_grad(true);
  inside_->make_optimizer();
  std::istringstream bytes(state.optimizer);
  try {
    torch::load(*inside_->optimizer, bytes, inside_->device);
  } catch (const c10::Error&) {
    throw base::UserError(
        "the state of the optimiser cannot be read: start again in another folder");
  }
}

net::ValueWeights ValueLearner::weights() const {
  auto weights = inside_->start;
  const auto learnt = net::to_vector(inside_->values);
  std::copy(
      learnt.begin(), learnt.end(),
      weights.values.begin() + static_cast<std::ptrdiff_t>(net::buffer_count(weights.config)));
  return weights;
}

Losses ValueLearner::learn(const Batch& batch, double learning_rate) {
  auto& in = *inside_;
  const auto count = static_cast<std::int64_t>(batch.targets.size());
  const Tensor features = tensor_of(batch.features, in.device)
                              .view({count, static_cast<std::int64_t>(net::kPositionFeatures)});
  for (auto& group : in.optimizer->param_groups()) {
    static_cast<torch::optim::AdamWOptions&>(group.options()).lr(learning_rate);
  }
  in.optimizer->zero_grad();
  const Tensor loss =
      torch::smooth_l1_loss(in.forward(features), tensor_of(batch.targets, in.device));
  loss.backward();
  Losses losses;
  losses.gradient = torch::nn::utils::clip_grad_norm_({in.values}, in.options.gradient_norm);
  in.optimizer->step();
  losses.value = loss.item<double>();
  return losses;
}

}  // namespace losange::train
