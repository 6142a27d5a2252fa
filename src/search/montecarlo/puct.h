// Which child a descent goes to when a net gave the moves their priors: PUCT (Rosin 2011; Silver et al.
// 2017) with an exploration that grows with the logarithm of the visits, and for moves never tried the
// value of the node less a share that grows with the priors already tried (both as in KataGo, Wu 2019).
#pragma once

#include <cmath>
#include <cstdint>

#include "search/montecarlo/selection.h"

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

  bool tries_each_once() const { return false; }

  struct Scorer {
    float exploration, urgency;

    template <class NodeType>
    float score(const Children<NodeType>& children, std::size_t i) const {
      const NodeType& node = children[i];
      const std::uint32_t s = node.visit_count();
      const float value = s == 0 ? urgency : static_cast<float>(node.mean());
      return value + exploration * static_cast<float>(node.prior) / (static_cast<float>(s) + 1);
    }
  };

  template <class NodeType>
  Scorer at(const NodeType& parent, const Children<NodeType>& children) const {
    float tried = 0;
    for (const NodeType& child : children) {
      if (child.visit_count() != 0) tried += static_cast<float>(child.prior);
    }
    const auto visits = static_cast<double>(parent.visit_count());
    const double exploration =
        (constants_.exploration + constants_.growth * std::log1p(visits / kGrowthVisits)) *
        std::sqrt(visits);
    const double urgency =
        -seen_value(parent) - constants_.urgency_reduction * std::sqrt(tried / kMostPrior);
    return {static_cast<float>(exploration / kMostPrior), static_cast<float>(urgency)};
  }
  template <class NodeType, class Use>
  decltype(auto) with_scorer(const NodeType& parent, const Children<NodeType>& children,
                             Use&& use) const {
    return use(at(parent, children));
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
