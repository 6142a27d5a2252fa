// What is behind the learner, for the sources that see LibTorch: its tensors, one gradient, one step of descent.
#pragma once

#include <torch/autograd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/torch/torch_net.h"
#include "train/learner/auxiliary.h"
#include "train/learner/auxiliary_heads.h"
#include "train/learner/learner.h"
#include "train/learner/muon.h"

namespace losange::train {

using torch::Tensor;

inline std::size_t positions_of_work(double work, const net::NetConfig& net, int size) {
  return static_cast<std::size_t>(
      std::max(1.0, work / static_cast<double>(net::multiplication_count(net, size))));
}

inline constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;

template <class T>
Tensor borrowed(std::span<const T> values, at::IntArrayRef shape, torch::ScalarType type) {
  // LibTorch only reads here; its interface has no const.
  return torch::from_blob(const_cast<T*>(values.data()), shape, type);
}

// Cells where no stone may be put get probability 0.
inline Tensor over_empty_cells(const Tensor& logits, const Tensor& codes) {
  return logits.masked_fill(codes.ne(0), -1e9);
}

struct Learner::Inside {
  TrainOptions options;
  double work_at_once;
  torch::Device device;
  torch::ScalarType arithmetic;  // of the trunk; values and moments are float
  Tensor values, average, first_moment, second_moment, decays;
  std::uint64_t step = 0;
  Muon muon;
  net::Layers frozen;
  std::optional<net::Weights> teacher;
  bool fuses;  // in play

  Inside(const TrainOptions& o, const std::string& device_name, double work)
      : options(o),
        work_at_once(work),
        device(net::find_device(device_name)),
        arithmetic(device.is_cuda() ? torch::kBFloat16 : torch::kFloat) {
    if (device.is_cuda()) at::globalContext().setBenchmarkCuDNN(true);
    std::vector<float> mask;
    const auto add_shapes = [&](const std::vector<net::TensorShape>& shapes) {
      for (const auto& shape : shapes) {
        mask.insert(mask.end(), static_cast<std::size_t>(shape.count()),
                    shape.decays() ? 1.0f : 0.0f);
      }
    };
    add_shapes(net::tensor_shapes(options.net));
    add_shapes(auxiliary_shapes(options));
    decays = upload(mask);
    if (options.optimizer == "muon") muon = Muon(options.net, device);
    fuses = net::fusing_works(options.net, device, arithmetic);
  }

  Tensor upload(const std::vector<float>& from) const {
    return borrowed<float>(from, {static_cast<std::int64_t>(from.size())}, torch::kFloat)
        .to(device, torch::kFloat, false, true);
  }

  std::int64_t positions_learnt_at_once(int size) const {
    return static_cast<std::int64_t>(
        positions_of_work(work_at_once / kQuestionsALesson, options.net, size));
  }

  Tensor of_net(const Tensor& all) const { return all.narrow(0, 0, net::value_count(options.net)); }
  Tensor of_auxiliary_heads(const Tensor& all) const {
    const std::int64_t begin = net::value_count(options.net);
    return all.narrow(0, begin, all.numel() - begin);
  }

  // `targets.policy`: what a search wished to play; undefined where there is none, and the policy learns from Q.
  // Gives the gradient of a part of a minibatch, which is this share of it, and adds its losses (kShardLosses).
  Tensor gradient_of(const Tensor& codes, const Tensor& moves, const Tensor& wanted,
                     const AuxiliaryTargets& targets, int size, double share, Tensor& losses) {
    const Tensor& policy = targets.policy;
    const net::Layers layers = net::make_layers(options.net, of_net(values), arithmetic);
    const net::Heads heads = net::forward(layers, net::make_planes(codes, size, arithmetic));
    const Tensor played = heads.q.gather(1, moves.unsqueeze(1)).squeeze(1);
    const Tensor q_loss = torch::binary_cross_entropy_with_logits(played, wanted);
    const Tensor value_loss = torch::binary_cross_entropy_with_logits(heads.value, wanted);
    const Tensor teacher = policy.defined() ? policy : better_policy(heads, codes);
    const Tensor policy_loss =
        -(teacher * over_empty_cells(heads.policy, codes).log_softmax(1)).sum(1).mean();
    Tensor loss = q_loss + options.value_weight * value_loss + options.policy_weight * policy_loss;
    Tensor more = torch::zeros_like(q_loss);
    if (const Tensor own = of_auxiliary_heads(values); own.numel() > 0) {
      more = auxiliary_loss(options, own, heads, codes, targets);
      loss = loss + more;
    }
    const Tensor gradient = torch::autograd::grad({share * loss}, {values})[0];

    const torch::NoGradGuard no_grad;
    losses += share * torch::stack({q_loss, value_loss, policy_loss, more});
    return gradient;
  }

  // What the policy should become by what Q says, where nothing was searched.
  Tensor better_policy(const net::Heads& heads, const Tensor& codes) const {
    const Tensor wish = heads.q.detach() / options.policy_temperature +
                        options.policy_memory * heads.policy.detach();
    return over_empty_cells(wish, codes).softmax(1);
  }

  Tensor no_losses() const {
    return torch::zeros({static_cast<std::int64_t>(kShardLosses)},
                        torch::TensorOptions().device(device).dtype(torch::kFloat));
  }

  // One step of AdamW (Loshchilov and Hutter 2019) on all values at once, but for the matrices that are Muon's, whose
  // momentum lies in the place of their first moment; gives the gradient's length.
  Tensor descend(Tensor gradient, double learning_rate) {
    const Tensor length = gradient.norm();
    gradient = gradient * (options.gradient_norm / (length + 1e-6)).clamp_max(1.0);
    ++step;
    const auto own = muon.step(values, first_moment, gradient, learning_rate, options.weight_decay);
    first_moment.mul_(kBeta1).add_(gradient, 1 - kBeta1);
    second_moment.mul_(kBeta2).addcmul_(gradient, gradient, 1 - kBeta2);
    const double correction1 = 1 - std::pow(kBeta1, static_cast<double>(step));
    const double correction2 = 1 - std::pow(kBeta2, static_cast<double>(step));
    const Tensor scale = (second_moment / correction2).sqrt_().add_(kEpsilon);
    values.addcmul_(values, decays, -learning_rate * options.weight_decay);
    values.addcdiv_(first_moment, scale, -learning_rate / correction1);
    muon.put(own, values, first_moment);
    return length;
  }
};

}  // namespace losange::train
