// The nodes of a Monte-Carlo tree. A node's numbers are relaxed atomics: a rare lost update of an
// all-moves-as-first count is tolerated (Enzenberger and Mueller 2009), visits and values are never lost.
#pragma once

#include <atomic>
#include <cstdint>

namespace losange::search {

// What is known for certain of a node, for the side whose move led to it.
enum class Proof : std::uint8_t { Unknown, Loss, Draw, Win };

constexpr Proof reversed(Proof proof) {
  if (proof == Proof::Win) return Proof::Loss;
  return proof == Proof::Loss ? Proof::Win : proof;
}
// The value of something proven, in {-1, 0, 1}.
constexpr int value_of(Proof proof) {
  return static_cast<int>(proof) - static_cast<int>(Proof::Draw);
}
constexpr Proof proof_of(int value) {
  return static_cast<Proof>(value + static_cast<int>(Proof::Draw));
}

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoChildren = 0;
inline constexpr std::uint16_t kMostPrior = 0xFFFF;
inline constexpr double kValueUnit = 1.0 / (1 << 20);  // of fixed-point sums: exact, in any order
inline constexpr NodeIndex kGrowing = ~NodeIndex{0};   // a thread is building the children

// All moves as first: how often the mover played this move later on, and the sum of those results.
// Both in one word, so that an update is one load, one addition and one store:
//   bits 63..32  sum of results in {-1, 0, 1}, two's complement    bits 31..0  count
struct AmafWord {
  std::atomic<std::uint64_t> word{0};

  static constexpr std::uint64_t delta(int result) {
    return (static_cast<std::uint64_t>(static_cast<std::int64_t>(result)) << 32) + 1;
  }
  static std::uint32_t count(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
  static std::int32_t sum(std::uint64_t word) { return static_cast<std::int32_t>(word >> 32); }

  std::uint64_t load() const { return word.load(std::memory_order_relaxed); }
  void add(std::uint64_t delta) { word.store(load() + delta, std::memory_order_relaxed); }
};

// A relaxed copy of an atomic number. Precondition: no other thread works on either.
template <class T>
void copy_number(std::atomic<T>& to, const std::atomic<T>& from) {
  to.store(from.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

// One position of the tree, with the move that led to it. 24 bytes for Hex:
//   value 8 | visits 4 | children 4 | child_count 2 | prior 2 | move 2 | proof 1
template <class Move>
struct Node {
  static constexpr double kValueUnit = search::kValueUnit;

  std::atomic<std::int64_t> value_sum{0};  // for the side whose move led here
  std::atomic<std::uint32_t> visits{0};    // descents through here, those under way included
  std::atomic<NodeIndex> children{kNoChildren};
  std::uint16_t child_count = 0;  // written before `children` is published
  std::uint16_t prior = 0;        // how good the move looked at first, of kMostPrior
  Move move{};
  std::atomic<Proof> proof{Proof::Unknown};

  std::uint32_t visit_count() const { return visits.load(std::memory_order_relaxed); }
  Proof known() const { return proof.load(std::memory_order_relaxed); }
  bool has_children() const {
    const NodeIndex first = children.load(std::memory_order_acquire);
    return first != kNoChildren && first != kGrowing;
  }
  // Mean result for the side whose move led here; what is proven counts instead of what was seen.
  double mean() const {
    if (known() != Proof::Unknown) return value_of(known());
    const std::uint32_t n = visit_count();
    const auto sum = static_cast<double>(value_sum.load(std::memory_order_relaxed));
    return n == 0 ? 0 : sum * kValueUnit / n;
  }
  // Everything but the link to the children. Precondition: no thread works on either node.
  void copy_numbers(const Node& o) {
    copy_number(value_sum, o.value_sum);
    copy_number(visits, o.visits);
    copy_number(proof, o.proof);
    prior = o.prior;
    move = o.move;
  }
};

// What an evaluation said of a node that has children, and what was found below it since: value_bias.h reads and writes it.
// Values are for the side whose move led to the node.
struct ValueNote {
  float said = 0;  // by the evaluation, in [-1, 1]
  std::uint32_t shape =
      0;  // what positions like this one have in common; 0: nothing is known of that
  std::atomic<std::uint32_t> visits{0};    // descents that came back
  std::atomic<float> correction{0};        // of what was said, by what shapes like it taught
  std::atomic<float> told{0}, weight{0};   // what this node has told its shape
  std::atomic<std::int64_t> value_sum{0};  // of those descents, in kValueUnit

  // Precondition: no thread works on either.
  void copy(const ValueNote& o) {
    said = o.said;
    shape = o.shape;
    copy_number(visits, o.visits);
    copy_number(correction, o.correction);
    copy_number(told, o.told);
    copy_number(weight, o.weight);
    copy_number(value_sum, o.value_sum);
  }
};

}  // namespace losange::search
