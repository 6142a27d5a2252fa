// Takes the place of the learner in a build without LibTorch.
#include "net/torch/torch.h"
#include "train/learner/learner.h"

namespace losange::train {

struct Learner::Inside {};

Learner::Learner(const TrainOptions&, const std::string&, double) {
  throw net::NeedsLibTorch("training a net");
}
Learner::~Learner() = default;
bool Learner::on_gpu() const { return false; }
std::string Learner::device_text() const { return {}; }
LearnerState Learner::state() const { return {}; }
void Learner::set_state(const LearnerState&) {}
void Learner::set_teacher(const net::Weights&) {}
void Learner::freeze() {}
void Learner::draw_moves(const DrawRequest&, std::span<Choice>) const {}
void Learner::evaluate(const EvaluationRequest&, const EvaluationResult&) const {}
std::size_t Learner::positions_at_once(int) const { return 1; }
bool Learner::learn(const Curriculum&, double, Learning&, const std::function<bool()>&,
                    cluster::Cluster*) {
  return false;
}
void Learner::update_average(double) {}

}  // namespace losange::train
