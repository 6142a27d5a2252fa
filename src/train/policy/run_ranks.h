// The ranks that train one net together: each plays some groups of games, and after that all know the same run. Rank 0
// tells the others how the run stands when they begin. Used by run.cpp; alone there is nothing to tell.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cluster/cluster.h"
#include "net/file/weights.h"
#include "train/policy/state.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

using GameGroups = std::vector<std::unique_ptr<GameGroup>>;

class RunRanks {
 public:
  // Nothing: alone.
  explicit RunRanks(cluster::Cluster* cluster) : cluster_(cluster) {}

  cluster::Cluster* cluster() const { return cluster_; }
  int size() const { return cluster_ == nullptr ? 1 : cluster_->size(); }
  bool is_first() const { return cluster_ == nullptr || cluster_->is_first(); }

  // On rank 0, and on the others.
  void tell_state(const RunState& state) const;
  RunState told_state() const;
  // The net that plays where it is another than the one that learns: as rank 0 has it.
  net::Weights tell_teacher(net::Weights teacher) const;

  // The costliest groups first, to whoever has least: the same on all ranks.
  void share_out(const GameGroups& groups);
  bool plays(std::size_t group) const { return size() == 1 || owners_[group] == cluster_->rank(); }

  // Every rank gets what the others played, whole or left; `evaluations` become those of all.
  void share_rounds(GameGroups& groups, std::vector<Round>& rounds,
                    std::uint64_t& evaluations) const;

 private:
  cluster::Cluster* cluster_;
  std::vector<int> owners_;  // of each group, a rank
};

}  // namespace losange::train
