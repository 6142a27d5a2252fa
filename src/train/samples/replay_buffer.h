// The newest positions that were played, to draw minibatches from: a ring of fixed size, drawn from uniformly. Used by
// the reinforcement trainer; its content is part of a run's state.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/random.h"

namespace losange::train {

class ReplayBuffer {
 public:
  ReplayBuffer(std::size_t capacity, std::size_t features)
      : capacity_(capacity), features_(features) {}

  std::size_t size() const { return targets_.size(); }

  // The oldest position goes when there is no room.
  void add(std::span<const float> features, float target) {
    if (size() < capacity_) {
      rows_.insert(rows_.end(), features.begin(), features.end());
      targets_.push_back(target);
    } else {
      std::copy(features.begin(), features.end(),
                rows_.begin() + static_cast<std::ptrdiff_t>(next_ * features_));
      targets_[next_] = target;
    }
    next_ = (next_ + 1) % capacity_;
  }

  // Draws with replacement. Precondition: it is not empty.
  void draw(std::size_t count, base::Random& random, std::vector<float>& rows,
            std::vector<float>& targets) const {
    rows.clear();
    targets.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(size()));
      const auto row = rows_.begin() + static_cast<std::ptrdiff_t>(at * features_);
      rows.insert(rows.end(), row, row + static_cast<std::ptrdiff_t>(features_));
      targets.push_back(targets_[at]);
    }
  }

  // As it is kept: rows, targets and where the next goes.
  const std::vector<float>& rows() const { return rows_; }
  const std::vector<float>& targets() const { return targets_; }
  std::size_t next() const { return next_; }
  // Precondition: taken from a buffer of the same shape.
  void restore(std::vector<float> rows, std::vector<float> targets, std::size_t next) {
    rows_ = std::move(rows);
    targets_ = std::move(targets);
    next_ = next;
  }

 private:
  std::size_t capacity_, features_, next_ = 0;
  std::vector<float> rows_, targets_;
};

}  // namespace losange::train
