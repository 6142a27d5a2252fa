// Depth-first proof-number search (Nagai 2002): decides whether the side to move reaches a goal that either it or the other
// side reaches, by the moves that seem to be decided with the least work. Knows no game: an expert says what the goal is,
// which moves need to be looked at, in which order, and how many at a time (focus, Henderson 2010).
//
// An expert of positions P has
//   std::uint64_t key(const P&)            all that the result depends on; no way leads back to a key
//   std::optional<bool> decided(const P&)  whether the side to move reaches its goal, where that shows at once
//   P after(const P&, Move)                the position after a move, or another one with the same result
//   void expand(const P&, Expansion<Move>&)
// PlainExpert is the one that knows the rules alone.
#pragma once

#include <atomic>
#include <cassert>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/threads/alarm.h"
#include "game/game.h"
#include "search/proof/table.h"

namespace losange::search {

template <class Move>
struct Expansion {
  std::optional<bool> wins;  // for the side to move, where looking closely decides it
  std::vector<Move> moves;   // else: some of these wins if any move does; best first
  int width = 1 << 15;       // so many that are not refuted count at a time
  // How hard the positions after the moves look, for their own side to move; none: all the same.
  std::vector<ProofNumbers> guesses;

  void clear() { *this = {}; }
};

// `goal` wins, or it does not: a draw is the other side's success.
template <game::Position P>
class PlainExpert {
 public:
  explicit PlainExpert(game::Side goal) : goal_(goal) {}

  std::uint64_t key(const P& position) const { return position.hash(); }
  std::optional<bool> decided(const P& position) const {
    const auto outcome = position.outcome();
    if (outcome == game::Outcome::Ongoing) return std::nullopt;
    return (outcome == game::win_for(goal_)) == (position.to_move() == goal_);
  }
  P after(P position, const typename P::Move& move) const {
    position.play(move);
    return position;
  }
  void expand(const P& position, Expansion<typename P::Move>& out) const {
    typename P::Moves moves;
    position.legal_moves(moves);
    out.moves.assign(moves.begin(), moves.end());
  }

 private:
  game::Side goal_;
};

struct ProofLimits {
  std::optional<base::Millis> time{};
  std::optional<std::uint64_t> nodes{};  // positions looked at closely
};

// How a search stands, and what it came to.
template <class Move>
struct ProofReport {
  std::optional<bool> wins;  // for the side to move; nothing when a limit came first
  ProofNumbers numbers;
  std::vector<Move> line;  // of a decided position as far as it is remembered: legal moves
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::size_t memory = 0;
};

// One table for all questions to the same expert: what was decided stays so.
template <class P, class Expert>
class ProofSearch {
 public:
  using Move = typename P::Move;
  using Report = ProofReport<Move>;
  using Observer = std::function<void(const Report&)>;

  ProofSearch(Expert& expert, std::size_t bytes) : expert_(expert), table_(bytes) {}

  // Ends within 50 ms of its time and of a stop request, as long as a look at a position is that short.
  Report prove(const P& position, const ProofLimits& limits = {}, const Observer& observer = {},
               std::stop_token stop = {}) {
    const base::Stopwatch watch;
    std::optional<base::Alarm> alarm;
    std::atomic<bool> stopped{false};
    if (limits.time) alarm.emplace(base::Clock::now() + *limits.time, [&] { stopped = true; });
    const std::stop_callback on_stop(std::move(stop), [&] { stopped = true; });
    stopped_ = &stopped;
    nodes_ = 0;
    node_limit_ = limits.nodes.value_or(~std::uint64_t{0});
    Report report;
    const auto told = [&] {
      report.nodes = nodes_;
      report.seconds = watch.seconds();
      report.memory = table_.memory();
    };
    base::Stopwatch shown;
    tell_ = [&] {
      if (!observer || shown.seconds() < 0.1) return;
      shown.restart();
      report.numbers = root_;
      told();
      observer(report);
    };
    if (const auto decided = expert_.decided(position)) {
      report.numbers = *decided ? ProofNumbers::won() : ProofNumbers::lost();
    } else {
      const std::uint64_t key = expert_.key(position);
      report.numbers = numbers_of(key);
      if (!report.numbers.decided()) report.numbers = search(position, key, kMost, kMost, true);
      if (report.numbers.decided()) report.line = line_of(position);
    }
    if (report.numbers.decided()) report.wins = report.numbers.is_won();
    told();
    return report;
  }

  // A move that reaches the goal, the one that took the least work; nothing where none is remembered.
  std::optional<Move> winning_move(const P& position) const {
    const auto* entry = table_.find(expert_.key(position));
    if (entry == nullptr || entry->edges == 0) return std::nullopt;
    std::optional<Move> best;
    std::uint32_t least = 0;
    for (const Edge* edge = table_.edges_of(*entry); edge != table_.edges_of(*entry) + entry->edges;
         ++edge) {
      const auto* child = table_.find(edge->key);
      if (child == nullptr || !child->numbers.is_lost()) continue;
      if (best && child->work >= least) continue;
      best = edge->move;
      least = child->work;
    }
    return best;
  }

  const ProofTable<Move>& table() const { return table_; }

 private:
  using Edge = typename ProofTable<Move>::Edge;
  static constexpr std::uint32_t kMost = ProofNumbers::kInfinite;

  ProofNumbers numbers_of(std::uint64_t key, ProofNumbers guess = {}) const {
    const auto* entry = table_.find(key);
    return entry == nullptr ? guess : entry->numbers;
  }
  ProofNumbers numbers_after(const Edge& edge) const {
    return numbers_of(edge.key, {edge.proof, edge.disproof});
  }
  bool over() const { return nodes_ >= node_limit_ || *stopped_; }

  // What follows for a position from the positions after its moves.
  struct Sum {
    ProofNumbers numbers{ProofNumbers::kInfinite, 0};
    std::size_t best = 0;          // the move that is decided with the least work
    ProofNumbers best_child;       // as its own side sees it
    std::uint32_t second = kMost;  // the least disproof number of the others
  };
  Sum sum_of(const std::vector<Edge>& edges, int width) const {
    Sum sum;
    std::uint64_t disproof = 0;
    for (std::size_t i = 0; i < edges.size() && width > 0; ++i) {
      const ProofNumbers child = numbers_after(edges[i]);
      if (child.is_won()) continue;  // refuted
      --width;
      disproof += child.proof;
      if (child.disproof < sum.numbers.proof) {
        sum.second = sum.numbers.proof;
        sum.numbers.proof = child.disproof;
        sum.best = i;
        sum.best_child = child;
      } else {
        sum.second = std::min(sum.second, child.disproof);
      }
    }
    // A sum stays below what only a decided position has.
    sum.numbers.disproof =
        sum.numbers.proof == 0
            ? kMost
            : static_cast<std::uint32_t>(std::min<std::uint64_t>(disproof, kMost - 1));
    return sum;
  }

  // Searches below the position until its numbers reach either limit. Precondition: it is not decided.
  ProofNumbers search(const P& position, std::uint64_t key, std::uint32_t proof_limit,
                      std::uint32_t disproof_limit, bool is_root = false) {
    std::vector<Edge> edges;
    int width = 0;
    const std::uint64_t before = nodes_;
    if (const auto* entry = table_.find(key); entry != nullptr && entry->edges > 0) {
      edges.assign(table_.edges_of(*entry), table_.edges_of(*entry) + entry->edges);
      width = entry->width;
    } else {
      const ProofNumbers found = expand(position, edges, width);
      if (found.decided() || edges.empty()) {
        table_.store(key, found, 1, edges, width);
        return found;
      }
    }
    while (true) {
      const Sum sum = sum_of(edges, width);
      const bool done = sum.numbers.decided() || sum.numbers.proof >= proof_limit ||
                        sum.numbers.disproof >= disproof_limit;
      if (is_root) root_ = sum.numbers;
      if (done || over()) {
        table_.store(key, sum.numbers, static_cast<std::uint32_t>(nodes_ - before), edges, width);
        return sum.numbers;
      }
      const Edge edge = edges[sum.best];
      // A little more than the second best, so that two moves that are alike do not take turns at every step.
      const std::uint32_t child_disproof =
          std::min<std::uint64_t>(proof_limit, std::uint64_t{sum.second} + 1 + sum.second / 4);
      const std::uint32_t child_proof =
          disproof_limit >= kMost ? kMost
                                  : disproof_limit - sum.numbers.disproof + sum.best_child.proof;
      search(expert_.after(position, edge.move), edge.key, child_proof, child_disproof);
    }
  }

  // The moves worth a search; the result where a move decides it at once or none is left.
  ProofNumbers expand(const P& position, std::vector<Edge>& edges, int& width) {
    ++nodes_;
    tell_();
    expansion_.clear();
    expert_.expand(position, expansion_);
    if (expansion_.wins) return *expansion_.wins ? ProofNumbers::won() : ProofNumbers::lost();
    width = expansion_.width;
    for (std::size_t i = 0; i < expansion_.moves.size(); ++i) {
      const Move& move = expansion_.moves[i];
      const P child = expert_.after(position, move);
      const auto decided = expert_.decided(child);
      if (decided && *decided) continue;
      const ProofNumbers guess =
          expansion_.guesses.empty() ? ProofNumbers{} : expansion_.guesses[i];
      assert(guess.proof > 0 && guess.proof < 0x10000 && guess.disproof > 0 &&
             guess.disproof < 0x10000);
      edges.push_back({expert_.key(child), move, static_cast<std::uint16_t>(guess.proof),
                       static_cast<std::uint16_t>(guess.disproof)});
      if (!decided) continue;
      table_.store(edges.back().key, ProofNumbers::lost(), 1, {}, 0);
      edges = {edges.back()};
      return ProofNumbers::won();
    }
    return edges.empty() ? ProofNumbers::lost() : ProofNumbers{};
  }

  // The moves of the winner that win, and of the other side those that took the most work to refute.
  std::vector<Move> line_of(P position) const {
    std::vector<Move> line;
    while (true) {
      const auto* entry = table_.find(expert_.key(position));
      if (entry == nullptr || entry->edges == 0 || !entry->numbers.decided()) return line;
      const Edge* best = nullptr;
      std::uint32_t most = 0;
      for (const Edge* edge = table_.edges_of(*entry);
           edge != table_.edges_of(*entry) + entry->edges; ++edge) {
        const auto* child = table_.find(edge->key);
        if (child == nullptr || child->numbers.is_lost() != entry->numbers.is_won() ||
            !child->numbers.decided())
          continue;
        if (best != nullptr && child->work <= most) continue;
        best = edge;
        most = child->work;
      }
      if (best == nullptr) return line;
      line.push_back(best->move);
      position = expert_.after(position, best->move);
      if (expert_.decided(position)) return line;
    }
  }

  Expert& expert_;
  ProofTable<Move> table_;
  Expansion<Move> expansion_;
  ProofNumbers root_;
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::atomic<bool>* stopped_ = nullptr;
  std::function<void()> tell_;
};

}  // namespace losange::search
