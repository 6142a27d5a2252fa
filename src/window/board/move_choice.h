// How a move of a piece is made with clicks: the piece, then where it goes; where captures part on the way, the
// squares between. Knows no game: it works from the paths of the legal moves. Games whose moves are one cell
// have nothing to choose here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "players/game/any_position.h"

namespace losange::window {

// The legal move that is a stone on the cell; empty where there is none.
std::string move_to(const players::AnyPosition& position, int cell);

class MoveChoice {
 public:
  enum class Click {
    Nothing,   // nothing to be told
    Chosen,    // a piece was chosen, or went on in its capture
    Several,   // several captures end there: the squares between tell them apart
    Complete,  // `move` is to be played
  };
  struct Clicked {
    Click kind = Click::Nothing;
    std::string move{};
  };

  // The position stands still until clear(). `names` are those of the cells.
  explicit MoveChoice(const players::AnyPosition& position);

  // Moves are made by choosing a piece.
  bool moves_pieces() const { return !lines_.empty(); }
  // The pieces that may move, where a capture leaves the others none; otherwise nothing.
  std::vector<int> forced() const;
  // Where the chosen piece may go next, on its way or at the end of it.
  std::vector<int> targets(const std::vector<int>& chosen) const;
  // Takes a click for what it means after `chosen`, which it extends or empties. Throws base::UserError that says by
  // which rule a move is refused.
  Clicked click(const players::AnyPosition& position, const std::vector<std::string>& names,
                int cell, std::vector<int>& chosen) const;

 private:
  struct Line {
    std::string move;
    std::vector<int> path;
  };
  std::vector<const Line*> going_on(const std::vector<int>& chosen) const;

  std::vector<Line> lines_;
  bool captures_ = false;
};

}  // namespace losange::window
