// What the statistics promise, held against simulated matches with a fixed seed.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/random.h"
#include "match/statistics/ratings.h"
#include "match/statistics/statistics.h"

namespace losange::match {
namespace {

using Chances = std::array<double, 5>;

int draw(const Chances& chances, base::Random& random) {
  double u = random.unit();
  int halves = 0;
  while (halves < 4 && u >= chances[static_cast<std::size_t>(halves)]) {
    u -= chances[static_cast<std::size_t>(halves++)];
  }
  return halves;
}

double mean_of(const Chances& chances) {
  double mean = 0;
  for (std::size_t i = 0; i < chances.size(); ++i) mean += chances[i] * static_cast<double>(i) / 4;
  return mean;
}

PairCounts simulate(const Chances& chances, int pairs, base::Random& random) {
  PairCounts counts{};
  for (int i = 0; i < pairs; ++i) ++counts[static_cast<std::size_t>(draw(chances, random))];
  return counts;
}

TEST(MatchStatistics, SwappingThePlayersNegatesEverything) {
  base::Random random(7);
  for (int round = 0; round < 200; ++round) {
    PairCounts counts{}, swapped{};
    for (std::size_t i = 0; i < 5; ++i) swapped[4 - i] = counts[i] = random.below(6);
    const Estimate a = estimate(counts), b = estimate(swapped);
    ASSERT_NEAR(a.score, 1 - b.score, 1e-12);
    ASSERT_NEAR(a.low, 1 - b.high, 1e-9);
    ASSERT_NEAR(a.high, 1 - b.low, 1e-9);
    ASSERT_NEAR(a.superiority, 1 - b.superiority, 1e-7);
    ASSERT_LE(a.low, a.score);
    ASSERT_LE(a.score, a.high);
  }
}

// From small matches to large, even to lopsided, with openings that one colour wins and without, and
// with draws: the truth lies in the 95 % interval in 92 % of the matches or more (never much fewer than
// promised), and with many pairs not much more often than promised either.
TEST(MatchStatistics, TheIntervalHoldsTheTruth) {
  const Chances cases[]{{0.25, 0, 0.5, 0, 0.25},   {0.05, 0, 0.9, 0, 0.05}, {0.02, 0, 0.4, 0, 0.58},
                        {0.1, 0.2, 0.4, 0.2, 0.1}, {0, 0, 0.1, 0, 0.9},     {0.25, 0, 0, 0, 0.75}};
  base::Random random(11);
  constexpr int kMatches = 500;
  for (const auto& chances : cases) {
    for (const int pairs : {5, 20, 200}) {
      int held = 0;
      for (int i = 0; i < kMatches; ++i) {
        const Estimate e = estimate(simulate(chances, pairs, random));
        held += e.low <= mean_of(chances) + 1e-12 && mean_of(chances) <= e.high + 1e-12;
      }
      const double share = static_cast<double>(held) / kMatches;
      EXPECT_GT(share, 0.915) << mean_of(chances) << " with " << pairs << " pairs";
      if (pairs == 200) {
        EXPECT_LT(share, 0.985) << mean_of(chances);
      }
    }
  }
}

TEST(MatchStatistics, TheSequentialTestKeepsItsErrorRates) {
  const SprtSettings settings{.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05};
  base::Random random(5);
  constexpr int kTests = 400;
  // Independent games, and openings that decide half of the pairs.
  for (const double split : {0.0, 0.5}) {
    for (const double elo : {0.0, 60.0}) {
      const double s = score_at(elo);
      const double shift = s - 0.5;
      const Chances chances = split == 0 ? Chances{(1 - s) * (1 - s), 0, 2 * s * (1 - s), 0, s * s}
                                         : Chances{0.25 - shift, 0, 0.5, 0, 0.25 + shift};
      ASSERT_NEAR(mean_of(chances), s, 1e-12);
      int accepted1 = 0;
      std::uint64_t pairs = 0;
      for (int i = 0; i < kTests; ++i) {
        Sprt sprt(settings);
        while (sprt.state() == Sprt::State::Running) sprt.add(draw(chances, random));
        accepted1 += sprt.state() == Sprt::State::AcceptedElo1;
        pairs += sprt.pairs();
      }
      const double wrong = static_cast<double>(elo == 0 ? accepted1 : kTests - accepted1) / kTests;
      EXPECT_LT(wrong, 0.085) << "Elo " << elo;  // 0.05 and three standard errors
      EXPECT_GT(wrong, 0.005) << "Elo " << elo;  // else it plays on when it knows
      EXPECT_LT(pairs / kTests, 200u);
    }
  }
}

TEST(MatchStatistics, RatingIntervalsHoldTheTruth) {
  const std::array<double, 4> elo{-180, -20, 50, 150};
  base::Random random(3);
  int held = 0, all = 0;
  for (int tournament = 0; tournament < 100; ++tournament) {
    std::vector<Pairing> pairings;
    for (std::size_t b = 1; b < elo.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const double s = score_at(elo[a] - elo[b]);
        pairings.push_back(
            {a, b, simulate({(1 - s) * (1 - s), 0, 2 * s * (1 - s), 0, s * s}, 30, random), {}});
      }
    }
    const auto ratings = rate(elo.size(), pairings);
    for (std::size_t i = 0; i < elo.size(); ++i, ++all) {
      held += std::abs(ratings[i].elo - elo[i]) <= ratings[i].error;
    }
  }
  EXPECT_GT(held, all * 92 / 100);
  EXPECT_LT(held, all * 99 / 100);
}

}  // namespace
}  // namespace losange::match
