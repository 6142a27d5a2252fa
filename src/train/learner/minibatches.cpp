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
    places = drawn_in_turns(std::move(places), batches * batch, random);
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
