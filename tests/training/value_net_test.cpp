// TorchScript as value nets: what we write is read back and answers as our own runtime does, and every kind of bad
// module is told apart.
#include "net/value/value_net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/system/file.h"
#include "error_of.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/shared_nets.h"
#include "net/torch/torch.h"
#include "players/registry.h"
#include "temporary.h"

#ifdef LOSANGE_TEST_LIBTORCH
#include <ATen/ops/from_blob.h>
#include <ATen/ops/ones.h>
#include <torch/csrc/jit/api/module.h>  // torch/script.h takes almost twice as long to compile
#include <torch/csrc/jit/serialization/import.h>
#endif

namespace losange::net {
namespace {

using testing_errors::error_of;
using ::testing::HasSubstr;

std::vector<float> answers(const ValueNet& net, int size, int positions) {
  std::vector<float> questions;
  hex::Position<2> position(size, false);
  for (int i = 0; i < positions; ++i) {
    append_question(net.kind(), position, questions);
    if (i + 1 < positions) position.play(hex::Move::at(i * (size + 1) % (size * size)));
  }
  std::vector<float> values(static_cast<std::size_t>(positions));
  net.evaluate(size, questions, values);
  return values;
}

class TorchScriptNet : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string load_error(const std::filesystem::path& path) const {
    return error_of([&] { shared_value_net(path, "cpu"); });
  }
#ifdef LOSANGE_TEST_LIBTORCH
  std::filesystem::path module(const std::string& program) const {
    torch::jit::Module made("Module");
    made.register_parameter("weight", at::ones({4, 7}), false);
    if (!program.empty()) made.define(program);
    const auto path = folder_ / "module.pt";
    made.save(path.string());
    return path;
  }
#endif

  std::filesystem::path folder_ = testing_files::temporary("value_net");
};

TEST_F(TorchScriptNet, AnswersAsOurOwnRuntime) {
  for (const auto& config :
       {ValueConfig{ValueKind::Perceptron, 24, 3}, ValueConfig{ValueKind::Graph, 12, 2},
        ValueConfig{ValueKind::Graph, 32, 2}}) {  // whole vectors have products of their own
    const auto weights = newborn_value_net(config, 7);
    const auto path = folder_ / "net.pt";
    write_torch_script(path, weights);
    const auto own = make_value_net(weights);
    const auto loaded = load_torch_script(path, "cpu");
    ASSERT_EQ(loaded->kind(), config.kind);
    for (const int size : {1, 3, 7}) {
      const auto wanted = answers(*own, size, size == 1 ? 1 : 3),
                 got = answers(*loaded, size, size == 1 ? 1 : 3);
      for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 2e-5f) << size;
    }
  }
}

#ifdef LOSANGE_TEST_LIBTORCH
TEST_F(TorchScriptNet, TheModuleItselfMayHaveAnyName) {
  const auto path = module("def forward(s, x, edges):\n  return x.sum([-2, -1])\n");
  EXPECT_EQ(load_torch_script(path, "cpu")->kind(), ValueKind::Graph);
}

TEST_F(TorchScriptNet, OfThePolicyValueNetAnswersAsItsRuntimes) {
  Weights weights;
  weights.config = {.blocks = 4, .channels = 8, .pool_every = 3, .value_hidden = 8};
  weights.values = newborn_values(weights.config, 3);
  for (std::size_t i = 0; i < weights.values.size(); i += 5) weights.values[i] += 0.1f;
  const auto path = folder_ / "net.pt";
  write_torch_script(path, weights);
  auto module = torch::jit::load(path.string());
  for (const int size : {1, 2, 6}) {
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(2 * size * size));
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint8_t>(i * i % 3);
    Evaluations wanted;
    make_evaluator(weights, "cpu", "float")->evaluate(size, codes, wanted);
    const auto input = at::from_blob(codes.data(), {2, size, size}, at::kByte);
    const auto got = module.forward({input}).toTuple()->elements();
    const auto same = [&](const at::Tensor& tensor, const std::vector<float>& expected) {
      ASSERT_EQ(tensor.numel(), static_cast<std::int64_t>(expected.size()));
      const auto flat = tensor.contiguous().view(-1);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(flat[static_cast<std::int64_t>(i)].item<float>(), expected[i], 1e-4f) << size;
      }
    };
    same(got[0].toTensor(), wanted.q);
    same(got[1].toTensor(), wanted.policy);
    same(got[2].toTensor(), wanted.value);
  }
}
#endif

TEST_F(TorchScriptNet, IsOneInstanceAFileWhileItIsHeld) {
  const auto path = folder_ / "net.pt";
  write_torch_script(path, newborn_value_net({ValueKind::Perceptron, 8, 3}, 1));
  const auto one = shared_value_net(path, "cpu"), two = shared_value_net(path, "cpu");
  EXPECT_EQ(one, two);
  EXPECT_NE(one, shared_value_net(path, "auto"));
}

TEST_F(TorchScriptNet, PlaysAsAStrategyOfItsKindOnly) {
  const auto path = folder_ / "net.pt";
  write_torch_script(path, newborn_value_net({ValueKind::Perceptron, 8, 3}, 1));
  const std::string model = ":depth=2,table=1,cache=1,model=" + path.string();
  const auto player = players::make_player("negamax-mlp" + model);
  EXPECT_FALSE(
      player->choose(game::GameRecord(game::GameSetup{.size = 4}), {}, {}, {}).move.empty());
  EXPECT_THAT(error_of([&] { players::make_player("negamax-gnn" + model); }),
              HasSubstr("a perceptron, which takes no edges: play it with negamax-mlp"));
}

TEST_F(TorchScriptNet, SaysWhatIsWrongWithAFile) {
  EXPECT_THAT(load_error(folder_ / "none.pt"), HasSubstr("there is no net"));
  base::write_file(folder_ / "text.pt", "hello");
  EXPECT_THAT(load_error(folder_ / "text.pt"),
              HasSubstr("neither TorchScript nor a net of losange"));
  write_torch_script(folder_ / "whole.pt", newborn_value_net({ValueKind::Perceptron, 8, 3}, 1));
  const auto content = base::read_file(folder_ / "whole.pt");
  base::write_file(folder_ / "cut.pt", std::string_view(content).substr(0, content.size() / 2));
  EXPECT_THAT(load_error(folder_ / "cut.pt"), HasSubstr("damaged or incomplete"));
  EXPECT_THAT(error_of([&] { shared_value_net(folder_ / "whole.pt", "tpu"); }),
              HasSubstr("there is no device 'tpu'"));
}

TEST_F(TorchScriptNet, SaysThatThereIsNoCuda) {
  if (has_cuda()) GTEST_SKIP() << "this machine has CUDA";
  write_torch_script(folder_ / "net.pt", newborn_value_net({ValueKind::Perceptron, 8, 3}, 1));
  EXPECT_THAT(error_of([&] { shared_value_net(folder_ / "net.pt", "cuda"); }),
              HasSubstr("CUDA was asked for"));
}

#ifdef LOSANGE_TEST_LIBTORCH
TEST_F(TorchScriptNet, SaysWhatIsWrongWithAModule) {
  EXPECT_THAT(load_error(module("")), HasSubstr("no method forward"));
  EXPECT_THAT(load_error(module("def forward(self, a, b, c):\n    return a\n")),
              HasSubstr("takes 3 inputs"));
  EXPECT_THAT(
      load_error(module("def forward(self, x):\n    return torch.linear(x, self.weight)\n")),
      HasSubstr("does not take 29 features: it was made for others"));
  EXPECT_THAT(
      load_error(module("def forward(self, x, edges):\n    return torch.linear(x, self.weight)\n")),
      HasSubstr("does not take 10 features a node"));
  EXPECT_THAT(load_error(module("def forward(self, x):\n    return x\n")),
              HasSubstr("gives 29 numbers for 1 position"));
  EXPECT_THAT(load_error(module("def forward(self, x):\n    return 1\n")),
              HasSubstr("gives no tensor"));
  EXPECT_THAT(load_error(module("def forward(self, x):\n    return x.sum([1]) / 0.0\n")),
              HasSubstr("not a number"));
}

TEST_F(TorchScriptNet, TakesModulesThatKnowNoBatches) {
  // The form of HexProject's graph net: one board, nodes by features, a value and what else it may tell.
  const auto net = load_torch_script(
      module(
          "def forward(self, x, edges):\n    v = torch.tanh(x.sum() / 100.0)\n    return v, x\n"),
      "cpu");
  ASSERT_EQ(net->kind(), ValueKind::Graph);
  const auto together = answers(*net, 4, 3);
  const auto alone = answers(*net, 4, 1);
  EXPECT_EQ(together[0], alone[0]);
}
#endif

}  // namespace
}  // namespace losange::net
