// Which child a descent goes to: UCT (Kocsis and Szepesvari 2006) blended with the mean of all moves as
// first, RAVE (Gelly and Silver 2007). A selection is a policy of montecarlo.h: at(visits) gives what the
// children of one node share, score() the urgency of one child for the side to move. Only operations
// that IEEE 754 rounds exactly are used, so that every machine takes the same way.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "search/montecarlo_tree.h"

namespace losange::search {

// The natural logarithm by its series around a power of two, to 1e-9: the C library's differs from one
// machine to the next in the last bit. Precondition: n > 0.
inline double log_of_count(std::uint32_t n) {
  constexpr double kLog2 = 0.69314718055994530942;
  int power = std::bit_width(n) - 1;
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
// for a child with s visits of a node with n. Values are in [-1, 1].
struct Selection {
  enum class Formula {
    Classic,  // beta = sqrt(k / (3 s + k))
    Silver    // beta = a / (s + a + s a / k), a the AMAF count: Silver 2009 with 4 b^2 = 1 / k
  };

  double exploration = 0;
  double rave = 0;                 // k; 0 for plain UCT, infinity for AMAF alone
  Formula formula = Formula::Classic;
  std::optional<double> urgency;   // of a move never tried; without it each is tried once first
  double bias = 0;                 // weight of the prior, fading with the visits

  class Shared {
   public:
    Shared(const Selection& s, std::uint32_t visits)
        : exploration_(s.exploration == 0
                           ? 0
                           : static_cast<float>(s.exploration) *
                                 std::sqrt(static_cast<float>(log_of_count(std::max(visits, 1u))))),
          rave_(static_cast<float>(s.rave)),
          inverse_rave_(s.rave == 0 ? 0 : static_cast<float>(1 / s.rave)),
          urgency_(static_cast<float>(s.urgency.value_or(0))),
          bias_(static_cast<float>(s.bias / kMostPrior)),
          formula_(s.formula) {}

    template <class NodeType>
    float score(const NodeType& node) const {
      const std::uint32_t visits = node.visit_count();
      const auto s = static_cast<float>(visits);
      float score = visits == 0 ? urgency_ : mean(node, s);
      if (visits != 0 && exploration_ != 0) score += exploration_ / std::sqrt(s);
      if constexpr (requires { node.amaf.load(); }) {
        const std::uint64_t amaf = node.amaf.load();
        if (rave_ != 0 && AmafWord::count(amaf) != 0) {
          const auto count = static_cast<float>(AmafWord::count(amaf));
          const float beta = weight(s, count);
          score = beta * (static_cast<float>(AmafWord::sum(amaf)) / count) + (1 - beta) * score;
        }
      }
      if (bias_ != 0) score += bias_ * static_cast<float>(node.prior) / (s + 1);
      return score;
    }

   private:
    template <class NodeType>
    static float mean(const NodeType& node, float s) {
      if (node.known() != Proof::Unknown) return static_cast<float>(value_of(node.known()));
      return static_cast<float>(node.value_sum.load(std::memory_order_relaxed)) *
             static_cast<float>(NodeType::kValueUnit) / s;
    }
    float weight(float s, float count) const {
      if (s == 0) return 1;
      if (formula_ == Formula::Silver) return count / (s + count + s * count * inverse_rave_);
      return inverse_rave_ == 0 ? 1 : std::sqrt(rave_ / (3 * s + rave_));
    }

    float exploration_, rave_, inverse_rave_, urgency_, bias_;
    Formula formula_;
  };

  Shared at(std::uint32_t visits) const { return {*this, visits}; }
  bool uses_amaf() const { return rave != 0; }
  bool tries_each_once() const { return !urgency; }
};

// The child to go to: a win at once, else the most urgent one that is not lost. When all are lost, the
// first. Precondition: the parent has children, and `children` is the first of them.
template <class Select, class NodeType>
NodeType& select_child(const Select& selection, const NodeType& parent, NodeType* children) {
  const auto shared = selection.at(parent.visit_count());
  NodeType* best = children;
  float best_score = -std::numeric_limits<float>::infinity();
  for (NodeType* child = children; child != children + parent.child_count; ++child) {
    const Proof proof = child->known();
    if (proof == Proof::Win) return *child;
    if (proof == Proof::Loss) continue;
    // The children stand in random order, so the first one not yet tried is a random one.
    if (selection.tries_each_once() && child->visit_count() == 0) return *child;
    const float score = shared.score(*child);
    if (score > best_score) {
      best_score = score;
      best = child;
    }
  }
  return *best;
}

}  // namespace losange::search
