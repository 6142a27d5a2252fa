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

std::uint64_t key_of(proof::Rule rule, std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(rule) << 60 | std::min(a, b) << 30 | std::max(a, b);
}

}  // namespace

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::add(proof::Step step, const Claim& claim) {
  steps_.push_back(std::move(step));
  claims_.push_back(claim);
  return static_cast<Id>(steps_.size() - 1);
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
  const auto key =
      key_of(proof::Rule::Touch, static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
  const auto [at, is_new] = known_.try_emplace(key, static_cast<Id>(steps_.size()));
  if (!is_new) return at->second;
  return add({.rule = proof::Rule::Touch,
              .parts = {},
              .cells = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)},
              .support = {}},
             {{}, {}, a, b, true});
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::meet(Id a, Id b, bool over) {
  const auto rule = over ? proof::Rule::Over : proof::Rule::Through;
  const auto [at, is_new] = known_.try_emplace(key_of(rule, a, b), static_cast<Id>(steps_.size()));
  if (!is_new) return at->second;
  Claim one = claims_[a], two = claims_[b];
  if (one.from == two.from || one.from == two.to) std::swap(one.from, one.to);
  if (two.to == one.to) std::swap(two.from, two.to);
  const int middle = one.to;
  Claim sum{one.stones | two.stones, {}, one.from, two.to, !over};
  if (!over && middle < cells_) sum.stones.set(middle);
  sum.stones &= ~ends_of(sum);
  sum.carrier = (one.carrier | two.carrier) & ~sum.stones & ~ends_of(sum);
  if (over) sum.carrier.set(middle);
  return add({.rule = rule, .parts = {a, b}, .cells = {}, .support = {}}, sum);
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
  const auto [at, is_new] = eithers_.try_emplace(ways, static_cast<Id>(steps_.size()));
  if (!is_new) return at->second;
  const Claim sum = sum_of(ways.size());
  return add({.rule = proof::Rule::Either, .parts = ways, .cells = {}, .support = {}}, sum);
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::play(int cell, Id part) {
  Claim claim = claims_[part];
  if (!claim.stones.test(cell)) return part;  // what the other side cannot hinder without it
  claim.stones.reset(cell);
  claim.carrier.set(cell);
  claim.full = false;
  return add({.rule = proof::Rule::Play,
              .parts = {part},
              .cells = {static_cast<std::uint16_t>(cell)},
              .support = {}},
             claim);
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::without_dead(const Set& dead, const Set& support,
                                                           Id part) {
  Claim claim = claims_[part];
  claim.stones = (claim.stones | support) & ~dead;
  claim.carrier &= ~claim.stones & ~dead;
  return add({.rule = proof::Rule::Dead,
              .parts = {part},
              .cells = list_of(dead),
              .support = list_of(support)},
             claim);
}

template <int W>
typename ProofBuilder<W>::Id ProofBuilder<W>::captured(int a, int b, const Set& support, Id part) {
  const Set pair = Set::single(a) | Set::single(b);
  Claim claim = claims_[part];
  claim.stones = (claim.stones | support) & ~pair;
  claim.carrier = (claim.carrier & ~claim.stones) | pair;
  return add({.rule = proof::Rule::Captured,
              .parts = {part},
              .cells = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)},
              .support = list_of(support)},
             claim);
}

template <int W>
std::vector<proof::Step> ProofBuilder<W>::steps_for(Id last) const {
  std::vector<bool> needed(last + 1, false);
  needed[last] = true;
  for (Id id = last + 1; id-- > 0;) {
    if (!needed[id]) continue;
    for (const Id part : steps_[id].parts) needed[part] = true;
  }
  std::vector<Id> place(last + 1, 0);
  std::vector<proof::Step> steps;
  for (Id id = 0; id <= last; ++id) {
    if (!needed[id]) continue;
    place[id] = static_cast<Id>(steps.size());
    steps.push_back(steps_[id]);
    for (Id& part : steps.back().parts) part = place[part];
  }
  return steps;
}

template class ProofBuilder<1>;
template class ProofBuilder<2>;
template class ProofBuilder<6>;

}  // namespace losange::solver
