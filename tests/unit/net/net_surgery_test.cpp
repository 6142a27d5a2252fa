// Larger nets answer as the small one they were made from, and can learn with all they have; means are means.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "error_of.h"
#include "lively_net.h"
#include "net/file/surgery.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"

namespace losange::net {
namespace {

using ::testing::HasSubstr;
using ::testing::Pointwise;
using testing_nets::lively_weights;
using testing_nets::random_codes;

constexpr NetConfig kSmall{.blocks = 3, .channels = 16, .pool_every = 2, .value_hidden = 8};

NetConfig small_with(int blocks, int channels) {
  NetConfig config = kSmall;
  config.blocks = blocks;
  config.channels = channels;
  return config;
}

Evaluations answers(const Weights& weights, int size) {
  base::Random random(3);
  Evaluations out;
  make_evaluator(weights, "cpu", "float")->evaluate(size, random_codes(4, size, random), out);
  return out;
}

class Grown : public ::testing::TestWithParam<NetConfig> {};

TEST_P(Grown, AnswersAsBefore) {
  const Weights small = lively_weights(kSmall, 5);
  const Weights large = grown(small, GetParam(), 7);
  EXPECT_EQ(large.config, GetParam());
  EXPECT_EQ(large.history.parent, small.hash());
  for (const int size : {1, 2, 5, 11}) {
    const Evaluations wanted = answers(small, size), seen = answers(large, size);
    const auto near = ::testing::FloatNear(1e-4f);
    EXPECT_THAT(seen.q, Pointwise(near, wanted.q));
    EXPECT_THAT(seen.policy, Pointwise(near, wanted.policy));
    EXPECT_THAT(seen.value, Pointwise(near, wanted.value));
  }
}

// An output that hears nothing would never learn.
TEST_P(Grown, HearsItselfInEveryNewPart) {
  const Weights large = grown(lively_weights(kSmall, 5), GetParam(), 7);
  std::size_t next = 0;
  for (const auto& tensor : tensor_shapes(GetParam())) {
    const auto count = static_cast<std::size_t>(tensor.count());
    const auto part = std::span(large.values).subspan(next, count);
    next += count;
    if (!tensor.decays()) continue;
    const auto outputs = static_cast<std::size_t>(tensor.shape[0]);
    for (std::size_t output = 0; output < outputs; ++output) {
      const auto row = part.subspan(output * (count / outputs), count / outputs);
      EXPECT_TRUE(std::ranges::any_of(row, [](float value) { return value != 0; }))
          << tensor.name << ", output " << output;
    }
  }
}

std::string shape_name(const ::testing::TestParamInfo<NetConfig>& info) {
  return std::to_string(info.param.blocks) + "x" + std::to_string(info.param.channels);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Grown,
                         ::testing::Values(small_with(3, 16), small_with(6, 16), small_with(3, 24),
                                           small_with(5, 64)),
                         shape_name);

TEST(GrownNet, RefusesToShrink) {
  const Weights small = lively_weights(kSmall, 5);
  EXPECT_THAT(testing_errors::error_of([&] { grown(small, small_with(2, 16), 1); }),
              HasSubstr("3 blocks and 16 channels cannot become one of 2 and 16"));
  EXPECT_THAT(testing_errors::error_of([&] { grown(small, small_with(3, 12), 1); }),
              HasSubstr("give as many or more"));
  NetConfig other = kSmall;
  other.pool_every = 3;
  EXPECT_THAT(testing_errors::error_of([&] { grown(small, other, 1); }),
              HasSubstr("in nothing else"));
}

TEST(AveragedNet, IsTheMeanOfEveryValue) {
  const std::vector<Weights> nets{lively_weights(kSmall, 1), lively_weights(kSmall, 2),
                                  lively_weights(kSmall, 3)};
  const Weights mean = averaged(nets);
  ASSERT_EQ(mean.values.size(), nets[0].values.size());
  for (std::size_t i = 0; i < mean.values.size(); ++i) {
    ASSERT_NEAR(mean.values[i], (nets[0].values[i] + nets[1].values[i] + nets[2].values[i]) / 3,
                1e-6);
  }
  EXPECT_EQ(mean.history.parent, nets[2].hash());
  EXPECT_EQ(averaged(std::span(nets).first(1)).values, nets[0].values);
}

TEST(AveragedNet, RefusesNetsOfTwoShapes) {
  const std::vector<Weights> nets{lively_weights(kSmall, 1), lively_weights(small_with(4, 16), 2)};
  EXPECT_THAT(testing_errors::error_of([&] { averaged(nets); }), HasSubstr("3x16 and 4x16"));
}

}  // namespace
}  // namespace losange::net
