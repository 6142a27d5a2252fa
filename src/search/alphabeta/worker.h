// One thread of an alpha-beta search: principal-variation search below the root (Marsland and Campbell 1982),
// with a transposition table, learnt move order, late-move reductions and extensions. Here is what a thread has and
// counts; what it does at a node is in node.h, which who searches includes. No allocation and no virtual call a node.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "search/alphabeta/budget.h"
#include "search/alphabeta/order.h"
#include "search/alphabeta/settings.h"
#include "search/alphabeta/table.h"
#include "search/alphabeta/trace.h"

namespace losange::search {

// Plies taken off a late move, by depth and by how many moves came before.
class Reductions {
 public:
  Reductions() {
    for (int depth = 1; depth < kDepths; ++depth) {
      for (int moves = 1; moves < kMoves; ++moves) {
        table_[depth][moves] =
            static_cast<std::uint8_t>(std::max(0.0, 0.4 + std::log(depth) * std::log(moves) / 2.4));
      }
    }
  }
  int plies(int depth, std::size_t moves) const {
    return table_[std::min(depth, kDepths - 1)][std::min<std::size_t>(moves, kMoves - 1)];
  }

 private:
  static constexpr int kDepths = 64, kMoves = 64;
  std::array<std::array<std::uint8_t, kMoves>, kDepths> table_{};
};

template <game::Position P, class E>
class AlphaBetaWorker {
 public:
  using Move = typename P::Move;
  using Hook = Hooks<P, E>;
  using Line = base::FixedVector<Move, kMaxPly>;

  AlphaBetaWorker(const AlphaBetaRules& rules, TranspositionTable& table, E evaluator)
      : rules_(rules),
        table_(table),
        evaluator_(std::move(evaluator)),
        lines_(std::make_unique<std::array<Line, kMaxPly>>()) {}

  void new_search(SharedBudget& budget, NodeTrace<P>* trace) {
    budget_ = &budget;
    trace_ = trace;
    split_ = nullptr;
    halted_ = false;
    granted_ = allowance_ = 1;
    nodes_ = 0;
    cuts_ = {};
    trace_parent_ = 0;
    order_.new_search();
  }
  // Hands in the nodes not yet counted.
  void finish() {
    budget_->spend(granted_ - std::min(granted_, allowance_));
    granted_ = allowance_ = 0;
  }
  std::uint64_t nodes() const { return nodes_ + granted_ - std::min(granted_, allowance_); }
  struct Cuts {
    std::uint64_t all = 0, first = 0;  // nodes cut off, and those by the first move
  };
  const Cuts& cuts() const { return cuts_; }

  // The value of a position for its side to move: exact inside the window, else a bound on that side.
  // 0 when halted().
  Score search(const P& position, const Move& last, int ply, int depth, Score alpha, Score beta) {
    if (trace_ == nullptr) [[likely]]
      return visit(position, last, ply, depth, alpha, beta);
    return traced_visit(position, last, ply, depth, alpha, beta);
  }

  // Values are no good any more: the search is over, or another thread cut off what this one looks at.
  bool halted() const { return halted_; }
  // The same after waiting for others, who may have given up what this one waited for.
  bool halted_meanwhile() { return halted_ = halted_ || budget_->stopped(); }
  // What this thread works for, while a task lasts; gives back what it worked for before.
  const SplitPoint* enter(const SplitPoint* split) {
    halted_ = budget_->stopped();
    return std::exchange(split_, split);
  }
  // Runs what must not throw: the tasks of OpenMP. The search ends instead, and its caller hears of it.
  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (...) {
      budget_->fail();
    }
  }
  bool look() {
    const std::uint64_t searched = granted_ - std::min(granted_, allowance_);
    nodes_ += searched;
    granted_ = allowance_ = budget_->spend(searched);
    halted_ = allowance_ == 0 || (split_ != nullptr && split_->cut_anywhere());
    return !halted_;
  }

  Line& line(int ply) { return (*lines_)[static_cast<std::size_t>(ply)]; }
  void join_line(int ply, const Move& move) { join_line(ply, move, line(ply + 1)); }
  void join_line(int ply, const Move& move, const Line& rest) {
    Line& joined = line(ply);
    joined.clear();
    joined.push_back(move);
    for (const Move& next : rest) {
      if (joined.size() < Line::capacity()) joined.push_back(next);
    }
  }
  E& evaluator() { return evaluator_; }
  MoveOrder<P, E>& order() { return order_; }

  // Moves in the order they are to be tried; the outcome where knowledge or the rules decide it.
  game::Outcome moves_of(const P& position, const Move& last, int ply, int depth,
                         std::uint16_t table_move, OrderedMoves<P>& moves) {
    const game::Outcome known = Hook::candidates(evaluator_, position, last, depth, moves);
    if (known != game::Outcome::Ongoing) return known;
    if (rules_.learn_order) order_.rank(moves, table_move, position.to_move(), ply, last);
    return known;
  }
  std::size_t breadth(std::size_t moves) const {
    const auto width = static_cast<std::size_t>(rules_.width);
    return width == 0 ? moves : std::min(width, moves);
  }
  int late_reduction(int depth, std::size_t tried, bool principal) const {
    return std::clamp(reductions_.plies(depth, tried) - (principal ? 1 : 0), 0, depth - 2);
  }
  // Plies for a child beyond depth - 1.
  int extension(const P& before, const Move& last, const Move& move, const P& after, int ply,
                std::size_t moves) {
    if (!rules_.extensions || ply > kMaxPly / 2) return 0;
    if (Hook::kExtendForced && moves == 1) return 1;
    return Hook::extension(evaluator_, before, last, move, after);
  }
  // Steps 4 and 5 of a node, for those who search its moves themselves: a value where the table knows it.
  struct Probe {
    std::uint16_t move = kNoMoveKey;
    std::optional<Score> value;
  };
  Probe probe(const P& position, std::uint64_t key, int ply, int depth, Score alpha,
              Score beta) const;
  void remember(std::uint64_t key, int ply, int depth, Score value, Score alpha, Score beta,
                std::uint16_t move) {
    table_.store(key, ply, {move, value, depth, bound_of(value, alpha, beta)});
  }
  std::optional<Score> over(const P& position, int ply) {
    const game::Outcome outcome = Hook::outcome(evaluator_, position);
    if (outcome == game::Outcome::Ongoing) return std::nullopt;
    return Hook::result(evaluator_, position, outcome, ply);
  }
  // Knowledge, or a position without moves whose outcome was not asked before.
  Score settled(const P& position, game::Outcome known, int ply) {
    if (known == game::Outcome::Ongoing) {
      return Hook::result(evaluator_, position, position.outcome(), ply);
    }
    const int result = game::value_for(position.to_move(), known);
    return result == 0 ? Hook::result(evaluator_, position, known, ply)
                       : result * (kKnownWin - ply);
  }
  // Counts a node; false when the search is over.
  bool count() {
    if (--allowance_ != 0 && !budget_->stopped()) [[likely]]
      return !halted_;
    return look();
  }

 private:
  Score visit(const P& position, const Move& last, int ply, int depth, Score alpha, Score beta);
  Score traced_visit(const P& position, const Move& last, int ply, int depth, Score alpha,
                     Score beta);
  Score search_moves(const P& position, const Move& last, int ply, int depth, Score alpha,
                     Score beta, OrderedMoves<P>& moves, std::uint64_t key);
  Score search_frontier(const P& position, const Move& last, int ply, Score alpha, Score beta,
                        OrderedMoves<P>& moves, std::uint64_t key);
  Score search_child(const P& child, const Move& move, int ply, int depth, int reduction,
                     bool first, Score alpha, Score beta);
  Score horizon(const P& position, int ply, int depth, Score alpha, Score beta);
  std::optional<Score> far_outside(const P& position, const Move& last, int ply, int depth,
                                   Score alpha, Score beta);
  void cut(const P& position, const Move& last, int ply, int depth, const OrderedMoves<P>& moves,
           std::size_t tried) {
    ++cuts_.all;
    cuts_.first += tried == 1 ? 1 : 0;
    if (rules_.learn_order) order_.learn(moves, tried, position.to_move(), ply, depth, last);
  }

  struct Visit {  // of the node left last, for traces
    int children = 0, searched = 0;
    std::uint16_t best = kNoMoveKey;
  };

  AlphaBetaRules rules_;
  TranspositionTable& table_;
  E evaluator_;
  MoveOrder<P, E> order_;
  Reductions reductions_;
  std::unique_ptr<std::array<Line, kMaxPly>> lines_;
  SharedBudget* budget_ = nullptr;
  const SplitPoint* split_ = nullptr;
  NodeTrace<P>* trace_ = nullptr;
  std::uint64_t trace_parent_ = 0;
  Visit visited_;
  std::uint64_t granted_ = 0, allowance_ = 0;  // nodes until the next look, at the last one and now
  std::uint64_t nodes_ = 0;                    // up to the last look
  Cuts cuts_;
  bool halted_ = false;
};

}  // namespace losange::search
