#include "train/learner/auxiliary_heads.h"

#include "train/learner/auxiliary.h"

namespace losange::train {

namespace {

using torch::Tensor;

// After Wu (KataGo): flat enough that the moves behind the best ones are told apart as well.
constexpr double kSoftness = 4;

Tensor over_empty(const Tensor& logits, const Tensor& codes) {
  return logits.masked_fill(codes.ne(0), -1e9).log_softmax(1);
}

// Rows of zeros stay so, and cost nothing.
Tensor softened(const Tensor& policy) {
  const Tensor flat = policy.pow(1 / kSoftness);
  return flat / flat.sum(1, true).clamp_min(1e-9);
}

Tensor reply_loss(const Tensor& logits, const Tensor& codes, const Tensor& replies) {
  const Tensor there = replies.ge(0);
  const Tensor chosen =
      over_empty(logits, codes).gather(1, replies.clamp_min(0).unsqueeze(1)).squeeze(1);
  return -(chosen * there).mean();
}

// `logits` [positions, cells, 2]: of an own stone and of the opponent's, against none. Stones never move, so that only
// the cells that are empty now count.
Tensor ending_loss(const Tensor& logits, const Tensor& codes, const Tensor& endings) {
  const Tensor chances = torch::constant_pad_nd(logits, {1, 0}).log_softmax(2);
  const Tensor told = chances.gather(2, endings.to(torch::kLong).unsqueeze(2)).squeeze(2);
  const Tensor open = codes.eq(0);
  return -(told * open).sum() / open.sum();
}

}  // namespace

Tensor auxiliary_loss(const TrainOptions& options, const Tensor& values, const net::Heads& heads,
                      const Tensor& codes, const AuxiliaryTargets& targets) {
  std::vector<Tensor> parts;
  std::int64_t begin = 0;
  for (const auto& shape : auxiliary_shapes(options)) {
    parts.push_back(
        values.narrow(0, begin, shape.count()).view(shape.shape).to(heads.trunk.scalar_type()));
    begin += shape.count();
  }
  Tensor loss = torch::zeros({}, values.options().requires_grad(false));
  if (options.near_value_weight > 0) {
    const Tensor near_value =
        torch::linear(heads.hidden, parts.end()[-2], parts.end()[-1]).to(torch::kFloat).squeeze(1);
    loss = loss + options.near_value_weight *
                      torch::binary_cross_entropy_with_logits(near_value, targets.near_win);
    parts.resize(parts.size() - 2);
  }
  if (parts.empty()) return loss;
  const Tensor cells =
      torch::linear(heads.trunk, parts[0], parts[1]).to(torch::kFloat).flatten(1, 2);
  std::int64_t next = 0;
  if (options.soft_policy_weight > 0) {
    const Tensor logits = cells.select(2, next++);
    loss = loss - options.soft_policy_weight *
                      (softened(targets.policy) * over_empty(logits, codes)).sum(1).mean();
  }
  if (options.reply_weight > 0) {
    loss =
        loss + options.reply_weight * reply_loss(cells.select(2, next++), codes, targets.replies);
  }
  if (options.ending_weight > 0) {
    loss = loss +
           options.ending_weight * ending_loss(cells.narrow(2, next, 2), codes, targets.endings);
  }
  return loss;
}

}  // namespace losange::train
