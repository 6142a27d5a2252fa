// Muon: the directions of a step are alike, and what is not Muon's steps as AdamW does.
#include <gtest/gtest.h>

#ifdef LOSANGE_TEST_LIBTORCH

#include <torch/types.h>

#include <cmath>
#include <numeric>

#include "train/learner/learner.h"
#include "train/learner/muon.h"

namespace losange::train {
namespace {

// By the decomposition that the polynomial goes without: the same directions, of nearly equal length.
TEST(Muon, KeepsTheDirectionsOfAMatrixAndMakesThemAlike) {
  torch::manual_seed(3);
  torch::Tensor matrices = torch::randn({4, 8, 20});
  matrices[1].mul_(1e-6);                                             // a tiny gradient
  matrices[2] = matrices[2].slice(1, 0, 1) * 10 + 0.3 * matrices[3];  // one direction above all
  const torch::Tensor alike = with_equal_directions(matrices);
  const auto [u, lengths, v] = at::linalg_svd(matrices, false, c10::nullopt);
  const torch::Tensor turned = u.transpose(1, 2).bmm(alike).bmm(v.transpose(1, 2));
  const torch::Tensor along = turned.diagonal(0, 1, 2);
  EXPECT_GT(along.min().item<double>(), 0.6) << along;
  EXPECT_LT(along.max().item<double>(), 1.3) << along;
  EXPECT_LT((turned - torch::diag_embed(along)).abs().max().item<double>(), 1e-3);
}

TrainOptions options_with(const std::string& optimizer) {
  TrainOptions options;
  options.net = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
  options.optimizer = optimizer;
  options.weight_decay = 0;
  return options;
}

// How far one minibatch moves every value, and the momenta after it.
std::pair<std::vector<float>, std::vector<float>> step_of(const TrainOptions& options,
                                                          double learning_rate) {
  Learner learner(options, "cpu");
  auto state = learner.state();
  // The blocks of a newborn net are identities, whose matrices have no gradient.
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    state.values[i] += 0.1f * std::sin(static_cast<float>(i));
  }
  learner.set_state(state);
  Curriculum curriculum;
  Lessons lessons;
  lessons.size = 3;
  lessons.codes = {1, 0, 0, 0, 2, 0, 0, 0, 0};
  lessons.moves = {1};
  lessons.targets = {1};
  curriculum.lessons = {lessons};
  curriculum.order = {{0, 0, 1, false}};
  auto moved = state.values;
  Learning learning;
  learner.learn(curriculum, learning_rate, learning, {});
  const auto after = learner.state();
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = after.values[i] - moved[i];
  return {moved, after.first_moment};
}

TEST(Muon, StepsOnTheMatricesOfTheBlocksAloneAndAsFarAsAdamW) {
  constexpr double rate = 1e-2;
  const auto [by_adamw, adamw_momentum] = step_of(options_with("adamw"), rate);
  const auto [by_muon, muon_momentum] = step_of(options_with("muon"), rate);
  std::size_t begin = 0, matrices = 0;
  for (const auto& tensor : net::tensor_shapes(options_with("muon").net)) {
    const auto count = static_cast<std::size_t>(tensor.count());
    const bool is_matrix = tensor.name.starts_with("blocks.") && tensor.shape.size() > 1;
    const std::vector<float> muon(by_muon.begin() + static_cast<long>(begin),
                                  by_muon.begin() + static_cast<long>(begin + count));
    const std::vector<float> adamw(by_adamw.begin() + static_cast<long>(begin),
                                   by_adamw.begin() + static_cast<long>(begin + count));
    // A twentieth of the gradient instead of a tenth.
    for (std::size_t i = begin; i < begin + count; ++i) {
      const float wanted = is_matrix ? adamw_momentum[i] / 2 : adamw_momentum[i];
      ASSERT_NEAR(muon_momentum[i], wanted, 1e-4 * std::abs(wanted)) << tensor.name;
    }
    begin += count;
    if (!is_matrix) {
      EXPECT_EQ(muon, adamw) << tensor.name;
      continue;
    }
    ++matrices;
    EXPECT_NE(muon, adamw) << tensor.name;
    const double length =
        std::sqrt(std::inner_product(muon.begin(), muon.end(), muon.begin(), 0.0) /
                  static_cast<double>(count));
    // The first gradient of one position has few directions: shorter than the 0.2 of a matrix with all of them.
    EXPECT_GT(length, 0.03 * rate) << tensor.name;
    EXPECT_LT(length, 0.26 * rate) << tensor.name;
  }
  EXPECT_EQ(matrices, 7u);  // two of each block, one more of the third
}

}  // namespace
}  // namespace losange::train

#endif
