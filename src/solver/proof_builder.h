// Builds the steps of a proof (proof/proof_file.h) and keeps what each of them states, so that whoever searches a proof knows
// what it still needs. A step that is there already is not made again. There are millions of them, most for nothing, so they lie
// close together. Used by HexProver; whether the steps are right is for the checker to say.
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
  std::vector<proof::Step> steps_for(Id last) &&;

 private:
  using Cells = std::vector<std::uint16_t>;

  // A step whose lists lie one after the other among those of all.
  struct Kept {
    std::uint32_t first_part = 0, first_cell = 0;
    std::uint16_t parts = 0, cells = 0, support = 0;
    proof::Rule rule{};
  };

  // The step, where it is there already; else `claim()` is what it states.
  template <class F>
  Id step(proof::Rule rule, const std::vector<Id>& parts, const Cells& cells, const Cells& support,
          F&& claim);
  bool same(const Kept& a, const Kept& b) const;
  std::size_t first_place(const Kept& kept) const;
  void make_places();
  Set ends_of(const Claim& claim) const;

  static constexpr Id kFree = ~Id{0};

  int cells_;
  base::ChunkedVector<Kept, 1 << 12> kept_;
  base::ChunkedVector<Claim, 1 << 12> claims_;
  base::ChunkedVector<Id, 1 << 14> part_lists_;
  base::ChunkedVector<std::uint16_t, 1 << 14> cell_lists_;
  std::vector<Id> places_ = std::vector<Id>(1 << 10, kFree);  // by what a step is
};

extern template class ProofBuilder<1>;
extern template class ProofBuilder<2>;
extern template class ProofBuilder<6>;

}  // namespace losange::solver
