#include "base/weighted_draw.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace losange::base {
namespace {

TEST(DrawByWeight, ComesAsOftenAsTheWeightsSay) {
  const std::vector<double> weights{1, 0, 3, 4};
  std::array<int, 4> drawn{};
  Random random(5);
  for (int i = 0; i < 80'000; ++i) ++drawn[draw_by_weight(weights, random)];
  EXPECT_NEAR(drawn[0], 10'000, 400);
  EXPECT_EQ(drawn[1], 0);
  EXPECT_NEAR(drawn[2], 30'000, 600);
  EXPECT_NEAR(drawn[3], 40'000, 600);
}

TEST(DrawByWeight, TakesOneNumberAndStaysInsideTheList) {
  Random random(7), twin(7);
  for (const std::vector<double>& weights :
       {std::vector<double>{2.5}, std::vector<double>{0, 0}, std::vector<double>{1e-300, 1e300}}) {
    EXPECT_LT(draw_by_weight(weights, random), weights.size());
    twin();
    EXPECT_EQ(random(), twin());
  }
}

// Seeded games, openings and runs depend on every draw: this is the arithmetic they were made with.
TEST(DrawByWeight, DrawsTheSameForASeedForEver) {
  Random random(1), same(1);
  const std::vector<double> weights{0.1, 0.7, 1e-9, 0.2, 3.3};
  for (int i = 0; i < 1000; ++i) {
    double left = same.unit() * (0.1 + 0.7 + 1e-9 + 0.2 + 3.3);
    std::size_t expected = weights.size() - 1;
    for (std::size_t at = 0; at < weights.size(); ++at) {
      if ((left -= weights[at]) < 0) {
        expected = at;
        break;
      }
    }
    ASSERT_EQ(draw_by_weight(weights, random), expected);
  }
}

}  // namespace
}  // namespace losange::base
