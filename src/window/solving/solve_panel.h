// "Solve": who wins the position on the table for certain and which moves win, found beside the analysis, with its
// progress; and the proof played out: who has won answers whatever a person plays. Results stay in the game (solved.h); what
// a file says of them is told as its word until it was found here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/findings/solved.h"
#include "window/picture/board_picture.h"
#include "window/solving/solver_room.h"

namespace losange::window {

class SolvePanel {
 public:
  explicit SolvePanel(const Context& context) : context_(context) {}

  bool on() const { return on_; }
  void begin();  // says so where there is nothing to solve
  void leave();
  bool pass_time();  // true where something to be seen changed
  void draw(Pen& pen, Rect& rest);
  void add(BoardPicture& picture) const;  // the moves that win
  const SolverRoom& room() const { return room_; }

 private:
  void look();  // at the position on the table, from the beginning
  void solve();
  bool listen();  // to how the question stands
  void keep(const SolverNews& news);
  void write_down();  // in the game
  bool answer();      // for the winner, where the proof is played
  void play_proof();
  std::string text() const;
  std::string progress_text() const;
  std::string result_text() const;
  std::string winner_text() const;
  std::string playing_text() const;

  const Context& context_;
  bool on_ = false, playing_ = false;
  std::uint64_t game_ = 0, revision_ = 0;
  std::size_t length_ = 0;               // of the line to the position
  bool forward_ = true;                  // the last move led further, and not back
  std::optional<Solved> solved_;         // of the position on the table
  bool from_file_ = false;               // and nothing but its word
  std::map<std::string, Solved> found_;  // since the program began, by board
  SolverNews news_;
  base::Clock::time_point shown_{};
  SolverRoom room_;  // last: its thread ends before the rest
};

}  // namespace losange::window
