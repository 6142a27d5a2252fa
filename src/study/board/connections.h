// Which ends of a side are connected in the position at a record's cursor, for faces and protocols that show it: what
// hex/connections knows, without the width of the board in its type.
#pragma once

#include <memory>
#include <vector>

#include "game/record.h"

namespace losange::study {

// An end is a cell, empty or with a stone of the side, which stands for its whole chain; or an edge.
inline constexpr int kFirstEdge = -1, kLastEdge = -2;  // top and bottom, or left and right

struct ShownConnection {
  std::vector<int> carrier;  // cells that it takes
  int key = -1;              // where the side plays to make a semi connection a full one
};

// Two ends with stones, or an edge, that are joined for certain.
struct JoinedEnds {
  int from = 0, to = 0;
  std::vector<int> carrier;
};

class ShownConnections {
 public:
  enum class Kind { Full, Semi };

  virtual ~ShownConnections() = default;

  // Smallest carriers first; none between the cells of one chain, nor with a stone of the other side.
  virtual std::vector<ShownConnection> between(int from, int to, Kind kind) const = 0;
  // The empty cells and the stones of the side with which an end has a connection of that kind.
  virtual std::vector<int> partners(int end, Kind kind) const = 0;
  // The chains and edges that are joined whatever the other side does, each two in the way that takes the fewest cells;
  // without those that a third chain joins. Each holds by itself: two that share cells need not hold together. Of edges that
  // are joined the way that wins alone.
  virtual std::vector<JoinedEnds> joined() const = 0;
  // Where the other side has to play, if it moves, not to lose for certain. None: the side has won already.
  virtual const std::vector<int>& must_play() const = 0;
};

// Precondition: a game of Hex that goes on at the cursor.
std::unique_ptr<ShownConnections> find_connections(const game::GameRecord& record, game::Side side);

}  // namespace losange::study
