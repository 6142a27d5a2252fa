#include "match/statistics/ratings.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace losange::match {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;  // of a number for each player

const double kEloOfNatural = 400.0 / std::log(10.0);
// The prior: every player drew this many games against a player of rating 0.
constexpr double kPriorGames = 1;
// Pairs of two independent even games, added before the dispersion is taken.
constexpr double kPriorPairs = 4;

struct Sums {
  double points = 0, games = 0;
};

Sums sums_of(const Pairing& pairing) {
  Sums sums;
  for (std::size_t i = 0; i < pairing.pairs.size(); ++i) {
    const double n = static_cast<double>(pairing.pairs[i]);
    sums.points += n * static_cast<double>(i) / 2;
    sums.games += 2 * n;
  }
  for (std::size_t i = 0; i < pairing.singles.size(); ++i) {
    const double n = static_cast<double>(pairing.singles[i]);
    sums.points += n * static_cast<double>(i) / 2;
    sums.games += n;
  }
  return sums;
}

double expected(double difference) { return 1 / (1 + std::exp(-difference)); }

struct Derivatives {
  Vector gradient;
  Matrix information;  // minus the second derivatives; positive definite by the prior
};

Derivatives derivatives(const Vector& strength, std::span<const Pairing> pairings) {
  const Vector p = strength.unaryExpr(&expected);
  Derivatives d{kPriorGames * (0.5 - p.array()),
                Vector(kPriorGames * p.array() * (1 - p.array())).asDiagonal()};
  for (const Pairing& pairing : pairings) {
    const auto a = static_cast<Eigen::Index>(pairing.a), b = static_cast<Eigen::Index>(pairing.b);
    const auto [points, games] = sums_of(pairing);
    const double p_of_a = expected(strength[a] - strength[b]);
    d.gradient[a] += points - games * p_of_a;
    d.gradient[b] -= points - games * p_of_a;
    const double weight = games * p_of_a * (1 - p_of_a);
    d.information(a, a) += weight;
    d.information(b, b) += weight;
    d.information(a, b) -= weight;
    d.information(b, a) -= weight;
  }
  return d;
}

// Newton's method on a strictly concave function. Steps are cut to one unit (174 Elo), which keeps
// far starts from overshooting.
Vector strengths(std::size_t players, std::span<const Pairing> pairings) {
  Vector strength = Vector::Zero(static_cast<Eigen::Index>(players));
  for (int round = 0; round < 1000; ++round) {
    const auto [gradient, information] = derivatives(strength, pairings);
    const Vector step = information.ldlt().solve(gradient);
    const double largest = step.cwiseAbs().maxCoeff();
    strength += step / std::max(1.0, largest);
    if (largest < 1e-10) break;
  }
  return strength;
}

// How much more, or less, pairs scatter than two independent games would (McCullagh and Nelder 1989,
// 4.5): openings that one colour wins make pairs of 1-1 and so less scatter. Taken over all players,
// since the few pairs of two players say little about it.
double dispersion(const Vector& strength, std::span<const Pairing> pairings) {
  double seen = kPriorPairs * 0.5, foreseen = kPriorPairs * 0.5;
  for (const Pairing& pairing : pairings) {
    const double p = expected(strength[static_cast<Eigen::Index>(pairing.a)] -
                              strength[static_cast<Eigen::Index>(pairing.b)]);
    for (std::size_t i = 0; i < pairing.pairs.size(); ++i) {
      const double n = static_cast<double>(pairing.pairs[i]);
      const double off = static_cast<double>(i) / 2 - 2 * p;
      seen += n * off * off;
      foreseen += n * 2 * p * (1 - p);
    }
  }
  return seen / foreseen;
}

}  // namespace

std::vector<Rating> rate(std::size_t players, std::span<const Pairing> pairings) {
  assert(players >= 1);
  const Vector strength = strengths(players, pairings);
  const auto n = strength.size();
  const Matrix covariance =
      derivatives(strength, pairings).information.ldlt().solve(Matrix::Identity(n, n));
  const double scatter = dispersion(strength, pairings);

  const double mean = strength.mean(), grand = covariance.mean();
  const Vector row_means = covariance.rowwise().mean();
  std::vector<Rating> ratings(players);
  for (std::size_t player = 0; player < players; ++player) {
    const auto i = static_cast<Eigen::Index>(player);
    // The variance of a strength less the average of all.
    const double variance = std::max(0.0, covariance(i, i) - 2 * row_means[i] + grand);
    ratings[player].elo = (strength[i] - mean) * kEloOfNatural;
    ratings[player].error = kNormal95 * std::sqrt(scatter * variance) * kEloOfNatural;
  }
  return ratings;
}

}  // namespace losange::match
