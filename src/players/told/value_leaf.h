// What alpha-beta is told of Hex: everything as hex_evaluator.h has it, but where there is a value net, as in HexProject, a
// leaf is worth alpha * net + (1 - alpha) * heuristic. What the net said is kept in a cache that all threads share. One ply
// above the horizon, the net is asked about the first move alone, since it often cuts the others off, then about several at
// once. One type with a net and without: alpha-beta takes long to compile.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "base/containers/stable_sort.h"
#include "net/value/value_net.h"
#include "players/told/evaluation_cache.h"
#include "players/told/hex_evaluator.h"

namespace losange::players {

// Boards of all sizes and threads share the net and its cache.
struct LeafNet {
  std::shared_ptr<const net::ValueNet> net{};  // none: the heuristic alone
  std::shared_ptr<ValueCache> cache{};
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

  ValueLeaf(Heuristic heuristic, LeafNet net)
      : heuristic_(std::move(heuristic)), net_(std::move(net)) {}

  static std::size_t move_key(hex::Move move) { return Heuristic::move_key(move); }
  static int extension(const Position& before, hex::Move last, hex::Move move,
                       const Position& after) {
    return Heuristic::extension(before, last, move, after);
  }
  search::Score window() const { return has_net() ? 1500 : 300; }
  double value(search::Score score) const {
    return has_net() ? score / kScale : heuristic_.value(score);
  }

  search::Score evaluate(const Position& position) {
    if (!has_net()) return heuristic_.evaluate(position);
    const auto known = net_.cache->find(position.hash());
    return mixed(position, known ? *known : ask(position));
  }

  game::Outcome candidates(const Position& position, hex::Move last, int depth,
                           search::OrderedMoves<Position>& out) {
    const auto outcome = heuristic_.candidates(position, last, depth, out);
    if (depth <= 1 && has_net() && net_.batch > 1) {
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
    if (!has_net()) heuristic_.look_at_frontier(position);
    return [this, &position](hex::Move move) -> search::Score {
      return has_net() ? by_net(position, move) : heuristic_.at_frontier(position, move);
    };
  }

 private:
  bool has_net() const { return net_.net != nullptr; }

  search::Score by_net(const Position& position, hex::Move move) {
    Position child = position;
    child.play(move);
    if (child.outcome() != game::Outcome::Ongoing) return search::win_at(1);
    auto known = net_.cache->find(child.hash());
    if (!known && (first_ || net_.batch <= 1)) known = ask(child);
    first_ = false;
    return -mixed(child, known ? *known : ask_ahead(position, child));
  }

  static constexpr double kScale = 10'000;  // of a certain win

  search::Score mixed(const Position& position, float net) const {
    double value = net_.alpha * static_cast<double>(net);
    if (net_.alpha < 1) value += (1 - net_.alpha) * heuristic_.value(heuristic_.evaluate(position));
    return static_cast<search::Score>(std::lround(kScale * value));
  }

  float ask(const Position& position) {
    questions_.clear();
    append_question(net_.net->kind(), position, questions_);
    float value = 0;
    net_.net->evaluate(position.size(), questions_, {&value, 1});
    net_.cache->store(position.hash(), value);
    return value;
  }

  // Asks about a child and the next ones in order, which will be wanted unless the node is cut off.
  float ask_ahead(const Position& position, const Position& wanted) {
    questions_.clear();
    hashes_.assign(1, wanted.hash());
    append_question(net_.net->kind(), wanted, questions_);
    while (hashes_.size() < net_.batch && next_ahead_ < ahead_.size()) {
      Position child = position;
      child.play(ahead_[next_ahead_++].move);
      const auto hash = child.hash();
      if (hash == hashes_.front() || child.outcome() != game::Outcome::Ongoing ||
          net_.cache->find(hash))
        continue;
      hashes_.push_back(hash);
      append_question(net_.net->kind(), child, questions_);
    }
    values_.resize(hashes_.size());
    net_.net->evaluate(position.size(), questions_, values_);
    for (std::size_t i = 0; i < hashes_.size(); ++i) net_.cache->store(hashes_[i], values_[i]);
    return values_.front();
  }

  Heuristic heuristic_;
  LeafNet net_;
  std::vector<search::OrderedMove<hex::Move>> ahead_;  // the moves of the frontier, best first
  std::size_t next_ahead_ = 0;
  bool first_ = true;  // no move of the frontier was asked about yet
  std::vector<float> questions_, values_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace losange::players
