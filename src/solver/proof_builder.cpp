#include "solver/proof_builder.h"

#include <algorithm>
#include <utility>

namespace losange::solver {
namespace {

template <int W>
std::vector<std::uint16_t> list_of(const hex::Bitboard<W>& set) {
  std::vector<std::uint16_t> cells;
  set.for_each([&](int cell) { cells.push_back(static_cast<std::uint16_t>(cell)); });
  return cells;
}

}  // namespace

template <int W>
template <class F>
typename ProofBuilder<W>::Id ProofBuilder<W>::step(proof::Rule rule, const std::vector<Id>& parts,
                                                   const Cells& cells, const Cells& support,
                                                   F&& claim) {
  if (2 * (steps_.size() + 1) > places_.size()) make_places();
  steps_.add(rule, parts, cells, support);  // first, so that there is one way to find its place
  const auto made = static_cast<Id>(steps_.size() - 1);
  std::size_t place = first_place(steps_[made]);
  for (; places_[place] != kFree; place = (place + 1) & (places_.size() - 1)) {
    if (steps_[places_[place]] != steps_[made]) continue;
    steps_.drop_last();
    return places_[place];
  }
  places_[place] = made;
  claims_.push_back(claim());
  return made;
}

template <int W>
std::size_t ProofBuilder<W>::first_place(const proof::StepList::Step& step) const {
  std::uint64_t hash = static_cast<std::uint64_t>(step.rule);
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  };
  for (const auto part : step.parts) mix(part);
  for (const auto cell : step.cells) mix(cell);
  for (const auto cell : step.support) mix(cell);
  return hash & (places_.size() - 1);
}

template <int W>
void ProofBuilder<W>::make_places() {
  places_ = std::vector<Id>(2 * places_.size(), kFree);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    std::size_t place = first_place(steps_[i]);
    while (places_[place] != kFree) place = (place + 1) & (places_.size() - 1);
    places_[place] = static_cast<Id>(i);
  }
}

template <int W>
typename ProofBuilder<W>::Set ProofBuilder<W>::ends_of(const Claim& claim) const {
  Set ends;
  for (const int end : {claim.from, claim.to}) {
    if (end < cells_) ends.set(end);
  }
  return ends;
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::touch(int a, int b) {
  const auto from = static_cast<std::int16_t>(a), to = static_cast<std::int16_t>(b);
  return step(proof::Rule::Touch, {},
              {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)}, {}, [&] {
                return Claim{{}, {}, from, to, true};
              });
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::meet(Id a, Id b, bool over) {
  const auto rule = over ? proof::Rule::Over : proof::Rule::Through;
  return step(rule, {std::min(a, b), std::max(a, b)}, {}, {}, [&] {
    Claim one = claims_[a], two = claims_[b];
    if (one.from == two.from || one.from == two.to) std::swap(one.from, one.to);
    if (two.to == one.to) std::swap(two.from, two.to);
    const int middle = one.to;
    Claim sum{one.stones | two.stones, {}, one.from, two.to, !over};
    if (!over && middle < cells_) sum.stones.set(middle);
    sum.stones &= ~ends_of(sum);
    sum.carrier = (one.carrier | two.carrier) & ~sum.stones & ~ends_of(sum);
    if (over) sum.carrier.set(middle);
    return sum;
  });
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::either(std::vector<Id> ways) {
  const auto sum_of = [&](std::size_t left_out) {
    Claim sum = claims_[ways[left_out == 0 ? ways.size() - 1 : 0]];
    sum.stones = {};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (i != left_out) sum.stones |= claims_[ways[i]].stones;
    }
    Set common = ~Set{};
    sum.carrier = {};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (i == left_out) continue;
      const Set carrier = claims_[ways[i]].carrier & ~sum.stones & ~ends_of(sum);
      common &= carrier;
      sum.carrier |= carrier;
    }
    sum.full = common.none();
    return sum;
  };
  for (std::size_t i = ways.size(); i-- > 0 && ways.size() > 1;) {
    if (sum_of(i).full) ways.erase(ways.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return step(proof::Rule::Either, ways, {}, {}, [&] { return sum_of(ways.size()); });
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::play(int cell, Id part) {
  Claim claim = claims_[part];
  if (!claim.stones.test(cell)) return part;  // what the other side cannot hinder without it
  claim.stones.reset(cell);
  claim.carrier.set(cell);
  claim.full = false;
  return step(proof::Rule::Play, {part}, {static_cast<std::uint16_t>(cell)}, {},
              [&] { return claim; });
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::without_dead(const Set& dead, const Set& support,
                                                           Id part) {
  Claim claim = claims_[part];
  claim.stones = (claim.stones | support) & ~dead;
  claim.carrier &= ~claim.stones & ~dead;
  return step(proof::Rule::Dead, {part}, list_of(dead), list_of(support), [&] { return claim; });
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::captured(int a, int b, const Set& support, Id part) {
  const Set pair = Set::single(a) | Set::single(b);
  Claim claim = claims_[part];
  claim.stones = (claim.stones | support) & ~pair;
  claim.carrier = (claim.carrier & ~claim.stones) | pair;
  return step(proof::Rule::Captured, {part},
              {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)}, list_of(support),
              [&] { return claim; });
}

template <int W>
proof::StepList ProofBuilder<W>::steps_for(Id last) && {
  claims_.resize(0);
  places_ = {};
  std::vector<bool> needed(last + 1, false);
  needed[last] = true;
  for (Id id = last + 1; id-- > 0;) {
    if (!needed[id]) continue;
    for (const Id part : steps_[id].parts) needed[part] = true;
  }
  std::vector<Id> place(last + 1, 0), parts;
  Cells cells, support;
  proof::StepList steps;
  for (Id id = 0; id <= last; ++id) {
    if (!needed[id]) continue;
    place[id] = static_cast<Id>(steps.size());
    const auto step = steps_[id];
    parts.clear();
    for (const Id part : step.parts) parts.push_back(place[part]);
    cells.assign(step.cells.begin(), step.cells.end());
    support.assign(step.support.begin(), step.support.end());
    steps.add(step.rule, parts, cells, support);
  }
  return steps;
}

template class ProofBuilder<1>;
template class ProofBuilder<2>;
template class ProofBuilder<6>;

}  // namespace losange::solver
