#include "match/statistics/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace losange::match {

namespace {

using Matrix = std::vector<std::vector<double>>;

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

// By Gauss-Jordan elimination with pivots; the matrices here are positive definite and small.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < n; ++row) {
      if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
    }
    std::swap(m[pivot], m[column]);
    std::swap(result[pivot], result[column]);
    const double scale = m[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      m[column][k] /= scale;
      result[column][k] /= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column) continue;
      const double factor = m[row][column];
      for (std::size_t k = 0; k < n; ++k) {
        m[row][k] -= factor * m[column][k];
        result[row][k] -= factor * result[column][k];
      }
    }
  }
  return result;
}

struct Derivatives {
  std::vector<double> gradient;
  Matrix information;  // minus the second derivatives
};

Derivatives derivatives(const std::vector<double>& strength, std::span<const Pairing> pairings) {
  const std::size_t n = strength.size();
  Derivatives d{std::vector<double>(n, 0), Matrix(n, std::vector<double>(n, 0))};
  for (std::size_t i = 0; i < n; ++i) {
    const double p = expected(strength[i]);
    d.gradient[i] = kPriorGames * (0.5 - p);
    d.information[i][i] = kPriorGames * p * (1 - p);
  }
  for (const Pairing& pairing : pairings) {
    const auto [points, games] = sums_of(pairing);
    const double p = expected(strength[pairing.a] - strength[pairing.b]);
    d.gradient[pairing.a] += points - games * p;
    d.gradient[pairing.b] -= points - games * p;
    const double weight = games * p * (1 - p);
    d.information[pairing.a][pairing.a] += weight;
    d.information[pairing.b][pairing.b] += weight;
    d.information[pairing.a][pairing.b] -= weight;
    d.information[pairing.b][pairing.a] -= weight;
  }
  return d;
}

// Newton's method on a strictly concave function. Steps are cut to one unit (174 Elo), which keeps
// far starts from overshooting.
std::vector<double> strengths(std::size_t players, std::span<const Pairing> pairings) {
  std::vector<double> strength(players, 0);
  for (int round = 0; round < 1000; ++round) {
    const auto [gradient, information] = derivatives(strength, pairings);
    const Matrix covariance = inverse(information);
    double largest = 0;
    std::vector<double> step(players, 0);
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t k = 0; k < players; ++k) step[i] += covariance[i][k] * gradient[k];
      largest = std::max(largest, std::abs(step[i]));
    }
    for (std::size_t i = 0; i < players; ++i) strength[i] += step[i] / std::max(1.0, largest);
    if (largest < 1e-10) break;
  }
  return strength;
}

// How much more, or less, pairs scatter than two independent games would (McCullagh and Nelder 1989,
// 4.5): openings that one colour wins make pairs of 1-1 and so less scatter. Taken over all players,
// since the few pairs of two players say little about it.
double dispersion(const std::vector<double>& strength, std::span<const Pairing> pairings) {
  double seen = kPriorPairs * 0.5, foreseen = kPriorPairs * 0.5;
  for (const Pairing& pairing : pairings) {
    const double p = expected(strength[pairing.a] - strength[pairing.b]);
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
  const std::vector<double> strength = strengths(players, pairings);
  const Matrix covariance = inverse(derivatives(strength, pairings).information);
  const double scatter = dispersion(strength, pairings);

  const double n = static_cast<double>(players);
  double mean = 0, grand = 0;
  std::vector<double> row_means(players, 0);
  for (std::size_t i = 0; i < players; ++i) {
    mean += strength[i] / n;
    for (std::size_t k = 0; k < players; ++k) row_means[i] += covariance[i][k] / n;
    grand += row_means[i] / n;
  }
  std::vector<Rating> ratings(players);
  for (std::size_t i = 0; i < players; ++i) {
    // The variance of a strength less the average of all.
    const double variance = std::max(0.0, covariance[i][i] - 2 * row_means[i] + grand);
    ratings[i].elo = (strength[i] - mean) * kEloOfNatural;
    ratings[i].error = kNormal95 * std::sqrt(scatter * variance) * kEloOfNatural;
  }
  return ratings;
}

}  // namespace losange::match
