// Which child a descent goes to when a net gave the moves their priors: PUCT (Rosin 2011; Silver et al.
// 2017) with an exploration that grows with the logarithm of the visits, and for moves never tried the
// value of the node less a share that grows with the priors already tried (both as in KataGo, Wu 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "search/montecarlo/node.h"

namespace losange::search {

// score = mean + c(n) * prior * sqrt(n) / (1 + s) for a child with s visits of a node with n, where
// c(n) = exploration + growth * log(1 + n / kGrowthVisits). Values are in [-1, 1].
class Puct {
 public:
  struct Constants {
    double exploration = 1.0;
    double growth = 0.45;
    double urgency_reduction = 0.2;  // of a move never tried, when all priors have been
  };

  explicit Puct(const Constants& constants) : constants_(constants) {}

  // Scores the moves of one node.
  struct Scorer {
    float exploration, urgency;

    template <class NodeType>
    float score(const NodeType& child) const {
      const std::uint32_t s = child.visit_count();
      if (s == 0) return untried(child.prior);
      return static_cast<float>(child.mean()) +
             exploration * static_cast<float>(child.prior) / (static_cast<float>(s) + 1);
    }
    float untried(std::uint16_t prior) const {
      return urgency + exploration * static_cast<float>(prior);
    }
  };

  template <class NodeType, class Range>
  Scorer at(const NodeType& parent, const Range& children) const {
    // The first visit of the node, this one, and those of its children. A node whose children were
    // forgotten has had more, but the new children must be searched as if it had not.
    double visits = 2;
    float tried = 0;
    for (const NodeType& child : children) {
      if (child.visit_count() == 0) continue;
      tried += static_cast<float>(child.prior);
      visits += child.visit_count();
    }
    const double exploration =
        (constants_.exploration + constants_.growth * std::log1p(visits / kGrowthVisits)) *
        std::sqrt(visits);
    const double urgency =
        -seen_value(parent) - constants_.urgency_reduction * std::sqrt(tried / kMostPrior);
    return {static_cast<float>(exploration / kMostPrior), static_cast<float>(urgency)};
  }

 private:
  static constexpr double kGrowthVisits = 500;

  // The mean of what was seen, without the visit that is under way: it has not brought its value yet.
  template <class NodeType>
  static double seen_value(const NodeType& node) {
    const auto sum = static_cast<double>(node.value_sum.load(std::memory_order_relaxed));
    const auto visits = static_cast<double>(node.visit_count());
    return visits <= 1 ? 0 : std::max(-1.0, sum * NodeType::kValueUnit / (visits - 1));
  }

  Constants constants_;
};

}  // namespace losange::search
