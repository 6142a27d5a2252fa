// The evaluation of HexProject, the course's first program: shortest paths, threats, joints, liberties, centre, stones,
// and bridges; weights are data. Antisymmetric: the value for one side is minus the value for the other. Inlined into
// alpha-beta, where MixFrontier values all moves of a position at once: a stone on one of its own shortest
// paths shortens them by one, and on a pinned cell of the other side's paths lengthens those, everything
// else changes by counts around the cell. tests/unit/draughts/evaluation_test.cpp holds both to each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hex/evaluation/distance.h"

namespace losange::hex {

// Each counts own minus other.
struct MixWeights {
  int distance = 0;  // a stone less to the win
  int threat = 0;    // one stone from the win
  int joints =
      0;  // own neighbours beyond the first of an empty cell (HexProject calls them bridges)
  int bridges = 0;    // two own stones, or a stone and the edge, with two empty cells between
  int liberties = 0;  // an empty cell next to a stone, counted for every stone
  int centre = 0;     // nearness of a stone to the centre, as below
  int stones = 0;
};

// HexProject's own numbers.
constexpr MixWeights hexproject_weights(int size) {
  return {.distance = 600 + 10 * size,
          .threat = 12000 + 300 * size,
          .joints = 6 + size,
          .bridges = 0,
          .liberties = 2,
          .centre = 1,
          .stones = 0};
}

// Size less the steps along rows and columns to the middle, rounded up.
constexpr int centre_weight(int size, int cell) {
  const auto magnitude = [](int n) { return n < 0 ? -n : n; };
  const int twice =
      magnitude(2 * (cell / size) - size + 1) + magnitude(2 * (cell % size) - size + 1);
  return size - twice / 2;
}

namespace mix_detail {

// What is counted of one side.
struct Counts {
  int distance = 0, liberties = 0, reached = 0, bridges = 0, centre = 0, stones = 0;
};

inline int value(const MixWeights& w, const Counts& own, const Counts& other) {
  const auto threat = [](const Counts& c) { return c.distance == 1 ? 1 : 0; };
  // Every pair of a stone and an empty neighbour is a liberty; those beyond the first of a cell are joints.
  const auto joints = [](const Counts& c) { return c.liberties - c.reached; };
  return w.distance * (other.distance - own.distance) + w.threat * (threat(own) - threat(other)) +
         w.joints * (joints(own) - joints(other)) + w.bridges * (own.bridges - other.bridges) +
         w.liberties * (own.liberties - other.liberties) + w.centre * (own.centre - other.centre) +
         w.stones * (own.stones - other.stones);
}

// The pairs of a stone of `own` in the set and an empty neighbour.
template <int W>
int liberties(const Geometry<W>& geometry, const Bitboard<W>& own, const Bitboard<W>& empty) {
  const auto right = (own & geometry.not_last_column) << 1,
             left = (own & geometry.not_first_column) >> 1;
  const int n = geometry.size;
  return (right & empty).count() + (left & empty).count() + ((own >> n) & empty).count() +
         ((right >> n) & empty).count() + ((own << n) & empty).count() +
         ((left << n) & empty).count();
}

// Where the neighbour in a direction belongs to a set.
template <int W>
struct Beside {
  const Geometry<W>& geometry;

  Bitboard<W> right(const Bitboard<W>& set) const { return (set & geometry.not_first_column) >> 1; }
  Bitboard<W> left(const Bitboard<W>& set) const { return (set & geometry.not_last_column) << 1; }
  Bitboard<W> below(const Bitboard<W>& set) const { return set >> geometry.size; }
  Bitboard<W> above(const Bitboard<W>& set) const { return set << geometry.size & geometry.board; }
  Bitboard<W> below_left(const Bitboard<W>& set) const { return below(left(set)); }
  Bitboard<W> above_right(const Bitboard<W>& set) const { return above(right(set)); }
};

// Two stones, or a stone and the edge, with two empty cells between.
template <int W>
int bridges(const Geometry<W>& geometry, int side, const Bitboard<W>& own,
            const Bitboard<W>& empty) {
  const Beside<W> beside{geometry};
  const auto right = beside.right(empty), left = beside.left(empty), below = beside.below(empty);
  const auto below_left = beside.below_left(empty);
  int count = (own & right & below & beside.right(beside.below(own))).count() +
              (own & below & below_left & beside.below(beside.below_left(own))).count() +
              (own & left & below_left & beside.left(beside.below_left(own))).count();
  const auto& edges = geometry.edges[side];
  if (side == 0) {
    count +=
        (own & beside.above(edges[0]) & beside.above(empty) & beside.above_right(empty)).count() +
        (own & beside.below(edges[1]) & below & below_left).count();
  } else {
    count += (own & beside.left(edges[0]) & left & below_left).count() +
             (own & beside.right(edges[1]) & right & beside.above_right(empty)).count();
  }
  return count;
}

template <int W>
int centre_of(const Geometry<W>& geometry, const Bitboard<W>& own) {
  int sum = 0;
  own.for_each([&](int cell) { sum += centre_weight(geometry.size, cell); });
  return sum;
}

}  // namespace mix_detail

template <int W>
class MixFrontier {
  using Set = Bitboard<W>;
  using Counts = mix_detail::Counts;

 public:
  // Precondition: the game goes on.
  MixFrontier(const MixWeights& weights, const Position<W>& position)
      : weights_(weights),
        own_(position, position.to_move()),
        other_(position, game::other(position.to_move())),
        own_paths_(shortest_paths(own_)),
        other_paths_(shortest_paths(other_)),
        own_near_(position.geometry().spread(own_.own)),
        other_near_(position.geometry().spread(other_.own)),
        own_counts_(count(own_, own_paths_, own_near_)),
        other_counts_(count(other_, other_paths_, other_near_)) {}

  // For the side to move, before it moves.
  int value() const { return mix_detail::value(weights_, own_counts_, other_counts_); }

  // For the side to move once it has a stone here; kWins where that wins. Precondition: the cell is empty.
  static constexpr int kWins = 1 << 30;
  int operator()(int cell) const {
    const auto& geometry = own_.geometry;
    Counts own = own_counts_, other = other_counts_;
    if (own_paths_.cells.test(cell) && --own.distance == 0) return kWins;
    if (other_paths_.pinned.test(cell)) other.distance = blocked_length(cell);
    const Set& near = geometry.neighbours[static_cast<std::size_t>(cell)];
    own.liberties += (near & own_.empty).count() - (near & own_.own).count();
    own.reached += (near & own_.empty & ~own_near_).count() - (own_near_.test(cell) ? 1 : 0);
    other.liberties -= (near & other_.own).count();
    other.reached -= other_near_.test(cell) ? 1 : 0;
    own.centre += centre_weight(geometry.size, cell);
    own.stones += 1;
    if (weights_.bridges != 0) count_bridges(cell, own, other);
    return mix_detail::value(weights_, own, other);
  }

  const ShortestPaths<W>& own_paths() const { return own_paths_; }
  const ShortestPaths<W>& other_paths() const { return other_paths_; }
  // Before the move; bridges are counted only where they have a weight.
  const Counts& own_counts() const { return own_counts_; }
  const Counts& other_counts() const { return other_counts_; }

 private:
  Counts count(const PathBoard<W>& board, const ShortestPaths<W>& paths, const Set& near) const {
    const auto& geometry = board.geometry;
    return {.distance = paths.length,
            .liberties = mix_detail::liberties(geometry, board.own, board.empty),
            .reached = (near & board.empty).count(),
            .bridges = weights_.bridges == 0
                           ? 0
                           : mix_detail::bridges(geometry, board.side, board.own, board.empty),
            .centre = mix_detail::centre_of(geometry, board.own),
            .stones = board.own.count()};
  }
  int blocked_length(int cell) const {
    PathBoard<W> board = other_;
    board.empty.reset(cell);
    return shortest_length(board);
  }
  // The stone takes an empty cell from bridges of both sides and ends new ones.
  void count_bridges(int cell, Counts& own, Counts& other) const;

  MixWeights weights_;
  PathBoard<W> own_, other_;
  ShortestPaths<W> own_paths_, other_paths_;
  Set own_near_, other_near_;
  Counts own_counts_, other_counts_;
};

template <int W>
void MixFrontier<W>::count_bridges(int cell, Counts& own, Counts& other) const {
  Set empty = own_.empty;
  empty.reset(cell);
  Set stones = own_.own;
  stones.set(cell);
  own.bridges = mix_detail::bridges(own_.geometry, own_.side, stones, empty);
  other.bridges = mix_detail::bridges(own_.geometry, other_.side, other_.own, empty);
}

}  // namespace losange::hex
