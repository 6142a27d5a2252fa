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
  if (2 * (kept_.size() + 1) > places_.size()) make_places();
  const auto add_to = [](auto& lists, const auto& list) {
    const std::size_t first = lists.size();
    for (const auto value : list) lists.push_back(value);
    return static_cast<std::uint32_t>(first);
  };
  // Added first, so that there is one way to find its place.
  const Kept kept{add_to(part_lists_, parts),
                  add_to(cell_lists_, cells),
                  static_cast<std::uint16_t>(parts.size()),
                  static_cast<std::uint16_t>(cells.size()),
                  static_cast<std::uint16_t>(support.size()),
                  rule};
  add_to(cell_lists_, support);
  std::size_t place = first_place(kept);
  for (; places_[place] != kFree; place = (place + 1) & (places_.size() - 1)) {
    if (!same(kept_[places_[place]], kept)) continue;
    part_lists_.resize(kept.first_part);
    cell_lists_.resize(kept.first_cell);
    return places_[place];
  }
  places_[place] = static_cast<Id>(kept_.size());
  kept_.push_back(kept);
  claims_.push_back(claim());
  return places_[place];
}

template <int W>
bool ProofBuilder<W>::same(const Kept& a, const Kept& b) const {
  if (a.rule != b.rule || a.parts != b.parts || a.cells != b.cells || a.support != b.support)
    return false;
  const auto same_lists = [](const auto& lists, std::size_t one, std::size_t other, int count) {
    for (int i = 0; i < count; ++i) {
      if (lists[one++] != lists[other++]) return false;
    }
    return true;
  };
  return same_lists(part_lists_, a.first_part, b.first_part, a.parts) &&
         same_lists(cell_lists_, a.first_cell, b.first_cell, a.cells + a.support);
}

template <int W>
std::size_t ProofBuilder<W>::first_place(const Kept& kept) const {
  std::uint64_t hash = static_cast<std::uint64_t>(kept.rule);
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  };
  for (std::size_t i = 0; i < kept.parts; ++i) mix(part_lists_[kept.first_part + i]);
  for (std::size_t i = 0; i < kept.cells + std::size_t{kept.support}; ++i)
    mix(cell_lists_[kept.first_cell + i]);
  return hash & (places_.size() - 1);
}

template <int W>
void ProofBuilder<W>::make_places() {
  places_ = std::vector<Id>(2 * places_.size(), kFree);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    std::size_t place = first_place(kept_[i]);
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
std::vector<proof::Step> ProofBuilder<W>::steps_for(Id last) && {
  claims_.resize(0);
  places_ = {};
  std::vector<bool> needed(last + 1, false);
  needed[last] = true;
  const auto for_each_part = [&](const Kept& kept, auto&& f) {
    for (std::size_t i = 0; i < kept.parts; ++i) f(part_lists_[kept.first_part + i]);
  };
  for (Id id = last + 1; id-- > 0;) {
    if (needed[id]) for_each_part(kept_[id], [&](Id part) { needed[part] = true; });
  }
  std::vector<Id> place(last + 1, 0);
  std::vector<proof::Step> steps;
  steps.reserve(static_cast<std::size_t>(std::count(needed.begin(), needed.end(), true)));
  for (Id id = 0; id <= last; ++id) {
    if (!needed[id]) continue;
    place[id] = static_cast<Id>(steps.size());
    const Kept& kept = kept_[id];
    auto& step = steps.emplace_back();
    step.rule = kept.rule;
    step.parts.reserve(kept.parts);
    for_each_part(kept, [&](Id part) { step.parts.push_back(place[part]); });
    const auto copy = [&](Cells& cells, std::size_t first, std::size_t count) {
      cells.reserve(count);
      for (std::size_t i = 0; i < count; ++i) cells.push_back(cell_lists_[first + i]);
    };
    copy(step.cells, kept.first_cell, kept.cells);
    copy(step.support, kept.first_cell + kept.cells, kept.support);
  }
  return steps;
}

template class ProofBuilder<1>;
template class ProofBuilder<2>;
template class ProofBuilder<6>;

}  // namespace losange::solver
