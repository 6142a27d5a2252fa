// What the study shows on the board itself: the values of moves, the line under the pointer, a hint, cells that do not
// matter.
#pragma once

#include <vector>

#include "window/board/board_picture.h"
#include "window/common/context.h"

namespace losange::window {

// How a proven move ends for the side to move.
Word proof_word(const AnalysedMove& move, game::Side to_move);

class StudyMarks {
 public:
  explicit StudyMarks(const Context& context) : context_(context) {}

  void toggle_inferior() { show_inferior_ = !show_inferior_; }
  void ask_hint();  // it is shown when it comes, for as long as the position stands
  // While the pointer rests on a cell its line stays as it was when it came there.
  void freeze(int hover);
  void add(BoardPicture& picture) const;

 private:
  void add_values(BoardPicture& picture, const Analysis& analysis) const;

  const Context& context_;
  bool show_inferior_ = false;
  std::uint64_t hint_revision_ = 0;
  int hover_ = -1;
  std::uint64_t frozen_revision_ = 0;
  std::vector<AnalysedMove> frozen_;
};

}  // namespace losange::window
