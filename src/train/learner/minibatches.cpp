#include "train/learner/minibatches.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "base/random.h"
#include "train/learner/auxiliary.h"

namespace losange::train {

namespace {

struct Place {
  std::uint32_t round, at;
};

// The first `count` become a uniform draw without replacement, in random order.
template <class T>
void shuffle_front(std::vector<T>& items, std::size_t count, base::Random& random) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto left = static_cast<std::uint32_t>(items.size() - i);
    std::swap(items[i], items[i + random.below(left)]);
  }
}

// So many items: each as often as any other, give or take one, and all before any comes again.
template <class T>
std::vector<T> drawn_in_turns(std::vector<T> items, std::size_t count, base::Random& random) {
  std::vector<T> result;
  result.reserve(count);
  while (result.size() < count) {
    const std::size_t taken = std::min(items.size(), count - result.size());
    shuffle_front(items, taken, random);
    result.insert(result.end(), items.begin(), items.begin() + static_cast<long>(taken));
  }
  return result;
}

// So many items, each as often as its weight asks, give or take one, in random order.
template <class T, class Weight>
std::vector<T> drawn_by_weight(std::vector<T> items, const Weight& weight, std::size_t count,
                               base::Random& random) {
  shuffle_front(items, items.size(), random);
  double sum = 0;
  for (const T& item : items) sum += weight(item);
  const double stride = sum / static_cast<double>(count);
  double next = random.unit() * stride, reached = 0;
  std::vector<T> result;
  result.reserve(count);
  for (const T& item : items) {
    for (reached += weight(item); next < reached && result.size() < count; next += stride)
      result.push_back(item);
  }
  result.resize(count, items.back());  // where rounding left the last one out
  shuffle_front(result, count, random);
  return result;
}

// How often a position is learnt, where 1 is the mean: a share of those with a searched policy in proportion to its surprise.
class LessonWeights {
 public:
  LessonWeights(const std::vector<Round>& rounds, const std::vector<Place>& places, double share)
      : rounds_(rounds), share_(share) {
    std::size_t searched = 0;
    double sum = 0;
    for (const Place& place : places) {
      if (surprise(place) == Round::kNoSurprise) continue;
      sum += static_cast<double>(surprise(place));
      ++searched;
    }
    if (sum > 0) scale_ = static_cast<double>(searched) / sum;
  }
  double operator()(const Place& place) const {
    if (scale_ == 0 || surprise(place) == Round::kNoSurprise) return 1;
    return 1 - share_ + share_ * scale_ * static_cast<double>(surprise(place));
  }

 private:
  float surprise(const Place& place) const { return rounds_[place.round].surprises[place.at]; }

  const std::vector<Round>& rounds_;
  double share_;
  double scale_ = 0;  // 1 / the mean surprise
};

// What is known of the positions of one round beside the round itself.
struct RoundTargets {
  std::vector<float> targets, near_targets;
  std::vector<std::int16_t> replies;
  std::vector<std::uint32_t> ends;
};

RoundTargets targets_of(const Round& round, const TrainOptions& options) {
  RoundTargets result;
  result.targets = targets(round, options.lambda);
  if (options.near_value_weight > 0) result.near_targets = targets(round, options.near_lambda);
  if (options.reply_weight > 0) result.replies = replies(round);
  if (options.ending_weight > 0) result.ends = ends(round);
  return result;
}

Lessons gather(const std::vector<Round>& rounds, const std::vector<RoundTargets>& all_targets,
               const std::vector<Place>& places, std::size_t count) {
  const std::size_t cells = rounds[places.front().round].cells();
  Lessons lessons;
  lessons.size = rounds[places.front().round].size;
  lessons.codes.resize(count * cells);
  lessons.moves.resize(count);
  lessons.targets.resize(count);
  const bool searched = !rounds[places.front().round].policies.empty();
  if (searched) lessons.policies.resize(count * cells);
  const RoundTargets& kinds = all_targets[places.front().round];
  if (!kinds.near_targets.empty()) lessons.near_targets.resize(count);
  if (!kinds.replies.empty()) lessons.replies.resize(count);
  if (!kinds.ends.empty()) lessons.endings.resize(count * cells);
  for (std::size_t i = 0; i < count; ++i) {
    const Round& round = rounds[places[i].round];
    const std::size_t at = places[i].at;
    std::memcpy(lessons.codes.data() + i * cells, round.codes.data() + at * cells, cells);
    if (searched) {
      std::memcpy(lessons.policies.data() + i * cells, round.policies.data() + at * cells,
                  cells * sizeof(float));
    }
    lessons.moves[i] = round.moves[at];
    const RoundTargets& known = all_targets[places[i].round];
    lessons.targets[i] = known.targets[at];
    if (!known.near_targets.empty()) lessons.near_targets[i] = known.near_targets[at];
    if (!known.replies.empty()) lessons.replies[i] = known.replies[at];
    if (!known.ends.empty()) {
      write_ending(round, at, known.ends[at], std::span(lessons.endings).subspan(i * cells, cells));
    }
  }
  return lessons;
}

}  // namespace

Curriculum make_curriculum(const std::vector<Round>& rounds, const TrainOptions& options,
                           std::uint64_t seed) {
  std::vector<RoundTargets> all_targets;
  std::map<int, std::vector<Place>> by_size;
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    all_targets.push_back(targets_of(rounds[r], options));
    auto& places = by_size[rounds[r].size];
    for (std::size_t i = 0; i < all_targets[r].targets.size(); ++i) {
      places.push_back({static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i)});
    }
  }

  base::Random random(seed);
  Curriculum curriculum;
  for (auto& [size, places] : by_size) {
    const auto wanted =
        static_cast<std::size_t>(std::llround(options.reuse * static_cast<double>(places.size())));
    const std::size_t batch = std::min(static_cast<std::size_t>(options.batch), places.size());
    // Whole minibatches only: each has the same weight in the learning.
    const std::size_t batches = std::max<std::size_t>(1, wanted / batch);
    if (options.surprise_share > 0) {
      const LessonWeights weights(rounds, places, options.surprise_share);
      places = drawn_by_weight(std::move(places), weights, batches * batch, random);
    } else {
      places = drawn_in_turns(std::move(places), batches * batch, random);
    }
    for (std::size_t i = 0; i < batches; ++i) {
      curriculum.order.push_back({curriculum.lessons.size(), static_cast<std::int64_t>(i * batch),
                                  static_cast<std::int64_t>(batch), random.below(2) == 1});
    }
    curriculum.lessons.push_back(gather(rounds, all_targets, places, batches * batch));
  }
  shuffle_front(curriculum.order, curriculum.order.size(), random);
  return curriculum;
}

}  // namespace losange::train
