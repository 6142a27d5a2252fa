// What the results of a match say: score, Elo, its 95 % interval, likelihood of superiority and the
// sequential test. Pure functions over counts, for any game with or without draws. The unit is the pair:
// one opening played twice with colours reversed, because its two games are not independent of each
// other. docs/matches.md gives the formulas and where they come from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "game/elo.h"

namespace losange::match {

inline constexpr double kNormal95 = 1.959963984540054;  // the two-sided 95 % quantile

// Games in halves of a point: [0] lost, [1] drawn, [2] won.
using GameCounts = std::array<std::uint64_t, 3>;
// Pairs in halves of a point: [0] both lost ... [4] both won.
using PairCounts = std::array<std::uint64_t, 5>;

// The score in [0, 1] of these counts (a share of the points), or nothing when all are zero.
std::optional<double> score_of(std::span<const std::uint64_t> counts);

using game::elo_of;
using game::score_at;

// How much worse the best explanation of the counts is when the true score must be `mean`: the largest
// log-likelihood of any distribution on [0, 1] less that of the best one with this mean. Zero at the
// observed score, growing away from it. Precondition: 0 < mean < 1.
double log_likelihood_loss(std::span<const std::uint64_t> counts, double mean);

// The two-sided quantile of Student's t for 95 %; at least 1 degree of freedom.
double student_95(std::uint64_t degrees);

struct Estimate {
  double score = 0.5;
  double low = 0, high = 1;  // the 95 % interval of the score
  double superiority = 0.5;  // how sure the sign is: the chance that the true score is over 1/2
  std::uint64_t units = 0;   // pairs, or games, that it rests on
};

// From equally weighted independent results: counts of pairs, or of games where there are no pairs.
// With fewer than two results the interval is everything.
Estimate estimate(std::span<const std::uint64_t> counts);

// The generalised sequential probability ratio test of "the true Elo is elo1" against "it is elo0",
// after every pair.
struct SprtSettings {
  double elo0 = 0, elo1 = 20;
  double alpha = 0.05;  // chance of accepting elo1 when elo0 is true
  double beta = 0.05;   // chance of accepting elo0 when elo1 is true
  bool operator==(const SprtSettings&) const = default;
};

class Sprt {
 public:
  enum class State { Running, AcceptedElo0, AcceptedElo1 };

  explicit Sprt(const SprtSettings& settings) : settings_(settings) {}

  // Adds a pair by the halves of a point it gave, 0 to 4. Once decided nothing changes any more.
  void add(int halves);

  State state() const { return state_; }
  double log_ratio() const { return log_ratio_; }
  double lower_bound() const;
  double upper_bound() const;
  std::uint64_t pairs() const { return pairs_; }  // until the decision
  const SprtSettings& settings() const { return settings_; }

 private:
  SprtSettings settings_;
  PairCounts counts_{};
  std::uint64_t pairs_ = 0;
  double log_ratio_ = 0;
  State state_ = State::Running;
};

}  // namespace losange::match
