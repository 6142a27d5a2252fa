// Ladders: a side runs along one of its edges on row 2, 3 or 4, each move threatens to join it to the edge, and the other
// side answers in the row below. It arrives where a stone ahead (an escape) joins it to the edge at last. H-search has
// those of row 2 that arrive; on higher rows threats share cells with what they lead to, and a small search over
// connections goes on where it ends. For whoever shows a position.
//
// What is claimed holds: every move of a ladder is a threat, and one that joins does so whatever the other side answers.
// Not every ladder is found, and one that is not said to join may do so by other moves.
#pragma once

#include <vector>

#include "hex/connections/connections.h"

namespace losange::hex {

template <int W>
struct Ladder {
  int edge = 0;  // 0 top or left, 1 bottom or right
  int row = 0;   // 2 to 4, counted from that edge
  int head = 0;  // the stone that runs
  // Where the other side moves and has to stop a threat of the head: its answer, and the ladder begins after it; else -1.
  int blocked = -1;
  // The cells ahead of the head, one after the other. After each, with the usual answers to those before, the head is
  // joined to the edge if its side may move once more; an answer outside `replies` may be as good, never none at all.
  std::vector<int> moves;
  std::vector<Bitboard<W>>
      threats;               // the cells in which the head can be joined then, its side to move
  std::vector<int> replies;  // the usual answer to each move; a last move that joins has none
  // The side to whom the ladder belongs, when it moves, joins the head to the edge by playing in the carrier alone.
  bool joins = false;
  Bitboard<W> carrier;
  int escape = -1;  // of one that joins: a stone ahead that helps; -1 where the edge alone does
};

// Those of `side`, of at least two moves; of a chain the best in each direction along each edge. One object a thread.
template <int W>
class Ladders {
 public:
  using Set = Bitboard<W>;

  // Precondition: the game goes on.
  std::vector<Ladder<W>> find(const Position<W>& position, Side side);

 private:
  // How a ladder runs: steps are indices of kDirections.
  struct Course {
    int edge;
    int ahead, below, below_behind;  // below: towards the edge and ahead
  };
  // What a stone has to do with the edge.
  struct Look {
    bool joined = false;     // whatever the other side does
    bool threatens = false;  // by moving
    Set carrier;             // of what joins; of all threats that matter
    Set smallest;            // of the least threat
    Set must_play;           // cells that meet all threats
  };

  std::vector<Course> courses() const;
  int row_of(int cell, int edge) const;
  int step(int cell, int direction) const;
  Look look(const Position<W>& position, int stone, int edge, int without = -1);
  // Without the cell ahead: what it may do at once, and not by running.
  Look look_down(const Position<W>& position, int stone, const Course& course);
  std::vector<Ladder<W>> along(const Position<W>& position, const Course& course);
  bool start(const Position<W>& position, const Course& course, int head, Ladder<W>& ladder);
  void run(Position<W> position, const Course& course, Ladder<W>& ladder);
  bool joins_by_moving(const Position<W>& position, const Course& course, int front, Set& carrier);
  bool joins_by(const Position<W>& position, const Course& course, int move, Set& carrier);
  int escape_of(const Position<W>& position, const Course& course, const Ladder<W>& ladder) const;

  const Geometry<W>* geometry_ = nullptr;
  Side side_ = Side::First;
  std::array<Set, 2> strips_;  // the rows next to each edge, where all of it happens
  int looks_left_ = 0;
  Connections<W> connections_{{.full = 8, .semi = 16, .between_cells = 2, .joined = 3}};
};

extern template class Ladders<2>;
extern template class Ladders<4>;
extern template class Ladders<6>;

}  // namespace losange::hex
