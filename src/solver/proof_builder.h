// Builds the steps of a proof (proof/proof_file.h) and keeps what each of them states, so that whoever searches a proof knows
// what it still needs. A step that is there already is not made again. Used by HexProver; whether the steps are right is for
// the checker to say.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

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
    int from = 0, to = 0;
    bool full = true;
  };
  const Claim& operator[](Id id) const { return claims_[id]; }

  // Ends are cells, and an edge is this.
  int edge(int which) const { return cells_ + which; }

  Id touch(int a, int b);
  Id meet(Id a, Id b, bool over);
  // Ways that are not needed are left out.
  Id either(std::vector<Id> ways);
  Id play(int cell, Id part);
  Id without_dead(const Set& dead, const Set& support, Id part);
  Id captured(int a, int b, const Set& support, Id part);

  // The steps that the last one needs.
  std::vector<proof::Step> steps_for(Id last) const;

 private:
  Id add(proof::Step step, const Claim& claim);
  Set ends_of(const Claim& claim) const;

  int cells_;
  std::vector<proof::Step> steps_;
  std::vector<Claim> claims_;
  std::unordered_map<std::uint64_t, Id> known_;  // of touch and meet
  std::map<std::vector<Id>, Id> eithers_;
};

extern template class ProofBuilder<1>;
extern template class ProofBuilder<2>;
extern template class ProofBuilder<6>;

}  // namespace losange::solver
