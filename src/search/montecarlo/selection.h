// Which child a descent goes to: UCT (Kocsis and Szepesvari 2006) blended with the mean of all moves as
// first, RAVE (Gelly and Silver 2007). A selection is a policy of montecarlo.h: with_scorer(parent,
// children, use) calls use(scorer), and scorer.score(children, i) is the urgency of one child for the
// side to move. Only operations that IEEE 754 rounds exactly are used, so that every machine takes the
// same way.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/montecarlo/tree.h"

namespace losange::search {

// The natural logarithm by its series around a power of two, to 1e-9: the C library's differs from one
// machine to the next in the last bit. Precondition: n > 0.
inline double log_of_count(std::uint32_t n) {
  constexpr double kLog2 = 0.69314718055994530942;
  int power = static_cast<int>(std::bit_width(n)) - 1;
  double mantissa = static_cast<double>(n) / static_cast<double>(std::uint64_t{1} << power);
  if (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    ++power;
  }
  const double z = (mantissa - 1) / (mantissa + 1), z2 = z * z;
  const double series = 1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 * (1.0 / 9))));
  return power * kLog2 + 2 * z * series;
}

// score = beta * amaf + (1 - beta) * (mean + exploration * sqrt(log n / s)) + bias * prior / (s + 1)
// for a child with s visits of a node with n. Values are in [-1, 1]. Roots and quotients that depend on s
// alone come from a table: scoring all children of all nodes on the way is most of what a descent costs.
class Selection {
 public:
  enum class Formula {
    Classic,  // beta = sqrt(k / (3 s + k))
    Node,  // beta = sqrt(k / (3 n + k)), n the visits of the node: Gelly and Silver 2007 as printed
    Silver  // beta = a / (s + a + s a / k), a the AMAF count: Silver 2009 with 4 b^2 = 1 / k
  };
  struct Constants {
    double exploration = 0;
    double rave = 0;  // k; 0 for plain UCT, infinity for AMAF alone
    Formula formula = Formula::Classic;
    std::optional<double> urgency{};  // of a move never tried; without it each is tried once first
    double bias = 0;                  // weight of the prior, fading with the visits
  };

  explicit Selection(const Constants& constants) : constants_(constants), table_(kTable) {
    for (std::uint32_t s = 0; s < kTable; ++s) table_[s] = terms(s);
  }

  bool uses_amaf() const { return constants_.rave != 0; }
  bool tries_each_once() const { return !constants_.urgency; }

  struct alignas(16) Terms {
    float inverse, inverse_root, beta;  // 1 / s, 1 / sqrt(s), the classic beta
  };

  // What the children of a node with so many visits share. The formula is a compile-time choice: scoring
  // all children of all nodes on the way must not ask for it again at every child.
  enum class Blend { None, Classic, Node, Silver };
  template <Blend kBlend, bool kBias>
  class Scorer {
   public:
    Scorer(const Selection& selection, std::uint32_t visits)
        : table_(selection.table_.data()),
          selection_(selection),
          visits_(visits),
          exploration_(scaled_root_log(selection.constants_.exploration, visits)),
          inverse_rave_(kBlend == Blend::Silver ? static_cast<float>(1 / selection.constants_.rave)
                                                : 0),
          node_beta_(kBlend == Blend::Node ? selection.terms(visits).beta : 0),
          urgency_(static_cast<float>(selection.constants_.urgency.value_or(0))),
          bias_(static_cast<float>(selection.constants_.bias / kMostPrior)) {}

    template <class NodeType>
    [[gnu::always_inline]] inline float score(const Children<NodeType>& children,
                                              std::size_t i) const {
      const NodeType& node = children[i];
      const std::uint32_t s = node.visit_count();
      const Terms terms = s < kTable ? table_[s] : selection_.terms(s);
      float score = mean(node, terms) + exploration_ * terms.inverse_root;
      if (s == 0) score = urgency_;
      if constexpr (kBlend != Blend::None)
        score = blended(score, children.amaf[i].load(), s, terms);
      if constexpr (kBias)
        score += bias_ * static_cast<float>(node.prior) / (static_cast<float>(s) + 1);
      return score;
    }

   private:
    static float scaled_root_log(double factor, std::uint32_t visits) {
      if (factor == 0) return 0;
      return static_cast<float>(factor) *
             std::sqrt(static_cast<float>(log_of_count(std::max(visits, 1u))));
    }
    template <class NodeType>
    static float mean(const NodeType& node, const Terms& terms) {
      if (const Proof proof = node.known(); proof != Proof::Unknown) [[unlikely]] {
        return static_cast<float>(value_of(proof));
      }
      return static_cast<float>(node.value_sum.load(std::memory_order_relaxed)) *
             static_cast<float>(NodeType::kValueUnit) * terms.inverse;
    }
    [[gnu::always_inline]] inline float blended(float uct, std::uint64_t amaf, std::uint32_t s,
                                                const Terms& terms) const {
      if (AmafWord::count(amaf) == 0) [[unlikely]] {
        // A move that AMAF never speaks of (a swap) must not be dropped for its first bad result.
        return s == 0 ? uct : uct + scaled_root_log(kLoneExploration, visits_) * terms.inverse_root;
      }
      const auto count = static_cast<float>(AmafWord::count(amaf));
      const auto sum = static_cast<float>(AmafWord::sum(amaf));
      if constexpr (kBlend == Blend::Silver) {  // beta * amaf is sum / (the denominator of beta)
        const auto visits = static_cast<float>(s);
        return uct + (sum - count * uct) / (visits + count + visits * count * inverse_rave_);
      }
      // Of a move never tried there is no mean: AMAF counts alone.
      const float beta = kBlend == Blend::Node && s != 0 ? node_beta_ : terms.beta;
      return uct + beta * (sum / count - uct);
    }

    const Terms* table_;
    const Selection& selection_;
    std::uint32_t visits_;
    float exploration_, inverse_rave_, node_beta_, urgency_, bias_;
  };

  // use(scorer) with the scorer for the children of this node.
  template <class NodeType, class Use>
  decltype(auto) with_scorer(const NodeType& parent, const Children<NodeType>& children,
                             Use&& use) const {
    const std::uint32_t visits = parent.visit_count();
    if (!uses_amaf() || children.amaf == nullptr) return with_bias<Blend::None>(visits, use);
    switch (constants_.formula) {
      case Formula::Classic: return with_bias<Blend::Classic>(visits, use);
      case Formula::Node: return with_bias<Blend::Node>(visits, use);
      case Formula::Silver: break;
    }
    return with_bias<Blend::Silver>(visits, use);
  }

 private:
  static constexpr std::uint32_t kTable = 1024;
  static constexpr double kLoneExploration = 0.5;

  template <Blend kBlend, class Use>
  decltype(auto) with_bias(std::uint32_t visits, Use&& use) const {
    if (constants_.bias != 0) return use(Scorer<kBlend, true>(*this, visits));
    return use(Scorer<kBlend, false>(*this, visits));
  }

  Terms terms(std::uint32_t visits) const {
    if (visits == 0) return {0, 0, 1};
    const auto s = static_cast<float>(visits);
    const bool infinite = std::isinf(constants_.rave);
    const auto k = static_cast<float>(constants_.rave);
    return {1 / s, 1 / std::sqrt(s), infinite ? 1 : std::sqrt(k / (3 * s + k))};
  }

  Constants constants_;
  std::vector<Terms> table_;
};

// Both by value, so that nobody else can reach them and the loop has them in registers: where it read them
// again at every child, as g++ made it for x86-64-v3 and not for newer CPUs, descents took a twentieth longer.
template <class Scorer, class NodeType>
NodeType& most_urgent(const Scorer scorer, const Children<NodeType> children) {
  std::size_t best = 0;
  float best_score = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (const Proof proof = children[i].known(); proof != Proof::Unknown) [[unlikely]] {
      if (proof == Proof::Win) return children[i];
      if (proof == Proof::Loss) continue;
    }
    const float score = scorer.score(children, i);
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  return children[best];
}

// The child to go to: a win at once, else the most urgent one that is not lost. When all are lost, the
// first. Precondition: the parent has children, and these are they.
template <class Select, class NodeType>
NodeType& select_child(const Select& selection, const NodeType& parent,
                       Children<NodeType> children) {
  // Children stand in random order and are first tried from the front: the first one not yet tried is a
  // random one. Other threads may try the last ones meanwhile: then there is none.
  if (selection.tries_each_once() && children.back().visit_count() == 0) {
    for (NodeType& child : children) {
      if (child.visit_count() == 0) return child;
    }
  }
  return selection.with_scorer(parent, children, [&](const auto& scorer) -> NodeType& {
    return most_urgent(scorer, children);
  });
}

}  // namespace losange::search
