// Takes the place of the learner in a build without LibTorch.
#include "net/torch/torch.h"
#include "train/value/learner.h"

namespace losange::train {

struct ValueLearner::Inside {};

ValueLearner::ValueLearner(const net::ValueWeights&, const ValueLearnerOptions&,
                           const std::string&) {
  throw net::NeedsLibTorch("training a net");
}
ValueLearner::~ValueLearner() = default;
ValueLearnerState ValueLearner::state() const { return {}; }
void ValueLearner::set_state(const ValueLearnerState&) {}
net::ValueWeights ValueLearner::weights() const { return {}; }
Losses ValueLearner::learn(const Batch&, double) { return {}; }

}  // namespace losange::train
