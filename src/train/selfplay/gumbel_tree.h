// The small tree of one move of self-play: Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver
// 2022). A few moves drawn without replacement by their priors are compared by sequential halving, so a
// handful of visits already gives a policy better than the net's own. One leaf a descent, and the net is
// asked by the caller, so that thousands of trees move in lockstep.
//
// Values are chances to win, of the side to move at their node. Cells are those of the board.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/random.h"
#include "hex/board/position.h"
#include "net/input/board_codes.h"

namespace losange::train {

struct GumbelSearch {
  int visits = 64;      // descents
  int considered = 16;  // moves of the root that are compared, at most
  double noise = 1;     // scale of the draw; 0 takes the likeliest
};

// In which order descents try the moves of the root: the i-th goes to a move visited so often already.
std::vector<int> halving_schedule(const GumbelSearch& search);

template <int W>
class GumbelTree {
 public:
  using Position = hex::Position<W>;

  // The root of a game that goes on. Its value and logits follow by back_up(), before any descent.
  void reset(const Position& root) {
    nodes_.clear();
    moves_.clear();
    path_.assign(1, {0, -1});
    nodes_.emplace_back(root);
    settle(nodes_[0]);
  }

  // A move that wins at once, or the one cell that must be taken, needs no search.
  bool decided() const { return nodes_[0].exact || nodes_[0].only.count() == 1; }
  double root_value() const { return nodes_[0].value; }

  // Called once, after the root is known: draws what is considered.
  void consider(const GumbelSearch& search, base::Random& random) {
    noise_.resize(nodes_[0].count);
    for (auto& noise : noise_) {
      noise = static_cast<float>(-std::log(-std::log(1.0 - random.unit() + 1e-300) + 1e-300) *
                                 search.noise);
    }
    considered_.resize(nodes_[0].count);
    for (std::size_t i = 0; i < considered_.size(); ++i)
      considered_[i] = static_cast<std::uint16_t>(i);
    const auto kept = std::min(considered_.size(), static_cast<std::size_t>(search.considered));
    std::partial_sort(considered_.begin(), considered_.begin() + static_cast<long>(kept),
                      considered_.end(), [&](std::uint16_t a, std::uint16_t b) {
                        return std::pair(root_wish(a), b) > std::pair(root_wish(b), a);
                      });
    considered_.resize(kept);
  }

  // Goes down to a leaf, at the root to a move visited `root_visits` times. False when the leaf is known
  // exactly, and already counted; true when the net must be asked about leaf() and back_up() told.
  bool descend(int root_visits) {
    path_.clear();
    std::uint32_t at = 0;
    int choice = choose_at_root(root_visits);
    while (true) {
      path_.push_back({at, choice});
      Move& move = moves_[nodes_[at].first + static_cast<std::uint32_t>(choice)];
      if (move.child == 0) {
        move.child = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back(nodes_[at].position);
        at = move.child;
        nodes_[at].position.play(hex::Move::at(move.cell));
        settle(nodes_[at]);
        path_.push_back({at, -1});
        break;
      }
      at = move.child;
      if (nodes_[at].exact) {
        path_.push_back({at, -1});
        break;
      }
      choice = choose_inside(nodes_[at]);
    }
    if (!nodes_[at].exact) return true;
    count(nodes_[at].value);
    return false;
  }

  const Position& leaf() const { return nodes_[path_.back().node].position; }

  // `logits` in the net's view of the leaf (net/input/board_codes.h).
  void back_up(std::span<const float> logits, double value) {
    Node& node = nodes_[path_.back().node];
    node.first = static_cast<std::uint32_t>(moves_.size());
    if (!node.exact) node.value = value;
    const auto cells = node.only.any() ? node.only : node.position.empty();
    cells.for_each([&](int cell) {
      moves_.push_back({static_cast<std::uint16_t>(cell), 0,
                        logits[static_cast<std::size_t>(net::turned_cell(node.position, cell))]});
    });
    // Only the root's policy is learnt: elsewhere the moves that will never be tried are left out.
    const auto begin = moves_.begin() + node.first;
    if (path_.size() > 1 && moves_.end() - begin > kWidth) {
      std::nth_element(begin, begin + kWidth, moves_.end(), [](const Move& a, const Move& b) {
        return std::pair(a.logit, b.cell) > std::pair(b.logit, a.cell);
      });
      moves_.resize(node.first + kWidth);
    }
    node.count = static_cast<std::uint16_t>(moves_.size() - node.first);
    to_chances(node);
    count(node.value);
  }

  // After the search: the move that came out best, in the board's cells.
  int best_cell() const {
    const Node& root = nodes_[0];
    if (decided()) return root.only.first();
    std::uint32_t most = 0;
    for (const auto i : considered_) most = std::max(most, visits_of(moves_[root.first + i]));
    return moves_[root.first + static_cast<std::uint32_t>(best_visited(most))].cell;
  }

  // The improved policy, softmax(logits + completed values), in the net's view; and what it is worth.
  double improved_policy(std::span<float> out) const {
    std::fill(out.begin(), out.end(), 0.0f);
    const Node& root = nodes_[0];
    const auto view = [&](int cell) {
      return static_cast<std::size_t>(net::turned_cell(root.position, cell));
    };
    if (decided()) {
      const float share = 1.0f / static_cast<float>(root.only.count());
      root.only.for_each([&](int cell) { out[view(cell)] = share; });
      return root.value;
    }
    const Completed completed = complete(root);
    const std::span<const float> policy = improved(root, completed);
    double value = 0;
    for (std::uint32_t i = 0; i < root.count; ++i) {
      const Move& move = moves_[root.first + i];
      out[view(move.cell)] = policy[i];
      value += policy[i] * q_of(move, completed);
    }
    return value;
  }

  // How far that policy is from what the net would have played without a search, in nats (Kullback-Leibler): it is what there is
  // to be learnt here.
  double surprise(std::span<const float> improved_policy) const {
    const Node& root = nodes_[0];
    if (decided()) return 0;
    double sum = 0;
    for (std::uint32_t i = 0; i < root.count; ++i) {
      const Move& move = moves_[root.first + i];
      const auto p = static_cast<double>(
          improved_policy[static_cast<std::size_t>(net::turned_cell(root.position, move.cell))]);
      if (p > 0) sum += p * (std::log(p) - static_cast<double>(move.logit));
    }
    return std::max(0.0, sum);
  }

 private:
  struct Move {
    std::uint16_t cell = 0;
    std::uint32_t child = 0;  // 0: never tried
    float logit = 0;          // after to_chances: logarithm of the prior
  };
  struct Node {
    explicit Node(const Position& p) : position(p) {}
    Position position;
    hex::Bitboard<W> only{};  // cells that win at once, or that must be taken; none: no such thing
    bool exact = false;       // the value is the game's result
    double value = 0.5;
    double sum = 0;  // of the values of all descents through it
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // of its moves
    std::uint16_t count = 0;
  };
  struct Step {
    std::uint32_t node;
    int choice;
  };
  // What stands for the value of a move never tried, and how much values weigh against logits.
  struct Completed {
    float missing = 0, scale = 0;
  };

  static constexpr long kWidth = 32;
  // The weights of values against priors; the paper's values with half of its scale, since a leaf here
  // is one glance of the net.
  static constexpr float kVisitOffset = 50, kValueScale = 0.5f;

  // What the rules know of a node at once.
  static void settle(Node& node) {
    const Position& position = node.position;
    const auto mover = position.to_move();
    if (position.outcome() != hex::Outcome::Ongoing) {
      node.exact = true;
      node.value = 0;  // whoever moved last has won
      return;
    }
    node.only = position.winning_cells(mover);
    if (node.only.any()) {
      node.exact = true;
      node.value = 1;
      return;
    }
    node.only = position.winning_cells(game::other(mover));
    if (node.only.count() > 1) {
      node.exact = true;
      node.value = 0;
    }
  }

  void to_chances(const Node& node) {
    const std::span moves(moves_.data() + node.first, node.count);
    float most = -std::numeric_limits<float>::infinity();
    for (const Move& move : moves) most = std::max(most, move.logit);
    float sum = 0;
    for (const Move& move : moves) sum += std::exp(move.logit - most);
    const float total = most + std::log(sum);
    for (Move& move : moves) move.logit -= total;
  }

  std::uint32_t visits_of(const Move& move) const {
    return move.child == 0 ? 0 : nodes_[move.child].visits;
  }
  float q_of(const Move& move, const Completed& completed) const {
    if (move.child == 0) return completed.missing;
    const Node& child = nodes_[move.child];
    return static_cast<float>(1 - child.sum / child.visits);
  }
  float root_wish(std::uint16_t i) const { return moves_[nodes_[0].first + i].logit + noise_[i]; }

  Completed complete(const Node& node) const {
    float tried = 0, value = 0;
    std::uint32_t visits = 0, most = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Move& move = moves_[node.first + i];
      if (move.child == 0) continue;
      const std::uint32_t n = nodes_[move.child].visits;
      const float prior = std::exp(move.logit);
      tried += prior;
      value += prior * q_of(move, {});
      visits += n;
      most = std::max(most, n);
    }
    const auto own = static_cast<float>(node.value);
    const auto n = static_cast<float>(visits);
    return {visits == 0 ? own : (own + n * value / std::max(tried, 1e-9f)) / (1 + n),
            (kVisitOffset + static_cast<float>(most)) * kValueScale};
  }

  // In a buffer that the next call overwrites.
  std::span<const float> improved(const Node& node, const Completed& completed) const {
    policy_.resize(node.count);
    float most = -std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const Move& move = moves_[node.first + i];
      policy_[i] = move.logit + completed.scale * q_of(move, completed);
      most = std::max(most, policy_[i]);
    }
    float sum = 0;
    for (auto& p : policy_) sum += p = std::exp(p - most);
    for (auto& p : policy_) p /= sum;
    return policy_;
  }

  int choose_at_root(int root_visits) const {
    // Where fewer moves are left than the schedule knows, those behind catch up.
    std::uint32_t wanted = std::numeric_limits<std::uint32_t>::max();
    for (const auto i : considered_) {
      const std::uint32_t visits = visits_of(moves_[nodes_[0].first + i]);
      if (visits == static_cast<std::uint32_t>(root_visits)) {
        wanted = visits;
        break;
      }
      wanted = std::min(wanted, visits);
    }
    return best_visited(wanted);
  }

  // Of the considered moves with so many visits, the index of the best.
  int best_visited(std::uint32_t visits) const {
    const Node& root = nodes_[0];
    const Completed completed = complete(root);
    int best = -1;
    float highest = 0;
    for (const auto i : considered_) {
      const Move& move = moves_[root.first + i];
      if (visits_of(move) != visits) continue;
      const float wish = root_wish(i) + completed.scale * q_of(move, completed);
      if (best < 0 || wish > highest) {
        best = i;
        highest = wish;
      }
    }
    return best;
  }

  // Visits follow the improved policy.
  int choose_inside(const Node& node) const {
    const Completed completed = complete(node);
    const std::span<const float> policy = improved(node, completed);
    int best = 0;
    float highest = -std::numeric_limits<float>::infinity();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const auto n = static_cast<float>(visits_of(moves_[node.first + i]));
      const float wish = policy[i] - n / static_cast<float>(node.visits);
      if (wish > highest) {
        highest = wish;
        best = static_cast<int>(i);
      }
    }
    return best;
  }

  void count(double value) {
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      Node& node = nodes_[step->node];
      node.sum += value;
      ++node.visits;
      value = 1 - value;
    }
  }

  std::vector<Node> nodes_;  // the root first
  std::vector<Move> moves_;
  std::vector<Step> path_;
  std::vector<float> noise_;               // of each move of the root
  std::vector<std::uint16_t> considered_;  // moves of the root, by their index
  mutable std::vector<float> policy_;
};

}  // namespace losange::train
