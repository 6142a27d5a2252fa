// Teaching the perceptron: it learns what it is shown, a cut run gives the same net as an uncut one, and what is
// written can be played.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/error.h"
#include "base/system/file.h"
#include "error_of.h"
#include "net/file/safetensors.h"
#include "net/torch/torch.h"
#include "net/value/value_net.h"
#include "temporary.h"
#include "train/common/log.h"
#include "train/value/generate.h"
#include "train/value/run.h"

namespace losange::train {
namespace {

using testing_errors::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ValueTrainingRun : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!net::has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
    net::set_net_threads(1);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ValueRunRequest reinforced(const std::string& name) const {
    ValueRunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    auto& o = request.options;
    o.hidden = 8;
    o.sizes = "4:1,5:1";
    o.games = 24;
    o.round_games = 4;
    o.batch = 16;
    o.updates_per_game = 2;
    o.buffer = 150;
    o.snapshot_games = 8;
    o.snapshots = 2;
    o.frozen_share = 0.5;
    o.random_moves = 2;
    return request;
  }
  ValueRunRequest fitted(const std::string& name, const std::string& target) const {
    GenerateRequest data;
    data.output = folder_ / "data";
    data.sizes = {5};
    data.games = 100;
    generate(data, {});
    ValueRunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    request.data = {samples_path(data.output, 5)};
    request.options.method = "value-fit";
    request.options.target = target;
    request.options.hidden = 32;
    request.options.batch = 32;
    request.options.learning_rate = 3e-3;
    request.options.epochs = 25;
    return request;
  }

  std::filesystem::path folder_ = testing_files::temporary("value_training");
};

TEST_F(ValueTrainingRun, ACutRunGivesTheSameNetAsAnUncutOne) {
  auto uncut = reinforced("uncut"), cut = reinforced("cut");
  const auto summary = run_value_training(uncut, {});
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.round, 6u);
  EXPECT_EQ(summary.done, 24u);
  cut.threads = 2;
  cut.max_rounds = 1;
  int sittings = 1;
  while (!run_value_training(cut, {}).complete) ++sittings;
  EXPECT_EQ(sittings, 6);
  EXPECT_EQ(net::read_value_weights(cut.folder / "net.safetensors").values,
            net::read_value_weights(uncut.folder / "net.safetensors").values);
  EXPECT_EQ(read_log(cut.folder / "log.jsonl").size(), 6u);
}

TEST_F(ValueTrainingRun, IsLeftWhileItLearnsFromGames) {
  auto uncut = reinforced("uncut"), cut = reinforced("cut");
  uncut.options.updates_per_game = cut.options.updates_per_game = 50;
  uncut.max_rounds = 2;
  run_value_training(uncut, {});
  std::atomic<int> looks = 0;
  cut.stopped = [&] {
    return ++looks > 50;
  };  // after the games of the first round, long before all is learnt
  EXPECT_EQ(run_value_training(cut, {}).round, 0u);
  cut.stopped = {};
  cut.max_rounds = 2;
  EXPECT_EQ(run_value_training(cut, {}).round, 2u);
  EXPECT_EQ(net::read_value_weights(cut.folder / "net.safetensors").values,
            net::read_value_weights(uncut.folder / "net.safetensors").values);
  EXPECT_EQ(read_log(cut.folder / "log.jsonl").back().positions,
            read_log(uncut.folder / "log.jsonl").back().positions);
}

TEST_F(ValueTrainingRun, MeetsEveryKindOfOpponentAndWritesItDown) {
  run_value_training(reinforced("run"), {});
  std::set<std::string> opponents;
  for (const auto& line : read_log(folder_ / "run" / "log.jsonl")) {
    for (const auto& [name, share] : line.shares) opponents.insert(name);
    EXPECT_GT(line.positions, 0u);
  }
  EXPECT_EQ(opponents, (std::set<std::string>{"against frozen copies", "against the heuristic"}));
  EXPECT_THAT(plot_log(read_log(folder_ / "run" / "log.jsonl")),
              HasSubstr("against the heuristic"));
  EXPECT_EQ(net::load_torch_script(folder_ / "run" / "net.pt", "cpu")->kind(),
            net::ValueKind::Perceptron);
}

TEST_F(ValueTrainingRun, LearnsToImitateTheHeuristic) {
  const auto request = fitted("imitate", "heuristic");
  EXPECT_TRUE(run_value_training(request, {}).complete);
  const auto log = read_log(request.folder / "log.jsonl");
  ASSERT_EQ(log.size(), 25u);
  EXPECT_LT(log.back().check_loss, 0.25 * log.front().check_loss);
  EXPECT_GT(log.back().shares.at("winner told"), 0.8);
  // The sizes that a net learnt on are those of its data.
  EXPECT_THAT(net::read_value_weights(request.folder / "net.safetensors").history.sizes,
              ElementsAre(5));
}

TEST_F(ValueTrainingRun, AFullDiskAtTheEndIsToldAndTheNetIsThere) {
  auto request = fitted("full", "heuristic");
  request.options.epochs = 2;
  request.max_rounds = 1;
  run_value_training(request, {});
  std::filesystem::remove(request.folder / "net.pt");
  std::filesystem::create_symlink("/dev/full", request.folder / "net.pt");
  EXPECT_THAT(error_of([&] { run_value_training(request, {}); }), HasSubstr("No space left"));
  EXPECT_TRUE(std::filesystem::is_symlink(request.folder / "net.pt"));
  EXPECT_GT(net::read_value_weights(request.folder / "net.safetensors").values.size(), 0u);
  for (const auto& entry : std::filesystem::directory_iterator(request.folder)) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
}

TEST_F(ValueTrainingRun, ExplainsWhatItCannotDo) {
  auto none = fitted("none", "teacher");
  EXPECT_THAT(error_of([&] { run_value_training(none, {}); }), HasSubstr("no teacher's values"));
  none.data.clear();
  EXPECT_THAT(error_of([&] { run_value_training(none, {}); }), HasSubstr("--data"));
  auto greedy = reinforced("greedy");
  greedy.options.heuristic_share = 0.8;
  EXPECT_THAT(error_of([&] { run_value_training(greedy, {}); }), HasSubstr("together at most 1"));
  auto other = reinforced("other");
  other.device = "tpu";
  EXPECT_THAT(error_of([&] { run_value_training(other, {}); }),
              HasSubstr("there is no device 'tpu'"));
}

TEST_F(ValueTrainingRun, RefusesADamagedState) {
  auto request = reinforced("run");
  request.max_rounds = 1;
  run_value_training(request, {});
  const auto path = request.folder / "state.safetensors";
  const auto whole = base::read_file(path);
  base::write_file(path, std::string_view(whole).substr(0, whole.size() / 2));
  EXPECT_NE(error_of([&] { run_value_training(request, {}); }), "");
  auto file = net::decode_tensors(whole, "state");
  std::erase_if(file.tensors, [](const auto& tensor) { return tensor.name == "replay.rows"; });
  base::write_file(path, net::encode_tensors(file));
  EXPECT_THAT(error_of([&] { run_value_training(request, {}); }),
              HasSubstr("its state is damaged"));
}

}  // namespace
}  // namespace losange::train
