#include "train/draughts/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/random.h"

namespace losange::train {

namespace {

using draughts::kScoreOfLogit;

// Neighbours come from the same game, so samples are left out in blocks of a game or two.
constexpr std::uint32_t kBlock = 128;

// Samples between two looks at whether to leave the fit: a few milliseconds.
constexpr std::size_t kSamplesALook = 4096;

// Slopes a weight is taken to have seen before its first, so that its first steps are small ones.
constexpr float kFirstSlope = 0.5f;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double cross_entropy(double target, double chance) {
  const double p = std::clamp(chance, 1e-9, 1 - 1e-9);
  return -target * std::log(p) - (1 - target) * std::log(1 - p);
}

// What the evaluation should say: the result of the game, and so far as it is trusted what the search said.
double target_of(const DraughtsSample& sample, double trust) {
  const double searched = logistic(sample.score / static_cast<double>(kScoreOfLogit));
  return trust * searched + (1 - trust) * sample.result / 2.0;
}

template <int N>
class Fit {
  using Shape = draughts::PatternShape<N>;
  using Features = draughts::PatternFeatures<N>;
  static constexpr int kOwn = Shape::kOwnBlocks * Shape::kArrangements;

 public:
  Fit(draughts::PatternWeights<N>& weights, const FitOptions& options)
      : kept_(weights), options_(options), visits_(Shape::kWeights, 0) {
    for (std::size_t phase = 0; phase < 2; ++phase) {
      values_[phase].resize(Shape::kWeights);
      slopes_[phase].assign(Shape::kWeights, kFirstSlope);
      for (std::size_t i = 0; i < Shape::kWeights; ++i) {
        values_[phase][i] = static_cast<float>(weights.phase[phase][i]) / kScoreOfLogit;
      }
    }
  }

  std::optional<FitReport> run(std::span<const DraughtsSample> samples, std::uint64_t seed,
                               const LeavesFit& leaves) {
    std::vector<std::uint32_t> order, left_out;
    for (std::uint32_t i = 0; i < samples.size(); ++i)
      (i / kBlock % 50 == 49 ? left_out : order).push_back(i);
    FitReport report;
    report.samples = order.size();
    report.left_out = left_out.size();
    // Counting is the first of as many passes and one; each looks up every sample.
    std::size_t seen = 0;
    const auto all = static_cast<double>(order.size()) * (options_.passes + 1);
    const auto is_left = [&] {
      return ++seen % kSamplesALook == 0 && leaves && leaves(static_cast<double>(seen) / all);
    };
    for (const std::uint32_t i : order) {
      if (is_left()) return std::nullopt;
      count_visits(samples[i]);
    }
    report.loss_before = loss(samples, left_out);
    base::Random random(seed);
    for (int pass = 0; pass < options_.passes; ++pass) {
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
      }
      rate_ = static_cast<float>(options_.rate / (1 + pass));
      for (const std::uint32_t i : order) {
        if (is_left()) return std::nullopt;
        learn(samples[i]);
      }
    }
    report.loss_after = loss(samples, left_out);
    for (std::size_t phase = 0; phase < 2; ++phase) {
      for (std::size_t i = 0; i < Shape::kWeights; ++i) {
        const float score = std::round(values_[phase][i] * kScoreOfLogit);
        base::need(std::isfinite(score),
                   "the weights are no longer numbers: what was saved stays as it is; go on with a "
                   "lower --pull");
        kept_.phase[phase][i] = static_cast<std::int16_t>(std::clamp(score, -32000.0f, 32000.0f));
      }
    }
    return report;
  }

 private:
  float logit(const Features& f) const {
    float sum[2] = {0, 0};
    for (std::size_t phase = 0; phase < 2; ++phase) {
      const auto& values = values_[phase];
      for (std::size_t b = 0; b < f.weight.size(); ++b) {
        sum[phase] += values[static_cast<std::size_t>(f.weight[b])] * static_cast<float>(f.sign[b]);
      }
      for (std::size_t i = 0; i < f.other.size(); ++i) {
        sum[phase] += values[kOwn + i] * static_cast<float>(f.other[i]);
      }
    }
    return sum[0] * f.full + sum[1] * (1 - f.full);
  }

  void count_visits(const DraughtsSample& sample) {
    const Features f = draughts::pattern_features<N>(sample.pieces, sample.to_move);
    for (const std::int32_t weight : f.weight) ++visits_[static_cast<std::size_t>(weight)];
  }

  void learn(const DraughtsSample& sample) {
    const Features f = draughts::pattern_features<N>(sample.pieces, sample.to_move);
    const auto pull_of_blocks = static_cast<float>(options_.pull);
    const auto target = static_cast<float>(target_of(sample, options_.trust));
    const auto error = static_cast<float>(logistic(static_cast<double>(logit(f)))) - target;
    for (std::size_t phase = 0; phase < 2; ++phase) {
      const float share = error * (phase == 0 ? f.full : 1 - f.full);
      const auto step = [&](std::size_t i, float feature, float rate, float pull) {
        if (feature == 0) return;
        float& value = values_[phase][i];
        float& seen = slopes_[phase][i];
        // The pull is one for the whole pass: each visit takes its share of it.
        const float slope =
            share * feature + pull * value / static_cast<float>(std::max(1u, visits_[i]));
        seen += slope * slope;
        value -= rate * slope / std::sqrt(seen);
      };
      for (std::size_t b = 0; b < f.weight.size(); ++b) {
        step(static_cast<std::size_t>(f.weight[b]), static_cast<float>(f.sign[b]), rate_,
             pull_of_blocks);
      }
      for (std::size_t i = 0; i < f.other.size(); ++i) {
        step(kOwn + i, static_cast<float>(f.other[i]), rate_ / 4, 0);
      }
    }
  }

  double loss(std::span<const DraughtsSample> samples,
              const std::vector<std::uint32_t>& chosen) const {
    double sum = 0;
    for (const std::uint32_t i : chosen) {
      const auto f = draughts::pattern_features<N>(samples[i].pieces, samples[i].to_move);
      sum += cross_entropy(samples[i].result / 2.0, logistic(static_cast<double>(logit(f))));
    }
    return chosen.empty() ? 0 : sum / static_cast<double>(chosen.size());
  }

  draughts::PatternWeights<N>& kept_;
  FitOptions options_;
  float rate_ = 0;
  std::array<std::vector<float>, 2> values_, slopes_;
  std::vector<std::uint32_t> visits_;  // of each weight in one pass
};

}  // namespace

draughts::VariantWeights material_weights(const draughts::Rules& rules, int size) {
  draughts::VariantWeights all{std::string(rules.name), size, {}};
  if (size == 8) all.weights = draughts::PatternWeights<8>{};
  const bool flying = rules.mechanics->flying_kings;
  std::visit(
      [flying](auto& weights) {
        using Shape = typename std::decay_t<decltype(weights)>::Shape;
        constexpr std::size_t kOwn = Shape::kOwnBlocks * Shape::kArrangements;
        for (auto& phase : weights.phase) {
          phase[kOwn + Shape::kMan] = 500;
          phase[kOwn + Shape::kFirstKing] = flying ? 1300 : 700;
          phase[kOwn + Shape::kMoreKings] = flying ? 500 : 700;
        }
      },
      all.weights);
  return all;
}

std::optional<FitReport> fit_patterns(draughts::VariantWeights& all,
                                      std::span<const DraughtsSample> samples,
                                      const FitOptions& options, std::uint64_t seed,
                                      const LeavesFit& leaves) {
  return std::visit(
      [&](auto& weights) {
        if constexpr (std::decay_t<decltype(weights)>::Shape::kHigh == 7) {
          return Fit<10>(weights, options).run(samples, seed, leaves);
        } else {
          return Fit<8>(weights, options).run(samples, seed, leaves);
        }
      },
      all.weights);
}

}  // namespace losange::train
