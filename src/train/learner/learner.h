// The net while it learns: its values, their moments and the moving average, on a CPU or a GPU; and
// the frozen copy that plays between two rounds of learning. LibTorch stays behind this header.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cluster/cluster.h"
#include "net/file/weights.h"
#include "train/common/losses.h"
#include "train/learner/minibatches.h"
#include "train/selfplay/options.h"

namespace losange::train {

// All that learning changes; bit by bit what an uncut run would have. Each list holds the values of the net and then
// those of the auxiliary heads (auxiliary.h).
struct LearnerState {
  std::vector<float> values, average, first_moment, second_moment;
  std::uint64_t step = 0;
};

// A part of a minibatch that is under way (TrainOptions::shards).
struct LearntShard {
  std::int64_t positions = 0;   // that its gradient was taken from so far
  std::vector<float> gradient;  // of these, and then kShardLosses losses; empty: none
};
inline constexpr std::size_t kShardLosses = 4;  // of Q, value, policy and auxiliary heads

// How far the learning of a round has come: with the values as they are, all that is needed to go on with it. The same
// on all ranks.
struct Learning {
  std::size_t batches = 0;          // minibatches that were learnt
  std::vector<LearntShard> shards;  // of the next one; empty: nothing of it
  Losses sums;                      // over the minibatches
};

// Precondition: something was learnt.
inline Losses means_of(const Learning& learning) {
  const auto& sums = learning.sums;
  const auto count = static_cast<double>(learning.batches);
  return {sums.q / count, sums.value / count, sums.policy / count, sums.auxiliary / count,
          sums.gradient / count};
}

// Multiplications that a CPU does in a fraction of a second: what is asked of the net there between two looks at
// whether to stop.
inline constexpr double kWorkAtOnce = 2e9;

// Learning from a position takes about as long as so many questions about it.
inline constexpr double kQuestionsALesson = 3;

class Learner {
 public:
  Learner(const TrainOptions& options, const std::string& device,
          double work_at_once = kWorkAtOnce);
  ~Learner();

  bool on_gpu() const;
  // What it runs on, for the log of a person.
  std::string device_text() const;
  LearnerState state() const;
  void set_state(const LearnerState& state);

  // From now on this net plays, whatever is learnt.
  void set_teacher(const net::Weights& teacher);
  // Copies the values as they are now to play with, or their average where trees are searched, or the teacher's; then
  // the two that a PlayingNet asks may be called from several threads, until learn() is called.
  void freeze();
  void draw_moves(const DrawRequest& request, std::span<Choice> out) const;
  void evaluate(const EvaluationRequest& request, const EvaluationResult& out) const;

  // Positions of a size that the net should be asked about at once: as many as there are on a GPU, on a CPU the work of
  // a fraction of a second.
  std::size_t positions_at_once(int size) const;

  // Learns the minibatches from where `learning` stands. False when it was stopped, which is asked often; going on
  // gives what would have come without the stop. The ranks of a cluster share the shards of each minibatch; what they
  // learn does not depend on how many ranks there are, and a stop on one stops all.
  bool learn(const Curriculum& curriculum, double learning_rate, Learning& learning,
             const std::function<bool()>& stopped, cluster::Cluster* cluster = nullptr);
  // average += share * (values - average)
  void update_average(double share);

 private:
  struct Inside;
  class Sitting;
  std::unique_ptr<Inside> inside_;
};

}  // namespace losange::train
