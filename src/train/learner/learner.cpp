#include "train/learner/learner.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <bit>
#include <limits>

#include "train/learner/learner_inside.h"

namespace losange::train {

namespace {

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

}  // namespace

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

void Learner::update_average(double share) {
  const torch::NoGradGuard no_grad;
  inside_->average.lerp_(inside_->values, share);
}

}  // namespace losange::train
