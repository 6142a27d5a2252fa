// Which moves alpha-beta tries first, learnt while it searches: two killers a ply, a history of cut-offs for
// each side and move, and the move that answered the last one best. One of these a thread. Orders only: the
// value of a position never depends on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "search/alphabeta/evaluator.h"
#include "search/alphabeta/table.h"

namespace losange::search {

template <game::Position P, class E>
class MoveOrder {
 public:
  using Move = typename P::Move;
  static constexpr int kMostHistory = 1 << 14;
  static constexpr std::int32_t kTableMove = 1 << 30;

  MoveOrder() : learnt_(std::make_unique<Learnt>()) {}

  // Between two searches: killers belong to plies that moved on, history fades.
  void new_search() {
    learnt_->killers.fill({kNoMoveKey, kNoMoveKey});
    for (auto& side : learnt_->history) {
      for (auto& count : side) count /= 4;
    }
  }

  // Adds to the evaluator's orders. `table_move` goes first whatever they are.
  void rank(OrderedMoves<P>& moves, std::uint16_t table_move, game::Side side, int ply,
            const Move& last) const {
    const auto& killers = learnt_->killers[static_cast<std::size_t>(ply)];
    const auto& history = learnt_->history[game::index(side)];
    const std::uint16_t counter = learnt_->counters[game::index(side)][E::move_key(last)];
    for (auto& candidate : moves) {
      const auto key = static_cast<std::uint16_t>(E::move_key(candidate.move));
      if (key == table_move) {
        candidate.order = kTableMove;
        continue;
      }
      candidate.order += history[key] >> Hooks<P, E>::kHistoryShift;
      if (key == killers[0]) {
        candidate.order += Hooks<P, E>::kKillerOrder;
      } else if (key == killers[1] || key == counter) {
        candidate.order += Hooks<P, E>::kKillerOrder / 2;
      }
    }
  }

  // The best of those from `first` on comes to `first`.
  static void bring_best(OrderedMoves<P>& moves, std::size_t first) {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < moves.size(); ++i) {
      if (moves[i].order > moves[best].order) best = i;
    }
    if (best != first) std::swap(moves[first], moves[best]);
  }

  // moves[0 .. tried - 1] were searched, the last of them cut off.
  void learn(const OrderedMoves<P>& moves, std::size_t tried, game::Side side, int ply, int depth,
             const Move& last) {
    const auto key = static_cast<std::uint16_t>(E::move_key(moves[tried - 1].move));
    auto& killers = learnt_->killers[static_cast<std::size_t>(ply)];
    if (killers[0] != key) {
      killers[1] = killers[0];
      killers[0] = key;
    }
    learnt_->counters[game::index(side)][E::move_key(last)] = key;
    auto& history = learnt_->history[game::index(side)];
    const int bonus = std::min(depth * depth * 16, kMostHistory / 4);
    for (std::size_t i = 0; i < tried; ++i) {
      // Towards the bound by a share of the way, so that it is never passed.
      auto& count = history[E::move_key(moves[i].move)];
      count += i + 1 == tried ? (kMostHistory - count) * bonus / kMostHistory
                              : -count * bonus / kMostHistory;
    }
  }

 private:
  struct Learnt {
    Learnt() {
      killers.fill({kNoMoveKey, kNoMoveKey});
      for (auto& side : counters) side.fill(kNoMoveKey);
    }

    std::array<std::array<std::uint16_t, 2>, kMaxPly> killers;
    std::array<std::array<std::int32_t, E::kMoveKeys>, 2> history{};
    std::array<std::array<std::uint16_t, E::kMoveKeys>, 2> counters;
  };

  std::unique_ptr<Learnt> learnt_;
};

}  // namespace losange::search
