#include "solver/hex_prover.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <vector>

#include "proof/useless.h"

namespace losange::solver {
namespace {

constexpr std::size_t kBetweenTelling = 64;  // positions

}  // namespace

template <int W>
std::optional<proof::StepList> HexProver<W>::prove(const Position& position) {
  try {
    const Id last =
        position.outcome() == game::Outcome::Ongoing ? after_filling(position) : won(position);
    return std::move(builder_).steps_for(last);
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

template <int W>
typename HexProver<W>::Id HexProver<W>::after_filling(const Position& position) {
  if (position.outcome() != game::Outcome::Ongoing) return won(position);
  const auto inferior = hex::inferior_cells(position);
  const Id filled = won(hex::filled_in(position, inferior));
  // Where what was filled in cannot be shown to be right by the rules of proofs, the position itself is proved.
  if (const auto id = take_back(filled, position, inferior)) return *id;
  return won(position);
}

template <int W>
typename HexProver<W>::Id HexProver<W>::won(const Position& position) {
  if (const auto at = known_.find(position.hash()); at != known_.end()) return at->second;
  if (stop_.stop_requested()) throw Stopped();
  if (made_ && known_.size() % kBetweenTelling == 0) made_(builder_.size());
  Id id = 0;
  if (position.outcome() != game::Outcome::Ongoing) {
    if (position.outcome() != game::win_for(winner_)) search::contradicted();
    id = chain(position, builder_.edge(0), builder_.edge(1));
  } else {
    id = position.to_move() == winner_ ? by_moving(position) : by_answering(position);
  }
  known_.emplace(position.hash(), id);
  return id;
}

template <int W>
typename HexProver<W>::Id HexProver<W>::by_moving(const Position& position) {
  const hex::Move move = winning_move(position);
  Position next = position;
  next.play(move);
  return builder_.play(move.cell(), after_filling(next));
}

template <int W>
hex::Move HexProver<W>::winning_move(const Position& position) {
  if (const Set wins = position.winning_cells(winner_); wins.any())
    return hex::Move::at(wins.first());
  const auto proved = [&](const Position& asked) {
    const auto report = search_.prove(asked, {}, {}, stop_);
    if (!report.wins) throw Stopped();
    return *report.wins;
  };
  const auto wins = [&](hex::Move move) {
    Position next = position;
    next.play(move);
    return !proved(HexExpert<W>::filled(next));
  };
  // The search knows positions that are filled in. What wins there wins here as a rule.
  if (const Position filled = HexExpert<W>::filled(position);
      filled.outcome() == game::Outcome::Ongoing) {
    if (!proved(filled)) search::contradicted();
    if (const auto move = search_.winning_move(filled)) {
      if (!filled.is_legal(*move)) search::contradicted();
      if (filled == position || wins(*move)) return *move;
    }
  }
  // Or the table has forgotten which one it was.
  std::optional<hex::Move> found;
  position.empty().for_each([&](int cell) {
    if (!found && wins(hex::Move::at(cell))) found = hex::Move::at(cell);
  });
  if (!found) search::contradicted();
  return *found;
}

// Threats that the winner has by connections, and an answer to each move that meets them all.
template <int W>
typename HexProver<W>::Id HexProver<W>::by_answering(const Position& position) {
  connections_.find(position, winner_);
  shown_.clear();
  if (connections_.joined()) return shown(position, connections_.winning());
  std::vector<Id> ways;
  for (const Link* threat : connections_.threats()) ways.push_back(shown(position, *threat));
  Set left = connections_.must_play();
  while (left.any()) {
    Position next = position;
    next.play(hex::Move::at(telling_move(position, left)));
    ways.push_back(after_filling(next));
    left &= builder_[ways.back()].carrier;
  }
  return builder_.either(std::move(ways));
}

// The one whose refutation, as the search remembers it, refutes most of the others too.
template <int W>
int HexProver<W>::telling_move(const Position& position, const Set& moves) const {
  int best = moves.first(), least = Set::kBits;
  moves.for_each([&](int cell) {
    Position next = position;
    next.play(hex::Move::at(cell));
    const auto* entry = search_.table().find(HexExpert<W>::filled(next).hash());
    if (entry == nullptr || !entry->numbers.is_won()) return;
    const int left = (entry->reason & moves).count();
    if (left >= least) return;
    least = left;
    best = cell;
  });
  return best;
}

// Cells that were filled in together, the last ones first: of a side that loses them nothing is said, its own cells were
// dead or captured. Stones that the proof does not need are not there to take back.
template <int W>
std::optional<typename HexProver<W>::Id> HexProver<W>::take_back(
    Id id, const Position& position, const hex::InferiorCells<W>& filled) {
  Set own = filled.captured[game::index(winner_)];
  if (winner_ == game::Side::First) own |= filled.dead;
  std::map<int, Set, std::greater<>> turns;
  own.for_each([&](int cell) { turns[filled.turn[cell]].set(cell); });
  for (const auto& [turn, cells] : turns) {
    own &= ~cells;
    if (!overlaps(builder_[id].stones, cells)) continue;
    const auto next = take_back_one(id, cells, position, position.stones(winner_) | own);
    if (!next) return std::nullopt;
    id = *next;
  }
  return id;
}

// With as few of the stones that are there for support as it takes: none, those around, those around all that the winner
// shuts in, all.
template <int W>
std::optional<typename HexProver<W>::Id> HexProver<W>::take_back_one(Id id, const Set& cells,
                                                                     const Position& position,
                                                                     const Set& there) {
  const auto& geometry = position.geometry();
  const auto& edges = geometry.edges[game::index(winner_)];
  const Set stones = builder_[id].stones, carrier = builder_[id].carrier;
  const Set shut_in = geometry.flood(cells, geometry.board & ~there);
  for (const Set& around :
       {Set{}, geometry.spread(cells), geometry.spread(shut_in), geometry.board}) {
    const Set support = around & there & ~stones;
    const Set with = (stones | support) & ~cells, left = carrier & ~with & ~cells;
    if (proof::useless(geometry, edges, cells & stones, with, left))
      return builder_.without_dead(cells & stones, support, id);
    if (cells.count() != 2) continue;
    const Set first = Set::single(cells.first()), second = cells & ~first;
    if (proof::useless(geometry, edges, first, with | second, left) &&
        proof::useless(geometry, edges, second, with | first, left))
      return builder_.captured(first.first(), second.first(), support, id);
  }
  return std::nullopt;
}

// A connection by its parts, down to cells that touch.
template <int W>
typename HexProver<W>::Id HexProver<W>::shown(const Position& position, const Link& link) {
  if (const auto at = shown_.find(&link); at != shown_.end()) return at->second;
  std::vector<Id> parts;
  for (const Link* part : connections_.parts(link)) parts.push_back(shown(position, *part));
  Id id = 0;
  switch (link.rule) {
    case hex::ConnectionRule::Adjacent:
      id = chain(position, end_of(link.from), end_of(link.to));
      break;
    case hex::ConnectionRule::Through: id = builder_.meet(parts[0], parts[1], false); break;
    case hex::ConnectionRule::Over: id = builder_.meet(parts[0], parts[1], true); break;
    case hex::ConnectionRule::Either: id = builder_.either(std::move(parts)); break;
    case hex::ConnectionRule::CarriedFull:
    case hex::ConnectionRule::CarriedSemi: assert(false); break;  // none was found that way
  }
  shown_.emplace(&link, id);
  return id;
}

template <int W>
int HexProver<W>::end_of(int end) const {
  return end >= hex::Connections<W>::kFirstEdge
             ? builder_.edge(end - hex::Connections<W>::kFirstEdge)
             : end;
}

// Two ends that touch, or that stones of the winner join: a shortest way along them.
template <int W>
typename HexProver<W>::Id HexProver<W>::chain(const Position& position, int from, int to) {
  const auto& geometry = position.geometry();
  const auto& edges = geometry.edges[game::index(winner_)];
  const auto beside = [&](int end) {
    return end >= geometry.cells ? edges[static_cast<std::size_t>(end - geometry.cells)]
                                 : geometry.neighbours[static_cast<std::size_t>(end)];
  };
  const Set goal = beside(to), stones = position.stones(winner_);
  if (from < geometry.cells && goal.test(from)) return builder_.touch(from, to);
  if (from >= geometry.cells && to < geometry.cells && beside(from).test(to))
    return builder_.touch(to, from);
  std::vector<int> before(static_cast<std::size_t>(geometry.cells), -1);
  std::vector<int> queue;
  Set seen;
  const auto visit = [&](const Set& cells, int by) {
    (cells & stones & ~seen).for_each([&](int cell) {
      seen.set(cell);
      before[static_cast<std::size_t>(cell)] = by;
      queue.push_back(cell);
    });
  };
  visit(beside(from), from);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int cell = queue[i];
    if (!goal.test(cell)) {
      visit(geometry.neighbours[static_cast<std::size_t>(cell)], cell);
      continue;
    }
    std::vector<int> way{to, cell};
    while (way.back() != from) way.push_back(before[static_cast<std::size_t>(way.back())]);
    std::reverse(way.begin(), way.end());
    Id id = builder_.touch(way[0], way[1]);
    for (std::size_t k = 2; k < way.size(); ++k) {
      id = builder_.meet(id, builder_.touch(way[k - 1], way[k]), false);
    }
    return id;
  }
  assert(false);
  return 0;
}

template class HexProver<1>;
template class HexProver<2>;
template class HexProver<6>;

}  // namespace losange::solver
