#include "solver/earlier_results.h"

#include "proof/useless.h"

namespace losange::solver {

template <int W>
void EarlierResults<W>::add(const Position& position, const Result& result) {
  const game::Side mover = position.to_move();
  const game::Side winner = result.wins ? mover : game::other(mover);
  List& list = lists_[static_cast<std::size_t>(game::index(winner))][result.wins ? 1 : 0];
  if (list.stones.size() < kMost) {
    list.stones.emplace_back();
    list.cells.emplace_back();
    list.moves.emplace_back();
  }
  list.stones[list.next] = needed_stones(position, winner, result.reason);
  list.cells[list.next] = result.reason;
  list.moves[list.next] = result.move;
  list.next = (list.next + 1) % kMost;
}

template <int W>
std::optional<typename EarlierResults<W>::Result> EarlierResults<W>::find(
    const Position& position) const {
  const game::Side mover = position.to_move();
  for (const game::Side winner : {mover, game::other(mover)}) {
    const Set &own = position.stones(winner), &others = position.stones(game::other(winner));
    // Who wins without the move wins with it, wherever that goes.
    for (const bool moves : {false, true}) {
      if (moves && winner != mover) continue;
      const List& list = lists_[static_cast<std::size_t>(game::index(winner))][moves ? 1 : 0];
      for (std::size_t i = 0; i < list.stones.size(); ++i) {
        if (((list.stones[i] & ~own) | (list.cells[i] & others)).any()) continue;
        // The move may be among its stones already: then any other does as well.
        const bool same = moves && position.empty().test(list.moves[i].cell());
        const auto move = same ? list.moves[i] : hex::Move::at(position.empty().first());
        return Result{.wins = winner == mover, .move = move, .reason = list.cells[i]};
      }
    }
  }
  return std::nullopt;
}

// A way between its edges leads through stones and cells that hang together and reach both of them; and it has a way round
// each stone whose neighbours are joined without it.
template <int W>
typename EarlierResults<W>::Set EarlierResults<W>::needed_stones(const Position& position,
                                                                 game::Side winner,
                                                                 const Set& cells) {
  const auto& geometry = position.geometry();
  const auto& edges = geometry.edges[game::index(winner)];
  const Set may_own = position.stones(winner) | cells;
  const Set useful = geometry.flood(edges[0], may_own) & geometry.flood(edges[1], may_own);
  Set needed = position.stones(winner) & useful;
  const Set carrier = cells & useful;
  const Set stones = needed;
  stones.for_each([&](int cell) {
    const Set one = Set::single(cell), others = needed & ~one;
    if (proof::useless(geometry, edges, one, others, carrier)) needed = others;
  });
  return needed;
}

template class EarlierResults<1>;
template class EarlierResults<2>;
template class EarlierResults<6>;

}  // namespace losange::solver
