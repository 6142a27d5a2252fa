// What the study shows on the board itself: the values of moves, the line under the pointer, a hint, cells that do not
// matter, what is connected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/common/context.h"
#include "window/marks/connections_finder.h"
#include "window/picture/board_picture.h"

namespace losange::window {

// How a proven move ends for the side to move.
Word proof_word(const AnalysedMove& move, game::Side to_move);

// The move that follows in the game on the table; empty at its end.
std::string next_move_played(const Table& table);

class StudyMarks {
 public:
  explicit StudyMarks(const Context& context) : context_(context) {}

  void toggle_inferior();
  void toggle_connections();
  void ask_hint();   // it is shown when it comes, for as long as the position stands
  void pass_time();  // says where the hint is one that a board hardly shows
  // While the pointer rests on a cell, or on the row of a candidate (its widget), the line of that move stays as it was
  // when it came there.
  void freeze(int hover, const std::string& widget = {});
  void add(BoardPicture& picture) const;

 private:
  int cell_of_candidate(const std::string& widget) const;
  void add_connections(BoardPicture& picture) const;
  std::string connections_text() const;
  void tell_who_is_waited_for();
  std::string hinted_move() const;  // empty until it is there, and where none was asked for
  void add_played(BoardPicture& picture) const;
  void add_values(BoardPicture& picture, const Analysis& analysis) const;

  const Context& context_;
  bool show_inferior_ = false, show_connections_ = false;
  mutable ConnectionsFinder connections_;
  std::uint64_t hint_revision_ = 0, hint_said_ = 0;  // where it was asked for, and told
  std::optional<base::Clock::time_point>
      hint_asked_;  // when, until it is there or told that it is not
  std::string widget_;
  int hover_ = -1, cell_ = -1;  // under the pointer, and the one whose line is shown
  std::uint64_t frozen_revision_ = 0;
  std::vector<AnalysedMove> frozen_;
};

}  // namespace losange::window
