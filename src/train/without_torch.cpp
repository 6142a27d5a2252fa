// Takes the place of the learner in a build without LibTorch.
#include "base/error.h"
#include "train/learner.h"

namespace losange::train {

struct Learner::Inside {};

Learner::Learner(const TrainOptions&, const std::string&) {
  throw base::UserError(
      "this build has no LibTorch, which training needs: install the package libtorch-dev, then "
      "configure and build again");
}
Learner::~Learner() = default;
bool Learner::on_gpu() const { return false; }
std::string Learner::device_text() const { return {}; }
LearnerState Learner::state() const { return {}; }
void Learner::set_state(const LearnerState&) {}
void Learner::freeze() {}
void Learner::sample(const Draw&, std::span<Choice>) const {}
void Learner::judge(const Question&, const Answer&) const {}
Losses Learner::learn(const Curriculum&, double) { return {}; }
void Learner::update_average(double) {}

}  // namespace losange::train
