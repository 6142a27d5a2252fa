// The board as HexProject's graph net sees it: a node a cell, an edge between neighbours in both directions, and ten
// features a node in the order of that program. What the size alone decides is computed once; a stone changes the row
// of its node, a change of turn two columns. tools/hex_graph.py is the same in Python, held by a shared fixture.
//
// Player 1 is First. sideA and distToA are about First's two edges, sideB and distToB about Second's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hex/board/position.h"

namespace losange::net {

enum NodeFeature {
  kP1,
  kP2,
  kEmptyNode,  // who has the cell
  kSideA,
  kSideB,   // on an edge of First, of Second
  kDegree,  // neighbours / 6
  kDistToA,
  kDistToB,  // steps over the empty board to the nearer edge of First, of Second / cells
  kToMoveP1,
  kToMoveP2,  // the same in every row
  kNodeFeatures
};

struct BoardGraph {
  int size = 0;
  // Of each edge, by target then by source; both directions are there.
  std::vector<std::int64_t> sources, targets;
  std::vector<float> empty_board;  // [node][feature] with First to move

  std::size_t nodes() const {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  }
};

// The one graph of a size, built at first use; safe from several threads. Precondition: a legal size.
const BoardGraph& board_graph(int size);

// The features of a position: rows are changed by stones, never computed again.
class NodeFeatures {
 public:
  explicit NodeFeatures(int size) : values_(board_graph(size).empty_board) {}
  template <int W>
  explicit NodeFeatures(const hex::Position<W>& position) : NodeFeatures(position.size()) {
    for (const auto side : {game::Side::First, game::Side::Second}) {
      position.stones(side).for_each([&](int cell) { put(cell, side); });
    }
    set_to_move(position.to_move());
  }

  // Precondition: the cell is empty.
  void put(int cell, game::Side side);
  void set_to_move(game::Side side);
  std::span<const float> values() const { return values_; }

 private:
  std::vector<float> values_;  // [node][feature]
};

}  // namespace losange::net
