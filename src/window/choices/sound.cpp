#include "window/choices/sound.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"

namespace losange::window {

namespace {

constexpr double kRate = kSampleRate;

class Tape {
 public:
  explicit Tape(double seconds) : samples_(static_cast<std::size_t>(seconds * kRate), 0.0) {}

  // A struck tone: an instant attack, a decay to 1/e in `decay` seconds, and an octave that fades
  // faster. What goes beyond the end comes back at the start, so that loops have no seam.
  void tone(double at, double hertz, double loud, double decay, double attack = 0.004) {
    const double step = 2 * std::numbers::pi * hertz / kRate;
    const auto begin = static_cast<std::size_t>(at * kRate);
    const auto count = std::min(static_cast<std::size_t>(decay * 6 * kRate), samples_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const double t = static_cast<double>(i) / kRate, phase = step * static_cast<double>(i);
      const double rise = std::min(1.0, t / attack), fall = std::exp(-t / decay);
      samples_[(begin + i) % samples_.size()] +=
          loud * rise * (fall * std::sin(phase) + 0.3 * fall * fall * std::sin(2 * phase));
    }
  }
  // A knock: noise through a falling low-pass.
  void knock(double at, double loud, double decay, std::uint64_t seed) {
    base::Random random(seed);
    double low = 0;
    const auto begin = static_cast<std::size_t>(at * kRate);
    for (std::size_t i = begin; i < samples_.size(); ++i) {
      const double t = static_cast<double>(i - begin) / kRate;
      low += 0.35 * (2 * random.unit() - 1 - low);
      samples_[i] += loud * std::exp(-t / decay) * low;
    }
  }
  std::vector<std::int16_t> finish() const {
    std::vector<std::int16_t> out;
    out.reserve(samples_.size());
    for (const double s : samples_) {
      out.push_back(static_cast<std::int16_t>(std::lround(32767 * std::tanh(s))));
    }
    return out;
  }

 private:
  std::vector<double> samples_;
};

// The n-th note of a major scale over 220 Hz.
double note(int n) {
  constexpr int kScale[] = {0, 2, 4, 5, 7, 9, 11};
  const int octave = (n >= 0 ? n : n - 6) / 7;
  return 220 * std::pow(2.0, octave + kScale[n - 7 * octave] / 12.0);
}

}  // namespace

std::vector<std::int16_t> synthesise(Sound sound) {
  switch (sound) {
    case Sound::FirstStone:
    case Sound::SecondStone: {
      Tape tape(0.25);
      tape.knock(0, 0.9, 0.012, 7);
      tape.tone(0, sound == Sound::FirstStone ? 520 : 610, 0.5, 0.03, 0.001);
      tape.tone(0, sound == Sound::FirstStone ? 190 : 230, 0.4, 0.04, 0.001);
      return tape.finish();
    }
    case Sound::TakenBack: {
      Tape tape(0.25);
      tape.tone(0, 420, 0.25, 0.03);
      tape.tone(0.06, 330, 0.25, 0.03);
      return tape.finish();
    }
    case Sound::Win: {
      Tape tape(1.8);
      for (int i = 0; i < 4; ++i) tape.tone(0.11 * i, note(7 + 2 * i), 0.35, 0.3);
      tape.tone(0.44, note(14), 0.3, 0.28);
      return tape.finish();
    }
    case Sound::Lose: {
      Tape tape(1.5);
      tape.tone(0, note(9), 0.35, 0.22);
      tape.tone(0.18, note(8), 0.35, 0.22);
      tape.tone(0.36, note(5), 0.4, 0.22);
      return tape.finish();
    }
    case Sound::Wrong: {
      Tape tape(0.3);
      tape.tone(0, 160, 0.5, 0.05);
      return tape.finish();
    }
  }
  return {};
}

std::vector<std::int16_t> synthesise_music() {
  constexpr double kBar = 4;  // seconds
  constexpr int kChords[][3] = {{0, 2, 4}, {5, 7, 9}, {3, 5, 7}, {4, 6, 8},
                                {0, 2, 4}, {2, 4, 6}, {3, 5, 7}, {4, 6, 8}};
  Tape tape(kBar * 8);
  base::Random random(11);
  for (int bar = 0; bar < 8; ++bar) {
    for (const int n : kChords[bar]) tape.tone(bar * kBar, note(n), 0.07, 1.1, 0.8);
    tape.tone(bar * kBar, note(kChords[bar][0] - 7), 0.1, 1.2, 0.5);
    for (int beat = 0; beat < 8; ++beat) {
      if (random.below(5) < 2) continue;
      const int n = kChords[bar][random.below(3)] + 7 * static_cast<int>(1 + random.below(2));
      tape.tone(bar * kBar + beat * kBar / 8, note(n), 0.05, 0.5, 0.01);
    }
  }
  return tape.finish();
}

}  // namespace losange::window
