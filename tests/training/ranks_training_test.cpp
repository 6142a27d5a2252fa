// Training by several ranks, here threads of one process: wherever it is cut, and whoever goes on with it, the run is
// bit for bit that of one rank. tests/cluster/ does the same over MPI.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "base/random.h"
#include "cluster/cluster.h"
#include "net/torch/torch.h"
#include "temporary.h"
#include "thread_cluster.h"
#include "train/policy/run.h"
#include "train/policy/state.h"

namespace losange::train {
namespace {

class RanksTraining : public ::testing::TestWithParam<int> {  // visits
 protected:
  void SetUp() override {
    if (!net::has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
    net::set_net_threads(1);
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunRequest request(const std::string& name) const {
    RunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    request.work_at_once = 2e4;  // many places to stop at
    auto& o = request.options;
    o.net = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
    o.sizes = "3:1,4:1";
    o.games = 24;
    o.group_games = 6;
    o.steps = 6;
    o.batch = 16;
    o.shards = 3;
    o.visits = GetParam();
    o.fast_visits = 2;
    o.surprise_share = GetParam() > 0 ? 0.5 : 0;
    o.total_positions = 24 * 6 * 4;
    o.check_rounds = 2;
    return request;
  }

  std::filesystem::path folder_ = testing_files::temporary("ranks_training");
};

TEST_P(RanksTraining, ACutRunGivesTheSameNetWhoeverGoesOnWithIt) {
  auto uncut = request("uncut");
  ASSERT_TRUE(run_training(uncut, {}).complete);
  base::Random random(7);
  int sittings = 0, inside = 0;
  for (bool complete = false; !complete; ++sittings) {
    ASSERT_LT(sittings, 2000);
    const int ranks = 1 + static_cast<int>(random.below(4));
    std::atomic<int> questions = 0;
    const int most = 30 * ranks + static_cast<int>(random.below(60));
    std::atomic<bool> done = false, left_inside = false;
    testing_cluster::run_ranks(ranks, [&](cluster::Cluster& cluster) {
      auto cut = request("cut");
      cut.cluster = &cluster;
      cut.stopped = [&] { return ++questions > most; };
      const auto summary = run_training(cut, {});
      if (!cluster.is_first()) return;
      done = summary.complete;
      left_inside = summary.inside;
    });
    complete = done;
    if (left_inside) ++inside;
  }
  EXPECT_GT(inside, 3) << "hardly ever cut inside a round: the test says little";
  const RunState a = load_state(uncut.folder), b = load_state(folder_ / "cut");
  EXPECT_EQ(a.learner.values, b.learner.values);
  EXPECT_EQ(a.learner.average, b.learner.average);
  EXPECT_EQ(a.learner.first_moment, b.learner.first_moment);
  EXPECT_EQ(a.learner.second_moment, b.learner.second_moment);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.games, b.games);
}

INSTANTIATE_TEST_SUITE_P(Visits, RanksTraining, ::testing::Values(0, 4));

}  // namespace
}  // namespace losange::train
