#include "window/learn/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "window/common/drawing.h"

namespace losange::window {

using game::Side;

namespace {

std::string percent(double share) { return fmt::format("{:.0f}", 100 * share); }

}  // namespace

bool Quiz::asks() const {
  return on() && (state_ == State::Asking || state_ == State::Wrong) &&
         context_.table.record().cursor() == place();
}

game::NodeId Quiz::place() const { return context_.table.record().node(question().node).parent; }

void Quiz::begin() {
  Table& table = context_.table;
  game_ = table.game_number();
  tree_ = table.tree_number();
  analysing_ = table.analysing();
  table.set_analysing(false);
  // A search that is under way looks closer still at what seems a mistake.
  if (table.game_study().whole() && !table.sweeping()) return collect();
  state_ = State::Searching;
  if (!table.sweeping()) table.start_sweep();
}

void Quiz::leave() {
  if (state_ == State::Off) return;
  Table& table = context_.table;
  if (state_ == State::Searching) table.stop_sweep();
  if (state_ == State::Judging) table.drop_aside();
  state_ = State::Off;
  if (table.game_number() == game_) table.set_analysing(analysing_);  // another begins without
}

bool Quiz::go_on() {
  if (!on()) return false;
  switch (state_) {
    case State::Right:
    case State::Shown: ask(at_ + 1); return true;
    case State::Ended: leave(); return true;
    default: return false;
  }
}

void Quiz::collect() {
  const Table& table = context_.table;
  const bool first = table.seat(Side::First).person, second = table.seat(Side::Second).person;
  questions_.clear();
  for (const auto& mistake : context_.table.game_study().mistakes) {
    // Where both sides are people's, or none is, one learns from both.
    if (first == second || (mistake.side == Side::First) == first) questions_.push_back(mistake);
  }
  std::sort(questions_.begin(), questions_.end(),
            [](const Mistake& a, const Mistake& b) { return a.number < b.number; });
  found_ = 0;
  if (questions_.empty()) {
    state_ = State::Off;
    context_.table.set_analysing(analysing_);
    context_.ask.say(context_.table.game_study().played == 0
                         ? context_.tr(Word::NothingPlayed)
                         : context_.tr(Word::NoMistakeThere, percent(kLeastLoss)));
    return;
  }
  ask(0);
}

void Quiz::ask(std::size_t question) {
  if (question >= questions_.size()) {
    state_ = State::Ended;
    return;
  }
  at_ = question;
  tried_ = false;
  state_ = State::Asking;
  context_.table.go_to(place());
}

void Quiz::answer(const std::string& move) {
  if (!asks()) return;
  tried_move_ = move;
  const auto before = analysis_at(context_.table.record().node(place()));
  const Side side = question().side;
  if (move == question().better) {
    decide(before ? chance_for(side, before->value) : 1);
  } else if (move == question().played) {
    decide(chance_for(side, value_at(context_.table.record().node(question().node)).value_or(0)));
  } else {
    judge(move);
  }
}

// The engine looks at the position after the move, as closely as a sweep does.
void Quiz::judge(const std::string& move) {
  Table& table = context_.table;
  game::GameRecord after = table.record();
  after.go_to(place());
  after.play({question().side, move});
  switch (players::replay(after)->outcome()) {
    case game::Outcome::Ongoing:
      state_ = State::Judging;
      table.ask_aside(std::move(after), table.visits_of_sweep().close);
      break;
    case game::Outcome::Draw: decide(0.5); break;
    case game::Outcome::FirstWins: decide(question().side == Side::First ? 1 : 0); break;
    default: decide(question().side == Side::First ? 0 : 1);
  }
}

void Quiz::decide(double chance) {
  const auto before = analysis_at(context_.table.record().node(place()));
  const double best = before ? chance_for(question().side, before->value) : 1;
  tried_chance_ = chance;
  const bool right = tried_move_ == question().better ||
                     (tried_move_ != question().played && best - chance <= kNearlyBest);
  context_.services.play(right ? Sound::Win : Sound::Wrong);
  if (right && !tried_) ++found_;
  if (!right) tried_ = true;
  state_ = right ? State::Right : State::Wrong;
}

bool Quiz::pass_time() {
  Table& table = context_.table;
  if (state_ == State::Off) return false;
  if (!on()) {
    leave();
    return true;
  }
  if (state_ == State::Searching && !table.sweeping()) {
    if (table.game_study().whole()) {
      collect();
    } else {  // it was stopped
      leave();
    }
    return true;
  }
  if (state_ != State::Judging) return false;
  const auto value = table.take_aside();
  if (value) decide(chance_for(question().side, *value));
  if (!value && table.asks_aside()) return false;
  if (!value) state_ = State::Asking;  // the engine could not answer
  return true;
}

std::string Quiz::told() const {
  const auto move = [&](const std::string& text) { return context_.move_text(text); };
  const Mistake& asked = question();
  switch (state_) {
    case State::Asking:
      return context_.tr(Word::QuizQuestion, context_.side_text(asked.side),
                         std::to_string(context_.move_number(asked.number, asked.side)),
                         move(asked.played), percent(asked.loss));
    case State::Judging: return context_.tr(Word::QuizJudging, move(tried_move_));
    case State::Wrong:
      return context_.tr(Word::QuizWrong, move(tried_move_), percent(tried_chance_));
    case State::Right:
      return tried_move_ == asked.better
                 ? context_.tr(Word::QuizRight, move(tried_move_), percent(tried_chance_))
                 : context_.tr(Word::QuizNearly, move(tried_move_), percent(tried_chance_),
                               move(asked.better));
    case State::Shown: return context_.tr(Word::QuizAnswer, move(asked.better));
    default: return "";
  }
}

void Quiz::draw(Pen& pen, Rect& rest) {
  std::string title = context_.tr(Word::LearnFromMistakes), text;
  if (state_ == State::Searching) {
    text = context_.tr(Word::SweepShare, percent(context_.table.sweep_share()));
  } else if (state_ == State::Ended) {
    text = context_.tr(Word::QuizEnd, std::to_string(found_), std::to_string(questions_.size()));
  } else {
    title =
        context_.tr(Word::QuizNumber, std::to_string(at_ + 1), std::to_string(questions_.size()));
    text = told();
  }
  const Color tint = state_ == State::Right   ? pen.theme().good
                     : state_ == State::Wrong ? pen.theme().bad
                                              : pen.theme().accent;
  draw_buttons(pen, draw_card(pen, rest, title, text, tint, button_height(pen)));
}

void Quiz::draw_buttons(Pen& pen, Rect row) {
  const double gap = pen.px(8), width = (row.width - gap) / 2;
  const auto button = [&](const std::string& id, Word label, bool primary,
                          std::function<void()> act) {
    pen.button(id, row.take_left(width), context_.tr(label), {.primary = primary, .letters = 14},
               std::move(act));
    row.take_left(gap);
  };
  const bool asked = state_ == State::Asking || state_ == State::Judging || state_ == State::Wrong;
  if (asked && context_.table.record().cursor() != place()) {
    button("quiz.back", Word::QuizBack, true, [this] { context_.table.go_to(place()); });
  } else if (asked) {
    button("quiz.show", Word::QuizShow, false, [this] {
      tried_ = true;
      state_ = State::Shown;
    });
  } else if (state_ == State::Right || state_ == State::Shown) {
    button("quiz.next", Word::Next, true, [this] { go_on(); });
  }
  button("quiz.leave", state_ == State::Ended ? Word::Done : Word::Leave, state_ == State::Ended,
         [this] { leave(); });
}

void Quiz::add(BoardPicture& picture) const {
  if (state_ == State::Off || state_ == State::Searching || state_ == State::Ended) return;
  if (context_.table.record().cursor() != place()) return;
  const auto& position = context_.table.session().position();
  const auto& colours = theme(context_.settings.theme);
  picture.played = {position.cell_of(question().played),
                    severity_color(colours, severity(question().loss))};
  if (picture.played->cell < 0) picture.played.reset();
  if (state_ != State::Right && state_ != State::Shown) return;
  const std::string& best = state_ == State::Right ? tried_move_ : question().better;
  picture.hint = position.cell_of(best);
  const auto path = position.path_of(best);
  if (path.size() > 1) picture.hint_from = path.front();
}

}  // namespace losange::window
