#include <gtest/gtest.h>

#include <cmath>

#include "match/statistics/ratings.h"
#include "match/statistics/statistics.h"

namespace losange::match {
namespace {

TEST(Elo, FollowsTheLogisticCurve) {
  EXPECT_DOUBLE_EQ(elo_of(0.5), 0);
  EXPECT_NEAR(elo_of(0.75), 190.8485, 1e-4);  // 400 log10(3)
  EXPECT_NEAR(elo_of(10.0 / 11), 400, 1e-9);  // ten to one
  EXPECT_NEAR(score_at(35), 0.550199, 1e-6);  // 1 / (1 + 10^(-35/400))
  for (const double elo : {-700.0, -12.5, 3.0, 250.0})
    EXPECT_NEAR(elo_of(score_at(elo)), elo, 1e-8);
  EXPECT_TRUE(std::isinf(elo_of(1)));
  EXPECT_TRUE(std::isinf(elo_of(0)));
}

TEST(Score, CountsHalvesOfPoints) {
  EXPECT_EQ(score_of(GameCounts{0, 0, 0}), std::nullopt);
  EXPECT_DOUBLE_EQ(*score_of(GameCounts{2, 4, 4}), 0.6);
  EXPECT_DOUBLE_EQ(*score_of(PairCounts{1, 2, 3, 4, 10}), (0 + 1 + 3 + 6 + 20) / 40.0);
}

TEST(Student, KnowsTheTables) {
  const std::pair<int, double> table[]{{1, 12.7062}, {2, 4.3027}, {3, 3.1824},  {4, 2.7764},
                                       {5, 2.5706},  {9, 2.2622}, {30, 2.0423}, {120, 1.9799}};
  for (const auto& [degrees, value] : table) {
    EXPECT_NEAR(student_95(static_cast<std::uint64_t>(degrees)), value, 0.004) << degrees;
  }
  EXPECT_NEAR(student_95(1'000'000), kNormal95, 1e-5);
}

// With wins and losses only, the loss is that of the binomial distribution.
TEST(LogLikelihoodLoss, IsTheBinomialOneWithoutDraws) {
  const auto binomial = [](double wins, double losses, double p) {
    const double s = wins / (wins + losses);
    return wins * std::log(s / p) + losses * std::log((1 - s) / (1 - p));
  };
  for (const double p : {0.1, 0.4, 0.5, 0.7, 0.93}) {
    EXPECT_NEAR(log_likelihood_loss(GameCounts{30, 0, 70}, p), binomial(70, 30, p), 1e-9) << p;
    // All won: (1/p)^20.
    EXPECT_NEAR(log_likelihood_loss(GameCounts{0, 0, 20}, p), -20 * std::log(p), 1e-6) << p;
  }
  EXPECT_NEAR(log_likelihood_loss(PairCounts{3, 0, 5, 0, 3}, 0.5), 0, 1e-12);
}

// All pairs even: only a result never seen moves the mean, so p(even) = 1 - 2 |mean - 1/2|.
TEST(LogLikelihoodLoss, AllowsForResultsNeverSeen) {
  EXPECT_NEAR(log_likelihood_loss(PairCounts{0, 0, 10, 0, 0}, 0.6), -10 * std::log(0.8), 1e-6);
  EXPECT_NEAR(log_likelihood_loss(PairCounts{0, 0, 10, 0, 0}, 0.4), -10 * std::log(0.8), 1e-6);
}

// Many results: the interval is that of the normal distribution with the variance of the pairs.
TEST(Estimate, HasTheNormalIntervalForManyPairs) {
  const PairCounts pairs{1000, 0, 6000, 0, 3000};
  const Estimate e = estimate(pairs);
  EXPECT_DOUBLE_EQ(e.score, 0.6);
  const double variance = 0.1 * 0.36 + 0.6 * 0.01 + 0.3 * 0.16;
  const double half = kNormal95 * std::sqrt(variance / 10000);
  EXPECT_NEAR(e.low, 0.6 - half, 2e-4);
  EXPECT_NEAR(e.high, 0.6 + half, 2e-4);
  EXPECT_EQ(e.units, 10000u);
}

TEST(Estimate, PairsThatSplitTellMoreThanSingleGames) {
  const Estimate as_pairs = estimate(PairCounts{5, 0, 85, 0, 10});
  const Estimate as_games = estimate(GameCounts{95, 0, 105});
  EXPECT_DOUBLE_EQ(as_pairs.score, as_games.score);
  EXPECT_LT(as_pairs.high - as_pairs.low, 0.7 * (as_games.high - as_games.low));
}

TEST(Estimate, IsHonestAtTheEnds) {
  const Estimate all = estimate(PairCounts{0, 0, 0, 0, 10});
  EXPECT_EQ(all.score, 1);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, std::exp(-2.2622 * 2.2622 / 20), 1e-3);  // t^2 / 2 = -n log(low)
  EXPECT_NEAR(all.superiority, 0.5 * std::erfc(-std::sqrt(10 * std::log(2.0))), 1e-9);
  const Estimate none = estimate(PairCounts{10, 0, 0, 0, 0});
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 1 - all.low, 1e-9);

  const Estimate one = estimate(PairCounts{0, 0, 0, 0, 1});
  EXPECT_EQ(one.low, 0);
  EXPECT_EQ(one.high, 1);
  const Estimate nothing = estimate(PairCounts{});
  EXPECT_EQ(nothing.score, 0.5);
  EXPECT_EQ(nothing.superiority, 0.5);
}

TEST(Sprt, HasWaldsBoundsAndTheGeneralisedRatio) {
  Sprt sprt({.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.1});
  EXPECT_NEAR(sprt.upper_bound(), std::log(0.9 / 0.05), 1e-12);
  EXPECT_NEAR(sprt.lower_bound(), std::log(0.1 / 0.95), 1e-12);
  // Only pairs won 2-0: each adds log(s1 / s0).
  const double step = std::log(score_at(50) / 0.5);
  sprt.add(4);
  sprt.add(4);
  EXPECT_NEAR(sprt.log_ratio(), 2 * step, 1e-6);
  const auto needed = static_cast<std::uint64_t>(std::ceil(std::log(0.9 / 0.05) / step));
  while (sprt.state() == Sprt::State::Running) sprt.add(4);
  EXPECT_EQ(sprt.pairs(), needed);
  EXPECT_EQ(sprt.state(), Sprt::State::AcceptedElo1);
  sprt.add(0);  // once decided, nothing changes
  EXPECT_EQ(sprt.pairs(), needed);
}

// With many pairs the ratio is that of the normal distribution (Van den Bergh's approximation).
TEST(Sprt, AgreesWithTheNormalApproximation) {
  Sprt sprt({.elo0 = 0, .elo1 = 4, .alpha = 1e-9, .beta = 1e-9});
  const PairCounts counts{200, 100, 1400, 100, 250};
  for (int part = 0; part < 50; ++part) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (std::uint64_t k = 0; k < counts[i] / 50; ++k) sprt.add(static_cast<int>(i));
    }
  }
  ASSERT_EQ(sprt.pairs(), 2050u);
  const double n = 2050, mean = *score_of(counts);
  double variance = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) / 4 - mean;
    variance += static_cast<double>(counts[i]) * off * off / n;
  }
  const double s0 = score_at(0), s1 = score_at(4);
  const double expected = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
  EXPECT_NEAR(sprt.log_ratio(), expected, 0.02 * std::abs(expected));
}

// Two players with many games: the prior hardly counts and the difference is the Elo of the score.
TEST(Ratings, OfTwoPlayersAreTheEloOfTheScore) {
  const Pairing pairing{0, 1, {1000, 0, 3000, 0, 6000}, {}};
  const auto ratings = rate(2, std::span(&pairing, 1));
  EXPECT_NEAR(ratings[0].elo - ratings[1].elo, elo_of(0.75), 0.1);
  EXPECT_NEAR(ratings[0].elo + ratings[1].elo, 0, 1e-6);
  // The difference of two is twice the distance from their average; its error by the delta method is
  // that of the pairs.
  const Estimate e = estimate(pairing.pairs);
  EXPECT_NEAR(2 * ratings[0].error, (elo_of(e.high) - elo_of(e.low)) / 2, 0.5);
}

TEST(Ratings, ReproduceAConsistentTable) {
  // Points 3 : 1, 3 : 1 and 9 : 1 are exactly 0, 190.85 and 381.7 Elo apart.
  const Pairing pairings[]{{0, 1, {}, {250'000, 0, 750'000}},
                           {1, 2, {}, {250'000, 0, 750'000}},
                           {0, 2, {}, {100'000, 0, 900'000}}};
  const auto ratings = rate(3, pairings);
  EXPECT_NEAR(ratings[0].elo, 190.85, 0.05);
  EXPECT_NEAR(ratings[1].elo, 0, 0.05);
  EXPECT_NEAR(ratings[2].elo, -190.85, 0.05);
}

TEST(Ratings, StayFiniteForTheUnbeatenAndTheUnplayed) {
  const Pairing pairings[]{{0, 1, {0, 0, 0, 0, 50}, {}}, {1, 2, {0, 0, 0, 0, 50}, {}}};
  const auto ratings = rate(4, pairings);
  EXPECT_GT(ratings[0].elo, ratings[1].elo + 200);
  EXPECT_GT(ratings[1].elo, ratings[2].elo + 200);
  for (const auto& rating : ratings) {
    EXPECT_TRUE(std::isfinite(rating.elo));
    EXPECT_GT(rating.error, 100);
  }
  EXPECT_EQ(rate(1, {})[0].elo, 0);
}

TEST(Ratings, DrawsCountAsHalves) {
  const Pairing drawn{0, 1, {}, {0, 200, 0}};
  const Pairing split{0, 1, {}, {100, 0, 100}};
  EXPECT_NEAR(rate(2, std::span(&drawn, 1))[0].elo, 0, 1e-9);
  EXPECT_NEAR(rate(2, std::span(&split, 1))[0].elo, 0, 1e-9);
}

}  // namespace
}  // namespace losange::match
