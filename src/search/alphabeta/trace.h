// A report of every node of an alpha-beta search, as far as it is bounded. The search tells
// a NodeTrace; what becomes of it (lines of JSON in players/wrapped/search_report.h) is the caller's. Without one a
// search pays a single comparison a node.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/alphabeta/evaluator.h"

namespace losange::search {

template <class Move>
struct NodeFacts {
  std::uint64_t id = 0, parent = 0;  // from 1 in the order of entering; parent 0 is the root
  int ply = 0, depth = 0;
  Score alpha = 0, beta = 0, value = 0;  // for the side to move
  int children = 0, searched = 0;        // 0 where the value was known without looking at moves
  Move last{};                           // the move that led here
  std::uint16_t best = 0;  // move_key of the best move; the one that cut where value >= beta
  double seconds = 0;
};

// Nodes past the bound are neither told nor counted. Used from several threads: leave() must stand that.
template <game::Position P>
class NodeTrace {
 public:
  explicit NodeTrace(std::uint64_t most) : most_(most) {}
  virtual ~NodeTrace() = default;

  std::uint64_t enter() { return next_.fetch_add(1, std::memory_order_relaxed); }
  bool keeps(std::uint64_t id) const { return id <= most_; }
  virtual void leave(const P& position, const NodeFacts<typename P::Move>& facts) = 0;

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> next_{1};
};

}  // namespace losange::search
