#include "train/policy/learner.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "net/torch/torch_net.h"
#include "train/policy/auxiliary.h"
#include "train/policy/auxiliary_heads.h"

namespace losange::train {

namespace {

using torch::Tensor;

std::size_t positions_of_work(double work, const net::NetConfig& net, int size) {
  return static_cast<std::size_t>(
      std::max(1.0, work / static_cast<double>(net::multiplication_count(net, size))));
}

constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;

template <class T>
Tensor borrowed(std::span<const T> values, at::IntArrayRef shape, torch::ScalarType type) {
  // LibTorch only reads here; its interface has no const.
  return torch::from_blob(const_cast<T*>(values.data()), shape, type);
}

// On a GPU every thread that plays has its own queue of work, so that none waits for another's.
class OwnStream {
 public:
  explicit OwnStream(torch::Device device) {
    if (!device.is_cuda()) return;
    thread_local std::optional<c10::Stream> stream;
    const c10::impl::VirtualGuardImpl guard(device.type());
    if (!stream) stream = guard.getStreamFromGlobalPool(guard.getDevice());
    guard_.emplace(*stream);
  }

 private:
  std::optional<c10::StreamGuard> guard_;
};

// Cells where no stone may be put get probability 0.
Tensor over_empty_cells(const Tensor& logits, const Tensor& codes) {
  return logits.masked_fill(codes.ne(0), -1e9);
}

}  // namespace

struct Learner::Inside {
  TrainOptions options;
  double work_at_once;
  torch::Device device;
  torch::ScalarType arithmetic;  // of the trunk; values and moments are float
  Tensor values, average, first_moment, second_moment, decays;
  std::uint64_t step = 0;
  net::Layers frozen;
  std::optional<net::Weights> teacher;
  bool fuses;  // in play

  struct Sums {
    Tensor q, value, policy, auxiliary, gradient;
  };

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
  // Gives the gradient of a part of a minibatch, which is this share of it.
  Tensor gradient_of(const Tensor& codes, const Tensor& moves, const Tensor& wanted,
                     const AuxiliaryTargets& targets, int size, double share, Sums& sums) {
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
    if (const Tensor own = of_auxiliary_heads(values); own.numel() > 0) {
      const Tensor more = auxiliary_loss(options, own, heads, codes, targets);
      loss = loss + more;
      sums.auxiliary += share * more.detach();
    }
    const Tensor gradient = torch::autograd::grad({share * loss}, {values})[0];

    const torch::NoGradGuard no_grad;
    sums.q += share * q_loss;
    sums.value += share * value_loss;
    sums.policy += share * policy_loss;
    return gradient;
  }

  // What the policy should become by what Q says, where nothing was searched.
  Tensor better_policy(const net::Heads& heads, const Tensor& codes) const {
    const Tensor wish = heads.q.detach() / options.policy_temperature +
                        options.policy_memory * heads.policy.detach();
    return over_empty_cells(wish, codes).softmax(1);
  }

  // One number of each kind, on the device.
  Sums sums_of(const Losses& losses) const {
    const auto scalar = [&](double value) {
      return torch::full({}, value, torch::TensorOptions().device(device).dtype(torch::kFloat));
    };
    return {scalar(losses.q), scalar(losses.value), scalar(losses.policy), scalar(losses.auxiliary),
            scalar(losses.gradient)};
  }

  // One step of AdamW (Loshchilov and Hutter 2019) on all values at once; gives the gradient's length.
  Tensor descend(Tensor gradient, double learning_rate) {
    const Tensor length = gradient.norm();
    gradient = gradient * (options.gradient_norm / (length + 1e-6)).clamp_max(1.0);
    ++step;
    first_moment.mul_(kBeta1).add_(gradient, 1 - kBeta1);
    second_moment.mul_(kBeta2).addcmul_(gradient, gradient, 1 - kBeta2);
    const double correction1 = 1 - std::pow(kBeta1, static_cast<double>(step));
    const double correction2 = 1 - std::pow(kBeta2, static_cast<double>(step));
    const Tensor scale = (second_moment / correction2).sqrt_().add_(kEpsilon);
    values.addcmul_(values, decays, -learning_rate * options.weight_decay);
    values.addcdiv_(first_moment, scale, -learning_rate / correction1);
    return length;
  }
};

Learner::Learner(const TrainOptions& options, const std::string& device, double work_at_once)
    : inside_(std::make_unique<Inside>(options, device, work_at_once)) {
  LearnerState start;
  start.values = net::newborn_values(options.net, options.seed);
  start.values.resize(static_cast<std::size_t>(learnt_count(options)));
  start.average = start.values;
  start.first_moment.resize(start.values.size());
  start.second_moment.resize(start.values.size());
  set_state(start);
}

Learner::~Learner() = default;

bool Learner::on_gpu() const { return inside_->device.is_cuda(); }

std::string Learner::device_text() const {
  if (!on_gpu()) return "CPU";
  return inside_->fuses ? "CUDA, fused convolutions" : "CUDA";
}

LearnerState Learner::state() const {
  const torch::NoGradGuard no_grad;
  return {net::to_vector(inside_->values), net::to_vector(inside_->average),
          net::to_vector(inside_->first_moment), net::to_vector(inside_->second_moment),
          inside_->step};
}

void Learner::set_state(const LearnerState& state) {
  inside_->values = inside_->upload(state.values).set_requires_grad(true);
  inside_->average = inside_->upload(state.average);
  inside_->first_moment = inside_->upload(state.first_moment);
  inside_->second_moment = inside_->upload(state.second_moment);
  inside_->step = state.step;
}

void Learner::set_teacher(const net::Weights& teacher) {
  inside_->teacher = teacher;
  inside_->fuses = net::fusing_works(teacher.config, inside_->device, inside_->arithmetic);
}

void Learner::freeze() {
  const torch::NoGradGuard no_grad;
  auto& in = *inside_;
  if (in.teacher) {
    in.frozen = net::make_layers(in.teacher->config, in.upload(in.teacher->values), in.arithmetic);
  } else {
    const bool searches = in.options.visits > 0;
    in.frozen = net::make_layers(in.options.net, in.of_net(searches ? in.average : in.values),
                                 in.arithmetic);
  }
  in.frozen.fused = in.fuses;
  // The threads that play have streams of their own, which must find the copy complete.
  if (on_gpu()) torch::cuda::synchronize();
}

void Learner::draw_moves(const DrawRequest& request, std::span<Choice> out) const {
  const torch::NoGradGuard no_grad;
  const OwnStream stream(inside_->device);
  const auto count = static_cast<std::int64_t>(out.size());
  const std::int64_t cells = static_cast<std::int64_t>(request.size) * request.size;
  const Tensor codes = borrowed(request.codes, {count, cells}, torch::kUInt8).to(inside_->device);
  const Tensor temperatures =
      borrowed(request.temperatures, {count, 1}, torch::kFloat).to(inside_->device);
  const Tensor uniforms = borrowed(request.uniforms, {count, 1}, torch::kFloat).to(inside_->device);

  const net::Heads heads =
      net::forward(inside_->frozen, net::make_planes(codes, request.size, inside_->arithmetic));
  const Tensor& logits = inside_->options.policy_draws ? heads.policy : heads.q;
  const Tensor chances = over_empty_cells(logits / temperatures, codes).softmax(1);
  const Tensor value = (chances * heads.q.sigmoid()).sum(1);
  const Tensor entropy = -torch::xlogy(chances, chances).sum(1);
  const Tensor sums = chances.cumsum(1);
  const Tensor drawn = sums.lt(uniforms * sums.slice(1, cells - 1)).sum(1);
  // Rounding in a parallel sum may end on a cell without any chance: the likeliest is taken then.
  const Tensor index = drawn.clamp_max(cells - 1);
  const Tensor possible = chances.gather(1, index.unsqueeze(1)).squeeze(1).gt(0);
  const Tensor chosen = torch::where(possible, index, chances.argmax(1));
  const Tensor result =
      torch::stack({chosen.to(torch::kFloat), value, entropy}, 1).to(torch::kCPU).contiguous();
  const float* row = result.data_ptr<float>();
  for (auto& choice : out) {
    choice = {static_cast<int>(row[0]), row[1], row[2]};
    row += 3;
  }
}

void Learner::evaluate(const EvaluationRequest& request, const EvaluationResult& out) const {
  const torch::NoGradGuard no_grad;
  const OwnStream stream(inside_->device);
  const auto count = static_cast<std::int64_t>(out.values.size());
  const std::int64_t cells = static_cast<std::int64_t>(request.size) * request.size;
  Tensor codes = borrowed(request.codes, {count, cells}, torch::kUInt8).to(inside_->device);
  // cuDNN measures its kernels anew for each number of positions: there should be few such numbers.
  if (on_gpu()) {
    const auto padded =
        static_cast<std::int64_t>(std::bit_ceil(std::max<std::size_t>(out.values.size(), 256)));
    codes = torch::constant_pad_nd(codes, {0, 0, 0, padded - count});
  }
  const net::Heads heads =
      net::forward(inside_->frozen, net::make_planes(codes, request.size, inside_->arithmetic));
  const Tensor best = std::get<0>(over_empty_cells(heads.q, codes).max(1));
  const double share = inside_->options.leaf_value;
  const Tensor value = share * heads.value.sigmoid() + (1 - share) * best.sigmoid();
  const Tensor result = torch::cat({heads.policy, value.unsqueeze(1)}, 1)
                            .narrow(0, 0, count)
                            .to(torch::kCPU)
                            .contiguous();
  const float* row = result.data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i, row += cells + 1) {
    std::copy(row, row + cells, out.logits.begin() + i * cells);
    out.values[static_cast<std::size_t>(i)] = row[cells];
  }
}

std::size_t Learner::positions_at_once(int size) const {
  if (on_gpu()) return std::numeric_limits<std::size_t>::max();
  const auto& net = inside_->teacher ? inside_->teacher->config : inside_->options.net;
  return positions_of_work(inside_->work_at_once, net, size);
}

bool Learner::learn(const Curriculum& curriculum, double learning_rate, Learning& learning,
                    const std::function<bool()>& stopped) {
  auto& in = *inside_;
  Inside::Sums sums = in.sums_of(learning.sums);
  Tensor gradient = learning.gradient.empty() ? Tensor() : in.upload(learning.gradient);
  const auto leave = [&](bool whole) {
    learning.gradient = gradient.defined() ? net::to_vector(gradient) : std::vector<float>{};
    learning.sums = {sums.q.item<double>(), sums.value.item<double>(), sums.policy.item<double>(),
                     sums.auxiliary.item<double>(), sums.gradient.item<double>()};
    return whole;
  };
  struct Uploaded {
    Tensor codes, moves, targets;
    AuxiliaryTargets more;
  };
  // [positions], or [positions, cells] where there is a number for each cell; undefined where there are none.
  const auto upload = [&]<class T>(const std::vector<T>& numbers, at::IntArrayRef shape,
                                   torch::ScalarType type) {
    return numbers.empty() ? Tensor() : borrowed<T>(numbers, shape, type).to(in.device);
  };
  std::vector<Uploaded> lessons;
  for (const auto& lesson : curriculum.lessons) {
    const auto count = static_cast<std::int64_t>(lesson.moves.size());
    const std::int64_t cells = static_cast<std::int64_t>(lesson.size) * lesson.size;
    lessons.push_back({upload(lesson.codes, {count, cells}, torch::kUInt8),
                       upload(lesson.moves, {count}, torch::kLong),
                       upload(lesson.targets, {count}, torch::kFloat),
                       {upload(lesson.policies, {count, cells}, torch::kFloat),
                        upload(lesson.replies, {count}, torch::kLong),
                        upload(lesson.endings, {count, cells}, torch::kUInt8),
                        upload(lesson.near_targets, {count}, torch::kFloat)}});
  }
  while (learning.batches < curriculum.order.size()) {
    const auto& batch = curriculum.order[learning.batches];
    const int size = curriculum.lessons[batch.lessons].size;
    const auto& from = lessons[batch.lessons];
    // A minibatch that takes long is learnt in parts, between which there may be a stop.
    const std::int64_t at_once = on_gpu() ? batch.count : in.positions_learnt_at_once(size);
    while (learning.positions < batch.count) {
      if (stopped && stopped()) return leave(false);
      const std::int64_t count = std::min(at_once, batch.count - learning.positions);
      const auto part = [&](const Tensor& all) {
        return all.defined() ? all.narrow(0, batch.begin + learning.positions, count) : all;
      };
      Tensor codes = part(from.codes), moves = part(from.moves);
      AuxiliaryTargets more{part(from.more.policy), part(from.more.replies),
                            part(from.more.endings), part(from.more.near_win)};
      if (batch.rotated) {
        // Row by row, a half turn of the board is the reversed list of its cells.
        const int last = size * size - 1;
        codes = codes.flip(1);
        moves = last - moves;
        if (more.policy.defined()) more.policy = more.policy.flip(1);
        if (more.endings.defined()) more.endings = more.endings.flip(1);
        if (more.replies.defined()) {
          more.replies = torch::where(more.replies.ge(0), last - more.replies, more.replies);
        }
      }
      const double share = static_cast<double>(count) / static_cast<double>(batch.count);
      const Tensor of_part =
          in.gradient_of(codes, moves, part(from.targets), more, size, share, sums);
      gradient = gradient.defined() ? gradient + of_part : of_part;
      learning.positions += count;
    }
    const torch::NoGradGuard no_grad;
    sums.gradient += in.descend(gradient, learning_rate);
    gradient = Tensor();
    learning.positions = 0;
    ++learning.batches;
  }
  return leave(true);
}

void Learner::update_average(double share) {
  const torch::NoGradGuard no_grad;
  inside_->average.lerp_(inside_->values, share);
}

}  // namespace losange::train
