// Letters, shapes and arrows that people put on the board. They live in the record as SGF has them, in properties of the
// node they are about: LB[c3:A], TR, SQ, CR and MA with cells, AR[a1:c3]; so they are saved with the game and come with
// it from other programs. Points are cells as moves name them.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"

namespace losange::window {

enum class MarkKind { Letter, Triangle, Square, Circle, Cross, Arrow };

struct RecordMark {
  MarkKind kind = MarkKind::Letter;
  std::string cell;
  std::string text{};  // the letter, or the cell where an arrow ends
  bool operator==(const RecordMark&) const = default;
};

std::vector<RecordMark> marks_at(const game::RecordNode& node);
// Puts a mark, or takes it off where it stands already. A cell has one letter and one shape.
void toggle_mark(game::RecordNode& node, const RecordMark& mark);
void clear_marks(game::RecordNode& node);
// The first of A to Z, then 1, 2 and so on, that is not on the board.
std::string next_letter(const game::RecordNode& node);

}  // namespace losange::window
