// Depth-first proof-number search (Nagai 2002): decides whether the side to move reaches a goal that either it or the other
// side reaches, by the moves that seem to be decided with the least work. Knows no game: an expert says what the goal is,
// which moves need to be looked at, in which order, and how many at a time (focus, Henderson 2010).
#pragma once

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/threads/alarm.h"
#include "base/threads/parallel.h"
#include "search/proof/expert.h"
#include "search/proof/supposed.h"
#include "search/proof/table.h"

namespace losange::search {

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

  ProofSearch(Expert& expert, std::size_t bytes) : ProofSearch(std::span(&expert, 1), bytes) {}
  // On as many threads as there are experts, each of which must give the same answers. One thread alone searches the same
  // way every time.
  ProofSearch(std::span<Expert> experts, std::size_t bytes) : experts_(experts), table_(bytes) {}

  // Ends within 50 ms of its time and of a stop request, as long as a look at a position is that short.
  Report prove(const P& position, const ProofLimits& limits = {}, const Observer& observer = {},
               std::stop_token stop = {}) {
    const base::Stopwatch watch;
    std::atomic<bool> stopped{false};
    std::optional<base::Alarm> alarm;
    if (limits.time) alarm.emplace(base::Clock::now() + *limits.time, [&] { stopped = true; });
    const std::stop_callback on_stop(std::move(stop), [&] { stopped = true; });
    stopped_ = &stopped;
    finished_ = false;
    supposed_.clear();
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
    if (const auto decided = experts_[0].decided(position)) {
      report.numbers = *decided ? ProofNumbers::won() : ProofNumbers::lost();
    } else {
      const std::uint64_t key = experts_[0].key(position);
      report.numbers = numbers_of(key);
      if (!report.numbers.decided()) report.numbers = search_on_threads(position, key);
      if (report.numbers.decided()) report.line = line_of(position);
    }
    if (report.numbers.decided()) report.wins = report.numbers.is_won();
    told();
    return report;
  }

  // A move that reaches the goal, the one that took the least work; nothing where none is remembered.
  std::optional<Move> winning_move(const P& position) const {
    const auto* entry = table_.find(experts_[0].key(position));
    if (entry == nullptr || entry->edges == 0) return std::nullopt;
    std::optional<Move> best;
    // A won position keeps moves that win alone, and may remember them longer than what comes after them.
    if (entry->numbers.is_won()) best = table_.edges_of(*entry)->move;
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (const Edge* edge = table_.edges_of(*entry); edge != table_.edges_of(*entry) + entry->edges;
         ++edge) {
      const auto* child = table_.find(edge->key());
      if (child == nullptr || !child->numbers.is_lost() || child->work >= least) continue;
      best = edge->move;
      least = child->work;
    }
    return best;
  }

  // The moves of what is not decided, to make room: they are looked for again where a search comes back.
  void forget_open_moves() { table_.forget_moves(); }

  using Table = ProofTable<Move, typename Expert::Reason>;
  const Table& table() const { return table_; }
  // To be filled from a file, whose moves are not believed to lead where it says. Precondition: equal keys are of equal
  // positions, which is more than a search takes.
  Table& table_to_read() {
    was_read_ = true;
    return table_;
  }

 private:
  using Edge = typename Table::Edge;
  using Reason = typename Expert::Reason;
  static constexpr std::uint32_t kMost = ProofNumbers::kInfinite;

  using Lock = std::unique_lock<std::mutex>;

  enum class Fate : std::uint8_t { Open, Refuted, Spared };

  // A position that a thread is below.
  struct Step {
    std::uint64_t key;
    std::vector<Edge> edges;
    int width = 0;
    Reason reason{};  // why no other move counts
    // Of the edges that were found to be refuted: why, or that another one's reason is enough.
    std::vector<Fate> fates{};
    std::vector<Reason> reasons{};
  };
  struct Thread {
    Expert& expert;
    int index;
    std::uint64_t nodes = 0;
    std::vector<const Step*> path{};
    std::vector<std::uint64_t> supposes{};
    Expansion<Move, Reason> expansion{};
  };

  ProofNumbers search_on_threads(const P& position, std::uint64_t key) {
    ProofNumbers found;
    const auto end = [&] {
      finished_ = true;
      changed_.notify_all();
    };
    base::run_on_threads(
        static_cast<int>(experts_.size()),
        [&](int index) {
          Thread thread{experts_[static_cast<std::size_t>(index)], index};
          Lock lock(mutex_);
          const ProofNumbers numbers = search(thread, lock, position, {key, Move{}}, kMost, kMost);
          if (!found.decided()) found = numbers;
          end();
        },
        end);
    return found;
  }

  ProofNumbers numbers_of(std::uint64_t key, ProofNumbers guess = {}) const {
    const auto* entry = table_.find(key);
    return entry == nullptr ? guess : entry->numbers;
  }
  ProofNumbers numbers_after(const Edge& edge) const {
    return numbers_of(edge.key(), {edge.proof, edge.disproof});
  }
  ProofNumbers supposed_after(const Edge& edge) const {
    const auto* supposed = supposed_.find(edge.key());
    return supposed == nullptr ? numbers_after(edge) : *supposed;
  }
  bool alone() const { return experts_.size() == 1; }
  bool over() const { return nodes_ >= node_limit_ || finished_ || *stopped_; }

  // What follows for a position from the positions after its moves.
  struct Sum {
    ProofNumbers numbers{ProofNumbers::kInfinite, 0};
    std::size_t best = 0;          // the move that is decided with the least work
    ProofNumbers best_child;       // as its own side sees it
    std::uint32_t second = kMost;  // the least disproof number of the others
  };
  template <class Numbers>
  static Sum sum_of(const Step& step, Numbers&& numbers_after) {
    Sum sum;
    std::uint64_t disproof = 0;
    int width = step.width;
    for (std::size_t i = 0; i < step.edges.size() && width > 0; ++i) {
      if (!step.fates.empty() && step.fates[i] != Fate::Open) continue;
      const ProofNumbers child = numbers_after(step.edges[i]);
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
  Sum known_sum(const Step& step) const {
    return sum_of(step, [&](const Edge& edge) { return numbers_after(edge); });
  }
  Sum supposed_sum(const Step& step) const {
    return sum_of(step, [&](const Edge& edge) { return supposed_after(edge); });
  }

  // Searches below the position until its numbers reach either limit. Threads take turns with the table: the lock is given
  // away while one looks closely at a position, which takes nearly all of its time.
  ProofNumbers search(Thread& thread, Lock& lock, const P& position, const Edge& to_here,
                      std::uint32_t proof_limit, std::uint32_t disproof_limit) {
    const std::uint64_t key = to_here.key();
    Step step{key, {}};
    const std::uint64_t before = thread.nodes;
    // At the first position there is nothing else to do.
    while (supposed_.looked_at(key) && !over()) wait_for_others(lock);
    if (over()) return numbers_of(key);
    if (const auto* entry = table_.find(key); entry != nullptr && entry->numbers.decided()) {
      return entry->numbers;
    } else if (entry != nullptr && entry->edges > 0) {
      step.edges.assign(table_.edges_of(*entry), table_.edges_of(*entry) + entry->edges);
      step.width = entry->width;
      step.reason = entry->reason;
    } else if (const auto earlier = earlier_.find(position)) {
      return follow(thread, position, key, *earlier);
    } else {
      const ProofNumbers found = expand(thread, lock, position, step, to_here);
      if (found.decided() || step.edges.empty()) {
        table_.store(key, found, 1, step.edges, step.width, step.reason);
        return found;
      }
      // The others need not look at it again. What it rests on, where it is decided, is kept below.
      if (const auto known = known_sum(step).numbers; !alone() && !known.decided())
        table_.store(key, known, 0, step.edges, step.width, step.reason);
    }
    step.fates.resize(step.edges.size());
    step.reasons.resize(step.edges.size());
    for (std::size_t i = 0; i < step.edges.size(); ++i) settle(thread, position, step, i);
    thread.path.push_back(&step);
    const ProofNumbers reached =
        search_moves(thread, lock, position, step, proof_limit, disproof_limit);
    thread.path.pop_back();
    // Another thread may have decided it, and a part of why be forgotten.
    if (const ProofNumbers known = numbers_of(key); known.decided()) return known;
    EarlierResult<Move, Reason> result;
    if (reached.is_won()) result = why_won(thread, position, step);
    if (reached.is_lost()) result.reason = why_lost(thread, position, step);
    if (reached.decided()) {
      step.reason = result.reason;
      earlier_.add(position, result);
    }
    if (reached.decided()) keep_telling(step, reached.is_won());
    table_.store(key, reached, static_cast<std::uint32_t>(thread.nodes - before), step.edges,
                 step.width, step.reason);
    return reached;
  }

  // With the move that wins, for who asks for it.
  ProofNumbers follow(Thread& thread, const P& position, std::uint64_t key,
                      const EarlierResult<Move, Reason>& result) {
    std::vector<Edge> edges;
    if (result.wins) {
      edges.push_back({thread.expert.key(thread.expert.after(position, result.move)), result.move});
      table_.store(edges[0].key(), ProofNumbers::lost(), 1, {}, 0, result.reason);
    }
    const auto numbers = result.wins ? ProofNumbers::won() : ProofNumbers::lost();
    table_.store(key, numbers, 1, edges, 0, result.reason);
    return numbers;
  }

  // Where the move is refuted: keeps why, and spares the others that this refutes too.
  void settle(Thread& thread, const P& position, Step& step, std::size_t index) {
    const Edge& edge = step.edges[index];
    if (step.fates[index] != Fate::Open) return;
    const auto* entry = table_.find(edge.key());
    if (entry == nullptr || !entry->numbers.is_won()) return;
    step.fates[index] = Fate::Refuted;
    step.reasons[index] = thread.expert.before(position, edge.move, entry->reason, false);
    for (std::size_t i = 0; i < step.edges.size(); ++i) {
      if (step.fates[i] != Fate::Open) continue;
      if (!thread.expert.meets(step.edges[i].move, step.reasons[index]))
        step.fates[i] = Fate::Spared;
    }
  }
  EarlierResult<Move, Reason> why_won(Thread& thread, const P& position, const Step& step) const {
    for (const Edge& edge : step.edges) {
      if (const auto* entry = table_.find(edge.key()); entry != nullptr && entry->numbers.is_lost())
        return {true, edge.move, thread.expert.before(position, edge.move, entry->reason, true)};
    }
    assert(false);
    return {};
  }
  Reason why_lost(Thread& thread, const P& position, Step& step) {
    for (std::size_t i = 0; i < step.edges.size(); ++i) settle(thread, position, step, i);
    Reason reason = step.reason;
    for (std::size_t i = 0; i < step.edges.size(); ++i) {
      assert(step.fates[i] != Fate::Open);
      if (step.fates[i] == Fate::Refuted) reason |= step.reasons[i];
    }
    return reason;
  }

  // Of the moves of a decided position those that its line is made of: all that are known to win, or else the one that took the
  // most to refute.
  void keep_telling(Step& step, bool wins) const {
    std::vector<Edge> kept;
    std::uint32_t most = 0;
    for (const Edge& edge : step.edges) {
      const auto* child = table_.find(edge.key());
      if (child == nullptr || !child->numbers.decided() || child->numbers.is_won() == wins)
        continue;
      if (!wins && !kept.empty() && child->work <= most) continue;
      if (!wins) kept.clear();
      kept.push_back(edge);
      most = child->work;
    }
    step.edges = std::move(kept);
  }

  ProofNumbers search_moves(Thread& thread, Lock& lock, const P& position, Step& step,
                            std::uint32_t proof_limit, std::uint32_t disproof_limit) {
    while (true) {
      const Sum known = known_sum(step);
      if (thread.path.size() == 1) root_ = known.numbers;
      const bool done = known.numbers.decided() || known.numbers.proof >= proof_limit ||
                        known.numbers.disproof >= disproof_limit;
      if (done || over()) return known.numbers;
      const Sum sum = alone() ? known : supposed_sum(step);
      if (sum.numbers.decided()) {
        // Others are at all that matters here, so there may be work above.
        const auto* supposed = supposed_.find(step.key);
        if (thread.path.size() > 1 && supposed != nullptr && supposed->decided())
          return known.numbers;
        wait_for_others(lock);
        continue;
      }
      const Edge edge = step.edges[sum.best];
      // A little more than the second best, so that two moves that are alike do not take turns at every step.
      std::uint32_t child_disproof =
          std::min<std::uint64_t>(proof_limit, std::uint64_t{sum.second} + 1 + sum.second / 4);
      std::uint32_t child_proof =
          disproof_limit >= kMost ? kMost
                                  : disproof_limit - known.numbers.disproof + sum.best_child.proof;
      if (!alone()) {  // the limits may be those of a move that others are at: this one goes a step at least
        const ProofNumbers child = numbers_after(edge);
        child_disproof = std::max(child_disproof, child.disproof + 1);
        child_proof = std::max(child_proof, child.proof + 1);
      }
      lock.unlock();
      const P child = thread.expert.after(position, edge.move);
      if (was_read_ && thread.expert.key(child) != edge.key()) contradicted();
      lock.lock();
      if (supposed_.looked_at(edge.key()))
        continue;  // another was quicker: there is work elsewhere
      search(thread, lock, child, edge, child_proof, child_disproof);
      settle(thread, position, step, sum.best);
    }
  }

  // Until one of them has looked at its position, or for so long that a stop is noticed soon.
  void wait_for_others(Lock& lock) { changed_.wait_for(lock, std::chrono::milliseconds(10)); }

  // The moves worth a search; the result where a move decides it at once or none is left.
  ProofNumbers expand(Thread& thread, Lock& lock, const P& position, Step& step,
                      const Edge& to_here) {
    ++nodes_;
    ++thread.nodes;
    if (thread.index == 0) tell_();
    if (!alone()) {
      const bool loses = to_here.disproof < to_here.proof;
      supposed_.look_at(step.key, loses ? ProofNumbers::lost() : ProofNumbers::won(),
                        thread.supposes);
      for (auto above = thread.path.rbegin(); above != thread.path.rend(); ++above) {
        supposed_.suppose((*above)->key, supposed_sum(**above).numbers, thread.supposes);
      }
    }
    lock.unlock();
    const ProofNumbers found = look_at(thread, position, step);
    lock.lock();
    if (!alone()) {
      supposed_.take_back(thread.supposes);
      changed_.notify_all();
    }
    // Who wants the line of a won position asks for the move.
    if (found.is_won() && !step.edges.empty())
      table_.store(step.edges.back().key(), ProofNumbers::lost(), 1, {}, 0, {});
    return found;
  }
  ProofNumbers look_at(Thread& thread, const P& position, Step& step) const {
    auto& expansion = thread.expansion;
    auto& expert = thread.expert;
    expansion.clear();
    expansion.over = stopped_;
    expert.expand(position, expansion);
    step.reason = expansion.reason;
    if (expansion.wins) return *expansion.wins ? ProofNumbers::won() : ProofNumbers::lost();
    step.width = expansion.width;
    for (std::size_t i = 0; i < expansion.moves.size(); ++i) {
      const Move& move = expansion.moves[i];
      const P child = expert.after(position, move);
      const auto decided = expert.decided(child);
      if (decided && *decided) {
        step.reason |= expert.before(position, move, {}, false);
        continue;
      }
      const ProofNumbers guess = expansion.guesses.empty() ? ProofNumbers{} : expansion.guesses[i];
      assert(guess.proof > 0 && guess.proof < 0x100 && guess.disproof > 0 &&
             guess.disproof < 0x100);
      step.edges.push_back({expert.key(child), move, static_cast<std::uint8_t>(guess.proof),
                            static_cast<std::uint8_t>(guess.disproof)});
      if (!decided) continue;
      step.edges = {step.edges.back()};
      step.reason = expert.before(position, move, {}, true);
      return ProofNumbers::won();
    }
    return step.edges.empty() ? ProofNumbers::lost() : ProofNumbers{};
  }

  // The moves of the winner that win with the least work, and of the other side those that took the most to refute.
  std::vector<Move> line_of(P position) const {
    std::vector<Move> line;
    while (true) {
      const auto* entry = table_.find(experts_[0].key(position));
      if (entry == nullptr || entry->edges == 0 || !entry->numbers.decided()) return line;
      const auto move = entry->numbers.is_won() ? winning_move(position) : longest_defence(*entry);
      if (!move) return line;
      line.push_back(*move);
      position = experts_[0].after(position, *move);
      if (experts_[0].decided(position)) return line;
    }
  }
  std::optional<Move> longest_defence(const typename Table::Entry& entry) const {
    std::optional<Move> best;
    std::uint32_t most = 0;
    for (const Edge* edge = table_.edges_of(entry); edge != table_.edges_of(entry) + entry.edges;
         ++edge) {
      const auto* child = table_.find(edge->key());
      if (child == nullptr || !child->numbers.is_won() || (best && child->work <= most)) continue;
      best = edge->move;
      most = child->work;
    }
    return best;
  }

  std::span<Expert> experts_;  // one a thread
  std::mutex mutex_;           // guards all that follows while threads search
  std::condition_variable changed_;
  Table table_;
  bool was_read_ = false;
  typename Expert::Earlier earlier_;
  Supposed supposed_;
  ProofNumbers root_;
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::atomic<bool> finished_{false};  // a thread has come to an end of it, or failed
  std::atomic<bool>* stopped_ = nullptr;
  std::function<void()> tell_;
};

}  // namespace losange::search
