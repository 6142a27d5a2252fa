#include "match/statistics/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace losange::match {

namespace {

// Halvings of an interval inside [0, 1]: more would not change a double.
constexpr int kHalvings = 60;

std::uint64_t total_of(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double value_at(std::span<const std::uint64_t> counts, std::size_t i) {
  return static_cast<double>(i) / static_cast<double>(counts.size() - 1);
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// The end of {mean : loss(mean) <= allowed} between the score, which is inside, and an end of [0, 1].
double bound(std::span<const std::uint64_t> counts, double score, double end, double allowed) {
  if (score == end) return end;
  double inside = score, outside = end;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    if (middle <= 0 || middle >= 1) return end;
    (log_likelihood_loss(counts, middle) <= allowed ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

std::optional<double> score_of(std::span<const std::uint64_t> counts) {
  const std::uint64_t total = total_of(counts);
  if (total == 0) return std::nullopt;
  std::uint64_t halves = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) halves += i * counts[i];
  return static_cast<double>(halves) / static_cast<double>(total * (counts.size() - 1));
}

// By duality this is the maximum over lambda of sum n_k log(1 + lambda (x_k - mean)), where lambda keeps
// 1 + lambda (x - mean) >= 0 for every x in [0, 1]; the sum is concave in lambda. At an end of lambda's
// range the best distribution gives some weight to a result (0 or 1) that was never seen.
double log_likelihood_loss(std::span<const std::uint64_t> counts, double mean) {
  assert(mean > 0 && mean < 1);
  const auto slope = [&](double lambda) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      const double away = value_at(counts, i) - mean;
      sum += static_cast<double>(counts[i]) * away / (1 + lambda * away);
    }
    return sum;
  };
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  const double lambda = (low + high) / 2;
  double loss = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    loss += static_cast<double>(counts[i]) * std::log1p(lambda * (value_at(counts, i) - mean));
  }
  return std::max(0.0, loss);
}

// Exact for 1 and 2 degrees of freedom, else the expansion of Abramowitz and Stegun 26.7.5, which is
// within 0.004 of the truth from 3 on.
double student_95(std::uint64_t degrees) {
  assert(degrees >= 1);
  if (degrees == 1) return std::tan(std::numbers::pi * 0.475);
  if (degrees == 2) return 0.95 * std::sqrt(2.0 / (4 * 0.975 * 0.025));
  const double n = static_cast<double>(degrees), z = kNormal95, z2 = z * z;
  const double g1 = z * (z2 + 1) / 4;
  const double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  const double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  const double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
}

Estimate estimate(std::span<const std::uint64_t> counts) {
  Estimate result;
  result.units = total_of(counts);
  if (result.units == 0) return result;
  result.score = *score_of(counts);
  const double signed_root = std::sqrt(2 * log_likelihood_loss(counts, 0.5));
  result.superiority = normal_distribution(result.score < 0.5 ? -signed_root : signed_root);
  if (result.units < 2) return result;
  // Twice the loss at the true score is nearly the square of a normal variable; with few results the
  // square of Student's t covers the truth more honestly.
  const double t = student_95(result.units - 1);
  result.low = bound(counts, result.score, 0, t * t / 2);
  result.high = bound(counts, result.score, 1, t * t / 2);
  return result;
}

double Sprt::lower_bound() const { return std::log(settings_.beta / (1 - settings_.alpha)); }
double Sprt::upper_bound() const { return std::log((1 - settings_.beta) / settings_.alpha); }

void Sprt::add(int halves) {
  assert(halves >= 0 && halves <= 4);
  if (state_ != State::Running) return;
  ++counts_[static_cast<std::size_t>(halves)];
  ++pairs_;
  log_ratio_ = log_likelihood_loss(counts_, score_at(settings_.elo0)) -
               log_likelihood_loss(counts_, score_at(settings_.elo1));
  if (log_ratio_ >= upper_bound()) state_ = State::AcceptedElo1;
  if (log_ratio_ <= lower_bound()) state_ = State::AcceptedElo0;
}

}  // namespace losange::match
