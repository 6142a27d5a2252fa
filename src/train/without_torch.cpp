// Takes the place of the learners in a build without LibTorch.
#include "base/error.h"
#include "train/learner.h"
#include "train/value_learner.h"

namespace losange::train {

namespace {

[[noreturn]] void fail() {
  throw base::UserError(
      "this build has no LibTorch, which training needs: install the package libtorch-dev, then "
      "configure and build again");
}

}  // namespace

struct Learner::Inside {};

Learner::Learner(const TrainOptions&, const std::string&, double) { fail(); }
Learner::~Learner() = default;
bool Learner::on_gpu() const { return false; }
std::string Learner::device_text() const { return {}; }
LearnerState Learner::state() const { return {}; }
void Learner::set_state(const LearnerState&) {}
void Learner::set_teacher(const net::Weights&) {}
void Learner::freeze() {}
void Learner::sample(const Draw&, std::span<Choice>) const {}
void Learner::judge(const Question&, const Answer&) const {}
std::size_t Learner::positions_at_once(int) const { return 1; }
bool Learner::learn(const Curriculum&, double, Learning&, const std::function<bool()>&) {
  return false;
}
void Learner::update_average(double) {}

struct ValueLearner::Inside {};

ValueLearner::ValueLearner(const net::ValueWeights&, const ValueLearnerOptions&,
                           const std::string&) {
  fail();
}
ValueLearner::~ValueLearner() = default;
ValueLearnerState ValueLearner::state() const { return {}; }
void ValueLearner::set_state(const ValueLearnerState&) {}
net::ValueWeights ValueLearner::weights() const { return {}; }
Losses ValueLearner::learn(const Batch&, double) { return {}; }

}  // namespace losange::train
