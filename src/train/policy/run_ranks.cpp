#include "train/policy/run_ranks.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/containers/stable_sort.h"
#include "train/selfplay/packed_round.h"

namespace losange::train {

void RunRanks::tell_state(const RunState& state) const {
  if (size() == 1) return;
  std::string bytes = pack_state(state);
  cluster::broadcast_text(*cluster_, 0, bytes);
}

RunState RunRanks::told_state() const {
  std::string bytes;
  cluster::broadcast_text(*cluster_, 0, bytes);
  return unpack_state(bytes);
}

net::Weights RunRanks::tell_teacher(net::Weights teacher) const {
  if (size() == 1) return teacher;
  cluster::broadcast_number(*cluster_, 0, teacher.config);
  teacher.values.resize(static_cast<std::size_t>(net::value_count(teacher.config)));
  cluster_->broadcast(0, cluster::bytes_of(teacher.values));
  return teacher;
}

void RunRanks::share_out(const GameGroups& groups) {
  const auto cost = [&](std::size_t i) {
    return std::int64_t{groups[i]->games()} * groups[i]->size() * groups[i]->size();
  };
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  base::stable_sort(order.begin(), order.end(),
                    [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
  std::vector<std::int64_t> loads(static_cast<std::size_t>(size()));
  owners_.resize(groups.size());
  for (const std::size_t i : order) {
    const auto least = std::min_element(loads.begin(), loads.end());
    *least += cost(i);
    owners_[i] = static_cast<int>(least - loads.begin());
  }
}

void RunRanks::share_rounds(GameGroups& groups, std::vector<Round>& rounds,
                            std::uint64_t& evaluations) const {
  if (size() == 1) return;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::string games, round;
    if (plays(i)) {
      const auto state = groups[i]->state();
      games.assign(state.begin(), state.end());
      round = pack_round(rounds[i]);
    }
    cluster::broadcast_text(*cluster_, owners_[i], games);
    cluster::broadcast_text(*cluster_, owners_[i], round);
    if (plays(i)) continue;
    groups[i]->set_state(std::vector<std::uint8_t>(games.begin(), games.end()));
    rounds[i] = unpack_round(round);
  }
  const std::uint64_t mine = evaluations;
  evaluations = 0;
  for (int rank = 0; rank < size(); ++rank) {
    std::uint64_t theirs = mine;
    cluster::broadcast_number(*cluster_, rank, theirs);
    evaluations += theirs;
  }
}

}  // namespace losange::train
