// What changes while a run goes on, as functions of the share of its positions that were played. So a
// run may be cut and resumed anywhere, and made longer, without a jump in anything but the speed of
// change.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace losange::train {

inline constexpr double kWarmUp = 0.03;  // of the run

// As a share of the full learning rate: linear warm-up, then half a cosine down to `final_rate`.
inline double rate_at(double progress, double final_rate) {
  progress = std::clamp(progress, 0.0, 1.0);
  if (progress < kWarmUp) return (progress + 1e-3) / (kWarmUp + 1e-3);
  const double along = (progress - kWarmUp) / (1 - kWarmUp);
  return final_rate + (1 - final_rate) * 0.5 * (1 + std::cos(std::numbers::pi * along));
}

// The lowest temperature moves are drawn with: from 0.5 to 0.1 over the first fifth of the run. Games
// set apart to explore stay at 0.4 or more.
inline double temperature_floor(double progress, bool explores) {
  const double floor = 0.5 - 0.4 * std::clamp(progress / 0.2, 0.0, 1.0);
  return explores ? std::max(floor, 0.4) : floor;
}

// Openings are drawn widely, later moves near the best.
inline double temperature_at(int ply, double floor) {
  return std::max(0.7 * std::pow(0.85, ply), floor);
}

// Of draws by the policy, which is a distribution already: nearer its best moves in most of the games.
inline double policy_temperature(bool explores) { return explores ? 1 : 0.5; }

}  // namespace losange::train
