// Raw nets against each other: what counts once.
#include "train/gates/arena.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "error_of.h"
#include "fake_evaluator.h"
#include "train/gates/openings.h"

namespace losange::train {
namespace {

// Sees a board and its half turn alike: how a cell is liked depends on products of its place and the stones' places,
// counted from the centre, which a half turn leaves as they are.
class TurningNet : public testing_nets::UniformNet {
 public:
  explicit TurningNet(double taste) : taste_(taste) {}
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    UniformNet::evaluate(size, codes, out);
    const int cells = size * size;
    const auto row = [&](int cell) { return 2 * (cell / size) - size + 1; };
    const auto column = [&](int cell) { return 2 * (cell % size) - size + 1; };
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto board = i - i % static_cast<std::size_t>(cells);
      const int cell = static_cast<int>(i - board);
      double liking = 0;
      for (int stone = 0; stone < cells; ++stone) {
        const int code = codes[board + static_cast<std::size_t>(stone)];
        if (code == 0) continue;
        const int rows = row(cell) * row(stone), columns = column(cell) * column(stone);
        const int mixed = row(cell) * column(stone);
        liking += std::cos(taste_ * rows + 2.1 * columns + 0.37 * mixed + code);
      }
      // Rounded, so that the order of the sum does not matter.
      out.policy[i] = static_cast<float>(std::round(liking * 1e4));
    }
  }

 private:
  double taste_;
};

TEST(Arena, AGameAndItsHalfTurnCountOnce) {
  const auto result = play_all_openings(TurningNet(1.3), TurningNet(0.7), 4);
  EXPECT_EQ(result.games, 32);
  EXPECT_EQ(std::accumulate(result.pairs.begin(), result.pairs.end(), std::size_t{0}), 16u);
  EXPECT_EQ(
      std::accumulate(result.different_pairs.begin(), result.different_pairs.end(), std::size_t{0}),
      8u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(result.pairs[i], 2 * result.different_pairs[i]);
}

TEST(KnownOpenings, ComeWithTheProgram) {
  const auto truth = read_openings(kShippedTruth);
  EXPECT_EQ(truth.at(4).size(), 16u);
}

TEST(KnownOpenings, AreNotAListToPlay) {
  for (const char* list : {"# 11x11\na3 c2 # 49.1 %\n", "https://hexworld.org/board/#11,c2\n"}) {
    const auto told = testing_errors::error_of([&] { parse_openings(list); });
    EXPECT_NE(told.find("here a truth file is wanted"), std::string::npos) << told;
    EXPECT_NE(told.find("'known' is the one that comes with losange"), std::string::npos) << told;
  }
  EXPECT_NE(testing_errors::error_of([] { parse_openings("3\n"); }).find("board size"),
            std::string::npos);
}

}  // namespace
}  // namespace losange::train
