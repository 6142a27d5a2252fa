// The interactive lesson: small positions in which the player finds the right move on the board. No other
// is right: a test holds each to exact solving, and the dead cell to every way of filling the board.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "players/game/session.h"
#include "window/words/words.h"

namespace losange::window {

struct LessonStep {
  Word title, text, praise, hint;  // the hint is for a first wrong move
  int size = 5;
  std::string first, second;       // stones that stand at the start, "c1 c2"
  std::vector<std::string> moves;  // played before, alternating from First
  game::Side to_move = game::Side::First;
  enum class Asks { WinningMove, DeadCell } asks = Asks::WinningMove;
  std::vector<std::string> script;  // the player's move, the reply, the player's move, ...
  std::vector<std::string> also{};  // as right as the one move of the script
};
const std::vector<LessonStep>& lesson_steps();

class Lesson {
 public:
  Lesson() { go_to(0); }

  std::size_t index() const { return index_; }
  const LessonStep& step() const { return lesson_steps()[index_]; }
  const players::Session& session() const { return session_; }
  bool solved() const { return done_ == step().script.size(); }
  bool was_solved(std::size_t index) const { return solved_.contains(index); }
  bool wrong() const { return wrong_ > 0; }  // the last try was not the move
  // After a second one the move is shown.
  bool shows_answer() const { return wrong_ > 1; }
  bool touched() const { return wrong_ > 0 || done_ > 0; }  // something was tried in this step
  bool first() const { return index_ == 0; }
  bool last() const { return index_ + 1 == lesson_steps().size(); }
  // The move that is looked for; empty when the step is solved.
  std::string wanted() const { return solved() ? "" : step().script[done_]; }

  // Plays the move and the reply when it is the right one.
  void try_move(std::string_view move);
  void go_to(std::size_t index);

 private:
  std::size_t index_ = 0;
  std::size_t done_ = 0;  // moves of the script
  int wrong_ = 0;  // tries in a row
  std::set<std::size_t> solved_;  // steps, now or before
  players::Session session_;
};

}  // namespace losange::window
