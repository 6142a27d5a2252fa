// What an evaluation gets wrong in one place it gets wrong wherever the same shape stands. A node whose children were
// visited knows how far off what was said of it is; nodes of one shape put that together, and what was said of each of
// them is corrected by a part of it, from the next descent through it on (after KataGo; Wu 2019 and its notes since).
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "base/memory.h"
#include "search/montecarlo/node.h"

namespace losange::search {

// Used by all workers of a search at once, and kept from one search to the next.
class ValueBias {
 public:
  // How much of what is found is corrected; 0 for nothing.
  explicit ValueBias(double strength) : strength_(strength) { clear(); }

  bool used() const { return strength_ != 0; }
  void clear() {
    if (used()) shapes_ = base::ZeroedArray<Shape>(kShapes);
  }

  // Of a node that is about to get its children: what it is worth, for the side whose move led there.
  float begin(ValueNote& note, float said, std::uint32_t shape) const {
    note.said = said;
    note.shape = shape;
    if (!used()) return said;
    const float correction = correction_of(note);
    note.correction.store(correction, std::memory_order_relaxed);
    return said + correction;
  }

  // A descent brought the node of this note so many units of value. How many more it has to count, because the correction of
  // what was said of it changed. Each number is exchanged or added to in one step, so that whatever threads do at once, a
  // shape holds what its nodes last told it.
  std::int64_t learn(ValueNote& note, std::int64_t units) {
    const std::int64_t sum = note.value_sum.fetch_add(units, std::memory_order_relaxed) + units;
    const std::uint32_t visits = note.visits.fetch_add(1, std::memory_order_relaxed) + 1;
    if (visits < 2 || note.shape == 0) return 0;
    const double below = visits - 1;
    const double said = static_cast<double>(note.said);
    const double found = (static_cast<double>(sum) * kValueUnit - said -
                          static_cast<double>(note.correction.load(std::memory_order_relaxed))) /
                         below;
    // Less than in proportion to the visits, which are not independent of each other: to the power of 3/4.
    const double weight = std::sqrt(below) * std::sqrt(std::sqrt(below));
    Shape& shape = shapes_[note.shape >> kShift];
    tell(shape.error, note.told, static_cast<float>(weight * (said - found)));
    tell(shape.weight, note.weight, static_cast<float>(weight));
    const float correction = correction_of(note);
    const float before = note.correction.exchange(correction, std::memory_order_relaxed);
    const std::int64_t change = in_units(correction - before);
    note.value_sum.fetch_add(change, std::memory_order_relaxed);
    return change;
  }

 private:
  static constexpr int kBits = 18, kShift = 32 - kBits;  // the upper bits of a shape tell which one
  static constexpr std::size_t kShapes = std::size_t{1} << kBits;

  struct Shape {
    std::atomic<std::int64_t> error, weight;  // sums over the nodes of the shape, in kValueUnit
  };

  static std::int64_t in_units(float number) {
    return static_cast<std::int64_t>(number / static_cast<float>(kValueUnit));
  }
  static void tell(std::atomic<std::int64_t>& sum, std::atomic<float>& told, float now) {
    const float before = told.exchange(now, std::memory_order_relaxed);
    sum.fetch_add(in_units(now) - in_units(before), std::memory_order_relaxed);
  }
  // What is said and corrected stays a value.
  float correction_of(const ValueNote& note) const {
    const Shape& shape = shapes_[note.shape >> kShift];
    const auto weight = static_cast<double>(shape.weight.load(std::memory_order_relaxed));
    if (note.shape == 0 || weight <= 0) return 0;
    const double error = static_cast<double>(shape.error.load(std::memory_order_relaxed)) / weight;
    return std::clamp(note.said - static_cast<float>(strength_ * error), -1.0f, 1.0f) - note.said;
  }

  double strength_;
  base::ZeroedArray<Shape> shapes_;
};

}  // namespace losange::search
