#include "proof/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/error.h"
#include "hex/board/geometry.h"
#include "proof/useless.h"

namespace losange::proof {
namespace {

// "A side that owns the stones and both ends joins the ends, playing in the carrier alone, of which the other side has no
// cell": whatever the other side does (full), or if it moves first. It holds as well with more stones, and with cells of
// the carrier that are stones.
template <int W>
struct Claim {
  hex::Bitboard<W> stones, carrier;
  std::uint16_t from = 0, to = 0;
  bool full = true;
};

template <int W>
class Checker {
  using Set = hex::Bitboard<W>;
  using Step = StepList::Step;

 public:
  explicit Checker(const Proof& proof)
      : proof_(proof),
        geometry_(hex::geometry<W>(proof.size)),
        cells_(static_cast<std::uint16_t>(geometry_.cells)),
        edges_(geometry_.edges[game::index(proof.winner)]) {}

  const std::vector<Claim<W>>& follow_all() {
    claims_.reserve(proof_.steps.size());
    for (at_ = 0; at_ < proof_.steps.size(); ++at_) claims_.push_back(follow(proof_.steps[at_]));
    return claims_;
  }
  Checked run() {
    follow_all();
    if (claims_.empty()) refuse("there is no step");
    --at_;
    const Claim<W>& last = claims_.back();
    need(joins_edges(last), "the last step does not join the winner's edges");
    need(last.full || proof_.to_move == proof_.winner,
         "the last step needs a move that the winner does not have");
    const int own = proof_.winner == game::Side::First ? 1 : 2;
    last.stones.for_each([&](int cell) {
      need(proof_.stones[static_cast<std::size_t>(cell)] == own,
           "the last step needs stones that are not there");
    });
    last.carrier.for_each([&](int cell) {
      const int stone = proof_.stones[static_cast<std::size_t>(cell)];
      need(stone == 0 || stone == own, "the last step needs cells that the other side holds");
    });
    return {claims_.size(), static_cast<std::size_t>(last.stones.count()),
            static_cast<std::size_t>(last.carrier.count())};
  }

 private:
  [[noreturn]] void refuse(std::string_view what) const {
    throw base::UserError(fmt::format("the proof does not hold at step {} of {}: {}", at_ + 1,
                                      proof_.steps.size(), what));
  }
  void need(bool holds, std::string_view what) const {
    if (!holds) refuse(what);
  }

  bool is_cell(std::uint16_t end) const { return end < cells_; }
  bool joins_edges(const Claim<W>& claim) const {
    return !is_cell(claim.from) && !is_cell(claim.to);
  }
  Set ends_of(const Claim<W>& claim) const {
    Set ends;
    for (const auto end : {claim.from, claim.to}) {
      if (is_cell(end)) ends.set(end);
    }
    return ends;
  }

  Claim<W> follow(const Step& step) const {
    switch (step.rule) {
      case Rule::Touch: return touch(step.cells[0], step.cells[1]);
      case Rule::Through:
      case Rule::Over: return meet(part(step, 0), part(step, 1), step.rule == Rule::Over);
      case Rule::Either: return either(step);
      case Rule::Play: return play(step.cells[0], part(step, 0));
      case Rule::Dead: return without_dead(step);
      case Rule::Captured: return captured(step);
    }
    refuse("there is no such rule");
  }
  const Claim<W>& part(const Step& step, std::size_t i) const {
    need(i < step.parts.size() && step.parts[i] < at_,
         "it follows from a step that is not before it");
    return claims_[step.parts[i]];
  }

  Claim<W> touch(std::uint16_t a, std::uint16_t b) const {
    if (!is_cell(a)) std::swap(a, b);
    need(is_cell(a) && (is_cell(b) ? geometry_.neighbours[a].test(b) : edges_[b - cells_].test(a)),
         "the two do not touch");
    return {{}, {}, a, b, true};
  }

  // The carriers must not share a cell once what is owned is left out of them: then one answers in the carrier that the
  // other side has entered.
  Claim<W> meet(Claim<W> a, Claim<W> b, bool over) const {
    need(a.full && b.full, "a part is no full connection");
    if (a.from == b.from || a.from == b.to) std::swap(a.from, a.to);
    if (b.to == a.to) std::swap(b.from, b.to);
    const std::uint16_t middle = a.to;
    need(middle == b.from && a.from != b.to && a.from != middle && b.to != middle,
         "the parts do not meet in one end");
    Claim<W> sum{a.stones | b.stones, {}, a.from, b.to, !over};
    if (over) {
      need(is_cell(middle), "they do not meet at a cell");
      need(!sum.stones.test(middle), "they meet at a stone");
    } else if (is_cell(middle)) {
      sum.stones.set(middle);
    }
    const Set owned = sum.stones | ends_of(sum);
    a.carrier &= ~owned;
    b.carrier &= ~owned;
    need(!overlaps(a.carrier, b.carrier), "the carriers share a cell");
    sum.carrier = a.carrier | b.carrier;
    if (over) sum.carrier.set(middle);
    sum.stones &= ~ends_of(sum);
    return sum;
  }

  // Wherever the other side plays, one of the ways is left.
  Claim<W> either(const Step& step) const {
    need(!step.parts.empty(), "there is no way");
    Claim<W> sum = part(step, 0);
    for (std::size_t i = 1; i < step.parts.size(); ++i) {
      const Claim<W>& way = part(step, i);
      need(std::minmax(way.from, way.to) == std::minmax(sum.from, sum.to),
           "the ways have other ends");
      sum.stones |= way.stones;
    }
    Set common = geometry_.board;
    sum.carrier = {};
    for (std::size_t i = 0; i < step.parts.size(); ++i) {
      const Set carrier = part(step, i).carrier & ~sum.stones & ~ends_of(sum);
      common &= carrier;
      sum.carrier |= carrier;
    }
    need(common.none(), "a cell is in all of the ways");
    sum.full = true;
    return sum;
  }

  Claim<W> play(std::uint16_t cell, Claim<W> claim) const {
    need(claim.full && joins_edges(claim), "its part is no full connection of the edges");
    need(claim.stones.test(cell), "the stone is not needed");
    claim.stones.reset(cell);
    claim.carrier.set(cell);
    claim.full = false;
    return claim;
  }

  // The claim with the support, which holds as well.
  Claim<W> supported(const Step& step) const {
    Claim<W> claim = part(step, 0);
    need(joins_edges(claim), "its part does not join the edges");
    for (const auto cell : step.support) claim.stones.set(cell);
    claim.carrier &= ~claim.stones;
    return claim;
  }
  Claim<W> without_dead(const Step& step) const {
    Claim<W> claim = supported(step);
    Set dead;
    for (const auto cell : step.cells) dead.set(cell);
    claim.stones &= ~dead;
    claim.carrier &= ~dead;
    need(is_useless(dead, claim.stones, claim.carrier), "the stones may be of use");
    return claim;
  }
  // The other side takes one, the winner the other, and the first is of no use.
  Claim<W> captured(const Step& step) const {
    Claim<W> claim = supported(step);
    const Set first = Set::single(step.cells[0]), second = Set::single(step.cells[1]);
    need(first != second, "one cell twice");
    claim.stones &= ~(first | second);
    claim.carrier &= ~(first | second);
    need(is_useless(first, claim.stones | second, claim.carrier) &&
             is_useless(second, claim.stones | first, claim.carrier),
         "a stone on one does not make the other useless");
    claim.carrier |= first | second;
    return claim;
  }

  bool is_useless(const Set& cells, const Set& stones, const Set& carrier) const {
    return useless(geometry_, edges_, cells, stones, carrier);
  }

  const Proof& proof_;
  const hex::Geometry<W>& geometry_;
  std::uint16_t cells_;
  const std::array<Set, 2>& edges_;
  std::vector<Claim<W>> claims_;
  std::size_t at_ = 0;
};

}  // namespace

namespace {

template <class F>
auto with_checker(const Proof& proof, F&& f) {
  if (proof.size <= 8) return f(Checker<1>(proof));
  switch (hex::words_for(proof.size)) {
    case 2: return f(Checker<2>(proof));
    case 4: return f(Checker<4>(proof));
    default: return f(Checker<6>(proof));
  }
}

}  // namespace

Checked check(const Proof& proof) {
  return with_checker(proof, [](auto checker) { return checker.run(); });
}

std::vector<Statement> statements(const Proof& proof) {
  return with_checker(proof, [](auto checker) {
    std::vector<Statement> all;
    for (const auto& claim : checker.follow_all()) {
      Statement& made = all.emplace_back(Statement{{}, {}, claim.from, claim.to, claim.full});
      claim.stones.for_each([&](int cell) { made.stones.push_back(cell); });
      claim.carrier.for_each([&](int cell) { made.carrier.push_back(cell); });
    }
    return all;
  });
}

}  // namespace losange::proof
