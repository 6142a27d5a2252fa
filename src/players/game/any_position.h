// A position of any game behind text: the one place where the compile-time game is erased. Faces,
// protocols and matches use it as the referee; searches never see it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace losange::players {

// The board as a face draws it. Pieces are letters: '.' empty, 'x' and 'o' for First and Second (Hex
// stones, men in draughts), 'X' and 'O' for kings, ' ' for squares nothing stands on.
struct BoardView {
  int rows = 0, columns = 0;
  std::string pieces;              // rows * columns, row by row from the top
  std::vector<int> winning_chain;  // indices into pieces; empty while the game goes on
};

class AnyPosition {
 public:
  virtual ~AnyPosition() = default;
  virtual std::unique_ptr<AnyPosition> clone() const = 0;

  virtual game::Side to_move() const = 0;
  virtual game::Outcome outcome() const = 0;
  virtual std::uint64_t hash() const = 0;
  virtual std::vector<std::string> legal_moves() const = 0;
  // The move in its canonical text; throws base::UserError that says why it is not legal.
  virtual std::string check(std::string_view text) const = 0;
  virtual void apply(const game::RecordNode& node) = 0;
  virtual BoardView view() const = 0;
  // The cell a move text names, in draughts the one it ends on, as an index into BoardView::pieces, or -1 (swap, pass).
  virtual int cell_of(std::string_view text) const = 0;
  // The cells a legal move goes over, from where its piece stands to where it ends; the one cell a stone is put on;
  // nothing for other moves and texts that are none.
  virtual std::vector<int> path_of(std::string_view text) const = 0;
};

std::unique_ptr<AnyPosition> make_position(const game::GameSetup& setup);
// The position at the record's cursor; an error names the move it stands at.
std::unique_ptr<AnyPosition> replay(const game::GameRecord& record);

}  // namespace losange::players
