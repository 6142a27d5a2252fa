#include "hex/connections/connections.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace losange::hex {
namespace {

template <int W>
bool inside(const Bitboard<W>& small, const Bitboard<W>& large) {
  std::uint64_t out = 0;
  for (int i = 0; i < W; ++i) out |= small.words[i] & ~large.words[i];
  return out == 0;
}

template <class F>
void for_each_slot(std::uint32_t slots, F&& f) {
  for (; slots != 0; slots &= slots - 1) f(std::countr_zero(slots));
}

// Whether a carrier of the slots lies inside another one: then that one says nothing new.
template <class Kept, class Set>
bool covers(const Kept& kept, const Set& carrier) {
  for (std::uint32_t slots = kept.used; slots != 0; slots &= slots - 1) {
    if (inside(kept.carriers[std::countr_zero(slots)], carrier)) return true;
  }
  return false;
}

template <class Kept, class Set>
void drop_wider(Kept& kept, const Set& carrier) {
  std::uint32_t wider = 0;
  for_each_slot(kept.used, [&](int slot) {
    if (inside(carrier, kept.carriers[slot])) wider |= 1U << slot;
  });
  kept.used &= ~wider;
  kept.done &= ~wider;
}

// The slot of a connection that is still kept, or -1.
template <class Kept>
int slot_of(const Kept& kept, std::int32_t id) {
  for (std::uint32_t slots = kept.used; slots != 0; slots &= slots - 1) {
    if (kept.ids[std::countr_zero(slots)] == id) return std::countr_zero(slots);
  }
  return -1;
}

}  // namespace

// Smallest carriers first. What a connection is made into is never smaller than it is, so one pass over the sizes is all;
// and each is combined with those that were done before it, so that every two of them meet once.
template <int W>
void Connections<W>::find(const Position<W>& position, Side side, const Set& within) {
  assert(position.outcome() == Outcome::Ongoing);
  set_up(position, side, within);
  add_adjacent(position, game::index(side));
  run();
}

template <int W>
void Connections<W>::run() {
  for (std::size_t size = 0; size < waiting_.size(); ++size) {
    for (std::size_t i = 0; i < waiting_[size].size(); ++i) {
      if (joined() && limits_.until_won) return;
      if (over_ != nullptr && over_->load(std::memory_order_relaxed)) return;
      const std::int32_t id = waiting_[size][i];
      if (arena_[id].full()) {
        combine(id);
      } else {
        join(id);
      }
    }
  }
  complete_ = true;
  if (!joined()) leave_out_needless();
}

// Every two connections that are as they were have been tried in the earlier position, so those are done. A stone of the
// other side takes away what needs its cell, and nothing that remains was made by that or kept out by it. A stone of one's
// own leaves its cell out of carriers, or makes an end of another kind of it: these are looked at anew.
template <int W>
void Connections<W>::find_from(const Connections& earlier, const Position<W>& position) {
  assert(position.outcome() == Outcome::Ongoing);
  assert(&earlier != this && earlier.complete());
  set_up(position, earlier.side_, position.empty());
  const Set new_stones = earlier.empty_ & ~empty_;
  carry(earlier, new_stones & position.stones(side_), new_stones & ~position.stones(side_));
  run();
}

template <int W>
void Connections<W>::carry(const Connections& earlier, const Set& taken, const Set& gone) {
  carried_ = true;
  const auto now = [&](int end) -> int { return end < Set::kBits ? end_[end] : end; };
  changed_.clear();
  for (std::size_t i = 0; i < earlier.pair_count_; ++i) {
    const Pair& old = earlier.pairs_[i];
    const int from = now(old.from), to = now(old.to);
    if (from < 0 || to < 0 || from == to) continue;
    // The edges have their must-play region besides.
    const bool edges = from >= kFirstEdge && to >= kFirstEdge;
    const bool whole =
        edges || from != old.from || to != old.to || holds(taken, old.from) || holds(taken, old.to);
    if (whole || carry_unchanged(earlier, i, taken, gone)) changed_.push_back({i, whole});
  }
  for (const auto& [old, whole] : changed_) {
    const int from = now(earlier.pairs_[old].from), to = now(earlier.pairs_[old].to);
    const auto move = [&, all = whole](const auto& kept, ConnectionRule rule) {
      for_each_slot(kept.used, [&](int slot) {
        const Set& carrier = kept.carriers[slot];
        if (overlaps(carrier, gone) || !(all || overlaps(carrier, taken))) return;
        add(pair(from, to), carrier & ~taken, rule, -1, {});
      });
    };
    move(earlier.full_[old], ConnectionRule::CarriedFull);
    move(earlier.semi_[old], ConnectionRule::CarriedSemi);
  }
  for (const std::int32_t id : earlier.meeting_) {
    const Set& carrier = earlier.arena_[id].carrier;
    if (!overlaps(carrier, gone))
      add(pair(kFirstEdge, kLastEdge), carrier & ~taken, ConnectionRule::CarriedSemi, -1, {});
  }
}

// What has nothing to do with the new stones; true where something else is left.
template <int W>
bool Connections<W>::carry_unchanged(const Connections& earlier, std::size_t old, const Set& taken,
                                     const Set& gone) {
  bool left = false;
  const auto unchanged = [&](const auto& kept) {
    std::uint32_t same = 0;
    for_each_slot(kept.used, [&](int slot) {
      if (overlaps(kept.carriers[slot], gone)) return;
      if (overlaps(kept.carriers[slot], taken)) {
        left = true;
      } else {
        same |= 1U << slot;
      }
    });
    return same;
  };
  const std::uint32_t full = unchanged(earlier.full_[old]), semi = unchanged(earlier.semi_[old]);
  if (full == 0 && semi == 0) return left;
  const std::int32_t at = pair(earlier.pairs_[old].from, earlier.pairs_[old].to);
  Pair& made = pairs_[at];
  const auto copy = [](auto& to, const auto& from, std::uint32_t slots) {
    to.used = to.done = slots;
    for_each_slot(slots, [&](int slot) {
      to.carriers[slot] = from.carriers[slot];
      to.ids[slot] = kCarried;
    });
  };
  copy(full_[at], earlier.full_[old], full);
  copy(semi_[at], earlier.semi_[old], semi);
  for_each_slot(semi, [&](int slot) { made.common &= semi_[at].carriers[slot]; });
  if (full == 0) return left;
  made.listed = true;
  partners_[made.from].add(made.to);
  partners_[made.to].add(made.from);
  if (full_[at].carriers[std::countr_zero(full)].none()) {
    touching_[made.from].add(made.to);
    touching_[made.to].add(made.from);
  }
  return left;
}

template <int W>
void Connections<W>::set_up(const Position<W>& position, Side side, const Set& within) {
  const auto& geometry = position.geometry();
  arena_.clear();
  parts_.clear();
  pair_count_ = 0;
  meeting_.clear();
  winning_ = -1;
  side_ = side;
  complete_ = carried_ = false;
  must_play_ = empty_ = position.empty() & within;
  waiting_.resize(geometry.cells + 1);
  for (auto& ids : waiting_) ids.clear();
  partners_.fill({});
  touching_.fill({});
  pair_at_.assign(kEnds * kEnds, -1);

  end_.fill(-1);
  empty_.for_each([&](int cell) { end_[cell] = static_cast<std::int16_t>(cell); });
  const auto name = [&](const Set& stones, int end) {
    stones.for_each([&](int cell) { end_[cell] = static_cast<std::int16_t>(end); });
  };
  name(position.anchored(side, 0), kFirstEdge);
  name(position.anchored(side, 1), kLastEdge);
  Set loose = position.stones(side) & ~position.anchored(side, 0) & ~position.anchored(side, 1);
  while (loose.any()) {
    const Set chain = geometry.flood(Set::single(loose.first()), loose);
    name(chain, loose.first());
    loose &= ~chain;
  }
}

template <int W>
void Connections<W>::add_adjacent(const Position<W>& position, int side) {
  const auto& geometry = position.geometry();
  empty_.for_each([&](int cell) {
    for (int edge = 0; edge < 2; ++edge) {
      if (!geometry.edges[side][edge].test(cell)) continue;
      add(pair(cell, kFirstEdge + edge), {}, ConnectionRule::Adjacent, -1, {});
    }
    geometry.neighbours[cell].for_each([&](int next) {
      // Two empty cells once; a chain that is met twice is refused the second time.
      if (end_[next] < 0 || (empty_.test(next) && next < cell)) return;
      add(pair(cell, end_[next]), {}, ConnectionRule::Adjacent, -1, {});
    });
  });
}

template <int W>
std::int32_t Connections<W>::pair(int from, int to) {
  std::int32_t& at = pair_at_[from * kEnds + to];
  if (at >= 0) return at;
  at = pair_at_[to * kEnds + from] = static_cast<std::int32_t>(pair_count_);
  if (pair_count_ == pairs_.size()) {
    const std::size_t room = 2 * pairs_.size() + 64;
    pairs_.resize(room);
    full_.resize(room);
    semi_.resize(room);
  }
  ++pair_count_;
  full_[at].used = full_[at].done = semi_[at].used = semi_[at].done = 0;
  pairs_[at] = {static_cast<std::int16_t>(from), static_cast<std::int16_t>(to), false, empty_};
  return at;
}

template <int W>
std::int32_t Connections<W>::make(std::int32_t pair, const Set& carrier, ConnectionRule rule,
                                  int middle, std::span<const std::int32_t> parts) {
  const auto id = static_cast<std::int32_t>(arena_.size());
  arena_.push_back({carrier, pairs_[pair].from, pairs_[pair].to, static_cast<std::int16_t>(middle),
                    rule, static_cast<std::uint16_t>(parts.size()),
                    static_cast<std::int32_t>(parts_.size())});
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  return id;
}

template <int W>
void Connections<W>::add(std::int32_t pair, const Set& carrier, ConnectionRule rule, int middle,
                         std::span<const std::int32_t> parts) {
  auto& full = full_[pair];
  if (covers(full, carrier)) return;
  const int from = pairs_[pair].from, to = pairs_[pair].to;
  const bool edges = from >= kFirstEdge && to >= kFirstEdge;
  const bool semi = rule == ConnectionRule::Over || rule == ConnectionRule::CarriedSemi;
  const bool room = semi ? std::popcount(semi_[pair].used) < limits_.semi
                         : std::popcount(full.used) < limits_.full;
  // Between the edges a semi one counts that makes the must-play region smaller.
  if (!room && !(edges && semi && !inside(must_play_, carrier))) return;
  if (static_cast<int>(arena_.size()) >= limits_.total) return;
  if (semi) {
    if (covers(semi_[pair], carrier)) return;
    drop_wider(semi_[pair], carrier);
    const std::int32_t id = make(pair, carrier, rule, middle, parts);
    if (room) keep(semi_[pair], carrier, id);
    if (edges) meet_must_play(pair, carrier, id);
    return;
  }
  drop_wider(full, carrier);
  drop_wider(semi_[pair], carrier);
  const std::int32_t id = make(pair, carrier, rule, middle, parts);
  keep(full, carrier, id);
  if (carrier.none()) {
    touching_[from].add(to);
    touching_[to].add(from);
  }
  if (edges) {
    winning_ = winning_ < 0 ? id : winning_;
    must_play_ = {};
  }
}

template <int W>
template <int N>
void Connections<W>::keep(Kept<N>& kept, const Set& carrier, std::int32_t id) {
  const int slot = std::countr_one(kept.used);
  assert(slot < N);
  kept.used |= 1U << slot;
  kept.carriers[slot] = carrier;
  kept.ids[slot] = id;
  waiting_[carrier.count()].push_back(id);
}

// The other side must play where all of them are: nowhere, when no cell is in all.
template <int W>
void Connections<W>::meet_must_play(std::int32_t pair, const Set& carrier, std::int32_t id) {
  if (inside(must_play_, carrier)) return;
  must_play_ &= carrier;
  meeting_.push_back(id);
  if (joined() || must_play_.any()) return;
  leave_out_needless();
  Set all;
  for (const std::int32_t part : meeting_) all |= arena_[part].carrier;
  add(pair, all, ConnectionRule::Either, -1, meeting_);
}

// Of the semi ones that made the must-play region, those that it does not take: the widest go first.
template <int W>
void Connections<W>::leave_out_needless() {
  std::sort(meeting_.begin(), meeting_.end(), [&](std::int32_t a, std::int32_t b) {
    const int wide = arena_[a].carrier.count(), wider = arena_[b].carrier.count();
    return wide != wider ? wide < wider : a < b;
  });
  for (std::size_t i = meeting_.size(); i-- > 0;) {
    Set common = empty_;
    for (std::size_t k = 0; k < meeting_.size(); ++k) {
      if (k != i) common &= arena_[meeting_[k]].carrier;
    }
    if (common == must_play_) meeting_.erase(meeting_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// A full connection meets the full ones done before it, at either end.
template <int W>
void Connections<W>::combine(std::int32_t id) {
  const int from = arena_[id].from, to = arena_[id].to;
  const std::int32_t own = known_pair(from, to);
  const int slot = slot_of(full_[own], id);
  if (slot < 0) return;
  full_[own].done |= 1U << slot;
  if (!pairs_[own].listed) {
    pairs_[own].listed = true;
    partners_[from].add(to);
    partners_[to].add(from);
  }
  combine_at(id, from, to);
  combine_at(id, to, from);
}

template <int W>
void Connections<W>::combine_at(std::int32_t id, int from, int middle) {
  const Set carrier = arena_[id].carrier;
  const bool taken = is_cell(middle);
  const int room =
      is_cell(from) ? limits_.between_cells - carrier.count() - (taken ? 1 : 0) : Set::kBits;
  // Ends that touch need nothing more.
  const Ends& partners = partners_[middle];
  Set cells = partners.cells & ~carrier & ~touching_[from].cells;
  if (from < Set::kBits) cells.reset(from);
  if (room < 0) cells &= ~empty_;
  const unsigned edges = partners.edges & ~touching_[from].edges;
  Set whole = carrier;
  if (taken) whole.set(middle);
  for (int edge = 0; edge < 2; ++edge) {
    if ((edges >> edge & 1) != 0 && from != kFirstEdge + edge)
      combine_with(id, carrier, whole, from, middle, kFirstEdge + edge, Set::kBits);
  }
  cells.for_each([&](int to) {
    combine_with(id, carrier, whole, from, middle, to, empty_.test(to) ? room : Set::kBits);
  });
}

// With those that lead from the middle to another end and have at most that many cells.
template <int W>
void Connections<W>::combine_with(std::int32_t id, const Set& carrier, const Set& whole, int from,
                                  int middle, int to, int most) {
  const auto rule = is_cell(middle) ? ConnectionRule::Over : ConnectionRule::Through;
  const std::int32_t at = known_pair(middle, to);
  std::int32_t made = -1;
  for (std::uint32_t slots = full_[at].done; slots != 0; slots &= slots - 1) {
    const int slot = std::countr_zero(slots);
    const Set other = full_[at].carriers[slot];  // making a pair may move the others
    if (overlaps(carrier, other) || holds(other, from)) continue;
    if (most < Set::kBits && other.count() > most) continue;
    const Set all = whole | other;
    const std::array<std::int32_t, 2> parts{id, full_[at].ids[slot]};
    if (made < 0) made = pair(from, to);
    add(made, all, rule, middle, parts);
  }
}

// A semi connection is joined with those done before it.
template <int W>
void Connections<W>::join(std::int32_t id) {
  const std::int32_t own = known_pair(arena_[id].from, arena_[id].to);
  auto& semi = semi_[own];
  const int slot = slot_of(semi, id);
  if (slot < 0) return;
  const std::uint32_t others = semi.done;
  semi.done |= 1U << slot;
  const Set carrier = arena_[id].carrier;
  pairs_[own].common &= carrier;
  if (pairs_[own].common.any()) return;  // a cell is in all of them
  // What all those from a slot on have in common, they cannot take away from a union.
  Set left = empty_;
  for (std::uint32_t rest = others; rest != 0;) {
    const int last = static_cast<int>(std::bit_width(rest)) - 1;
    rest ^= 1U << last;
    left &= semi.carriers[last];
    in_all_from_[last] = left;
  }
  joining_[0] = id;
  join_more(own, carrier, carrier, others, 1);
}

template <int W>
void Connections<W>::join_more(std::int32_t pair, const Set& common, const Set& all,
                               std::uint32_t others, int count) {
  const auto& semi = semi_[pair];
  while (others != 0) {
    const int slot = std::countr_zero(others);
    if (overlaps(common, in_all_from_[slot])) return;
    others &= others - 1;
    if ((semi.done >> slot & 1) == 0) continue;  // dropped in the meantime
    const Set& carrier = semi.carriers[slot];
    if (inside(common, carrier)) continue;
    const Set left = common & carrier, sum = all | carrier;
    if (covers(full_[pair], sum)) continue;
    joining_[count] = semi.ids[slot];
    if (left.none()) {
      add(pair, sum, ConnectionRule::Either, -1, std::span(joining_.data(), count + 1));
    } else if (count + 1 < limits_.joined) {
      join_more(pair, left, sum, others, count + 1);
    }
  }
}

template <int W>
std::vector<const Connection<W>*> Connections<W>::between(int from, int to, bool full) const {
  assert(!carried_);
  std::vector<const Connection<W>*> found;
  const std::int32_t pair = known_pair(from, to);
  if (pair < 0) return found;
  const auto collect = [&](const auto& kept) {
    for_each_slot(kept.used, [&](int slot) { found.push_back(&arena_[kept.ids[slot]]); });
  };
  if (full) {
    collect(full_[pair]);
  } else {
    collect(semi_[pair]);
  }
  return found;
}

template <int W>
std::vector<const Connection<W>*> Connections<W>::parts(const Connection<W>& connection) const {
  assert(!carried_);
  std::vector<const Connection<W>*> found;
  found.reserve(connection.part_count);
  for (int i = 0; i < connection.part_count; ++i) {
    found.push_back(&arena_[parts_[connection.first_part + i]]);
  }
  return found;
}

template class Connections<1>;
template class Connections<2>;
template class Connections<4>;
template class Connections<6>;

}  // namespace losange::hex
