// What the two ways to teach a perceptron do in a round; run.cpp does the rest. Everything a round does follows
// from the options, its number and what save() wrote, so that a run may be cut anywhere.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "net/file/safetensors.h"
#include "train/common/log.h"
#include "train/value/learner.h"
#include "train/value/run.h"

namespace losange::train {

struct RoundWork {
  ValueLearner& learner;
  TrainingLoop& loop;   // says when to leave the round, is told how it stands
  std::uint64_t round;  // from 0
  double learning_rate;
  int threads;
};

class ValueMethod {
 public:
  virtual ~ValueMethod() = default;
  virtual std::uint64_t rounds() const = 0;
  // Of the boards that it learns on, ascending.
  virtual std::vector<int> sizes() const = 0;
  // Rows of features that are like those to come: a newborn net takes its mean and deviation from them.
  virtual std::vector<float> examples() const = 0;
  // False when it was stopped; the learner is then as it was before.
  virtual bool round(const RoundWork& work, LogLine& line) = 0;
  virtual void save(net::TensorFile&) const {}
  // Any exception means that the file is damaged.
  virtual void restore(const net::TensorFile&) {}
};

std::unique_ptr<ValueMethod> make_value_fit(const ValueOptions& options,
                                            const std::vector<std::filesystem::path>& data,
                                            int threads);
std::unique_ptr<ValueMethod> make_value_rl(const ValueOptions& options);

// The features of a sample. Precondition: its game goes on.
void append_features(const ValueSample& sample, std::vector<float>& rows);

}  // namespace losange::train
