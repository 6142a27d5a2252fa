// Builds the steps of a proof (proof/proof_file.h) and keeps what each of them states, so that whoever searches a proof knows
// what it still needs. A step that is there already is not made again. Used by HexProver; whether the steps are right is for the checker to say.
#pragma once

#include <cstdint>
#include <vector>

#include "base/containers/chunked_vector.h"
#include "hex/board/geometry.h"
#include "proof/proof_file.h"

namespace losange::solver {

template <int W>
class ProofBuilder {
 public:
  using Set = hex::Bitboard<W>;
  using Id = std::uint32_t;

  explicit ProofBuilder(const hex::Geometry<W>& geometry) : cells_(geometry.cells) {}

  // What a step states, as the checker does.
  struct Claim {
    Set stones, carrier;
    std::int16_t from = 0, to = 0;
    bool full = true;
  };
  const Claim& operator[](Id id) const { return claims_[id]; }
  std::size_t size() const { return steps_.size(); }

  // Ends are cells, and an edge is this.
  int edge(int which) const { return cells_ + which; }

  Id touch(int a, int b);
  Id meet(Id a, Id b, bool over);
  // Ways that are not needed are left out.
  Id either(std::vector<Id> ways);
  Id play(int cell, Id part);
  Id without_dead(const Set& dead, const Set& support, Id part);
  Id captured(int a, int b, const Set& support, Id part);

  // The steps that the last one needs. Nothing else is left of it.
  proof::StepList steps_for(Id last) &&;

 private:
  using Cells = std::vector<std::uint16_t>;

  // The step, where it is there already; else `claim()` is what it states.
  template <class F>
  Id step(proof::Rule rule, const std::vector<Id>& parts, const Cells& cells, const Cells& support,
          F&& claim);
  std::size_t first_place(const proof::StepList::Step& step) const;
  void make_places();
  Set ends_of(const Claim& claim) const;

  static constexpr Id kFree = ~Id{0};

  int cells_;
  proof::StepList steps_;
  base::ChunkedVector<Claim, 1 << 12> claims_;                // of each
  std::vector<Id> places_ = std::vector<Id>(1 << 10, kFree);  // by what a step is
};

extern template class ProofBuilder<1>;
extern template class ProofBuilder<2>;
extern template class ProofBuilder<6>;

}  // namespace losange::solver
