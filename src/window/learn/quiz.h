// Learning from one's mistakes: each error of the person's side in the game on the table becomes a question, at the
// position before it. The answer is checked by the engine that advises, so that a move nearly as good as the best is
// right too. It stands beside the board in place of the study, which would tell the answer.
#pragma once

#include <string>
#include <vector>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/picture/board_picture.h"

namespace losange::window {

inline constexpr double kNearlyBest = 0.04;  // of the chance to win: what a right answer may cost

class Quiz {
 public:
  explicit Quiz(const Context& context) : context_(context) {}

  // Not any more once the tree was edited: questions name its nodes.
  bool on() const { return state_ != State::Off && tree_ == context_.table.tree_number(); }
  // A click on the board is an answer.
  bool asks() const;
  // To the next question, or out of them after the last; false while one is open.
  bool go_on();
  // Searches the game for mistakes first where that was not done yet.
  void begin();
  void leave();
  void answer(const std::string& move);
  // True where something to be seen changed.
  bool pass_time();
  void draw(Pen& pen, Rect& rest);
  void add(BoardPicture& picture) const;

 private:
  enum class State { Off, Searching, Asking, Judging, Wrong, Right, Shown, Ended };

  void collect();  // the questions, once the game was searched
  void ask(std::size_t question);
  void judge(const std::string& move);
  void decide(double chance);
  const Mistake& question() const { return questions_[at_]; }
  game::NodeId place() const;  // where the question is asked
  std::string told() const;
  void draw_buttons(Pen& pen, Rect row);

  const Context& context_;
  State state_ = State::Off;
  std::uint64_t game_ = 0, tree_ = 0;  // on the table
  bool analysing_ = false;             // before
  std::vector<Mistake> questions_;
  std::size_t at_ = 0;
  std::size_t found_ = 0;    // answered rightly at the first try
  bool tried_ = false;       // this one was answered wrongly, or shown
  std::string tried_move_;   // the last answer
  double tried_chance_ = 0;  // of the person's side after it
};

}  // namespace losange::window
