// What alpha-beta is told of Hex when a value net values its leaves, as in HexProject: everything as hex_evaluator.h
// has it, but a leaf is worth alpha * net + (1 - alpha) * heuristic. What the net said is kept in a cache that all
// threads share. One ply above the horizon, the net is asked about the first move alone, since it often cuts the others
// off, then about several at once.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "base/containers/stable_sort.h"
#include "net/value/value_net.h"
#include "players/told/evaluation_cache.h"
#include "players/told/hex_evaluator.h"

namespace losange::players {

struct LeafMix {
  double alpha = 1;       // weight of the net
  std::size_t batch = 8;  // positions the net is asked about at once, at most
};

template <int W>
class ValueLeaf {
 public:
  using Position = hex::Position<W>;
  using Heuristic = HexEvaluator<W>;

  static constexpr std::size_t kMoveKeys = Heuristic::kMoveKeys;
  static constexpr int kKillerOrder = Heuristic::kKillerOrder;
  static constexpr int kHistoryShift = Heuristic::kHistoryShift;
  static constexpr search::Score kWindow = 1500;

  ValueLeaf(Heuristic heuristic, std::shared_ptr<const net::ValueNet> net,
            std::shared_ptr<ValueCache> cache, const LeafMix& mix)
      : heuristic_(std::move(heuristic)),
        net_(std::move(net)),
        cache_(std::move(cache)),
        mix_(mix) {}

  static std::size_t move_key(hex::Move move) { return Heuristic::move_key(move); }
  static int extension(const Position& before, hex::Move last, hex::Move move,
                       const Position& after) {
    return Heuristic::extension(before, last, move, after);
  }
  static double value(search::Score score) { return score / kScale; }

  search::Score evaluate(const Position& position) {
    const auto known = cache_->find(position.hash());
    return mixed(position, known ? *known : ask(position));
  }

  game::Outcome candidates(const Position& position, hex::Move last, int depth,
                           search::OrderedMoves<Position>& out) {
    const auto outcome = heuristic_.candidates(position, last, depth, out);
    if (depth <= 1 && mix_.batch > 1) {
      ahead_.assign(out.begin(), out.end());
      base::stable_sort(ahead_.begin(), ahead_.end(),
                        [](const auto& a, const auto& b) { return a.order > b.order; });
    }
    return outcome;
  }

  // Precondition: candidates() was called for the same position just before.
  auto frontier(const Position& position) {
    next_ahead_ = 0;
    first_ = true;
    return [this, &position](hex::Move move) -> search::Score {
      Position child = position;
      child.play(move);
      if (child.outcome() != game::Outcome::Ongoing) return search::win_at(1);
      auto known = cache_->find(child.hash());
      if (!known && (first_ || mix_.batch <= 1)) known = ask(child);
      first_ = false;
      return -mixed(child, known ? *known : ask_ahead(position, child));
    };
  }

 private:
  static constexpr double kScale = 10'000;  // of a certain win

  search::Score mixed(const Position& position, float net) const {
    double value = mix_.alpha * static_cast<double>(net);
    if (mix_.alpha < 1) value += (1 - mix_.alpha) * heuristic_.value(heuristic_.evaluate(position));
    return static_cast<search::Score>(std::lround(kScale * value));
  }

  float ask(const Position& position) {
    questions_.clear();
    append_question(net_->kind(), position, questions_);
    float value = 0;
    net_->evaluate(position.size(), questions_, {&value, 1});
    cache_->store(position.hash(), value);
    return value;
  }

  // Asks about a child and the next ones in order, which will be wanted unless the node is cut off.
  float ask_ahead(const Position& position, const Position& wanted) {
    questions_.clear();
    hashes_.assign(1, wanted.hash());
    append_question(net_->kind(), wanted, questions_);
    while (hashes_.size() < mix_.batch && next_ahead_ < ahead_.size()) {
      Position child = position;
      child.play(ahead_[next_ahead_++].move);
      const auto hash = child.hash();
      if (hash == hashes_.front() || child.outcome() != game::Outcome::Ongoing ||
          cache_->find(hash))
        continue;
      hashes_.push_back(hash);
      append_question(net_->kind(), child, questions_);
    }
    values_.resize(hashes_.size());
    net_->evaluate(position.size(), questions_, values_);
    for (std::size_t i = 0; i < hashes_.size(); ++i) cache_->store(hashes_[i], values_[i]);
    return values_.front();
  }

  Heuristic heuristic_;
  std::shared_ptr<const net::ValueNet> net_;
  std::shared_ptr<ValueCache> cache_;
  LeafMix mix_;
  std::vector<search::OrderedMove<hex::Move>> ahead_;  // the moves of the frontier, best first
  std::size_t next_ahead_ = 0;
  bool first_ = true;  // no move of the frontier was asked about yet
  std::vector<float> questions_, values_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace losange::players
