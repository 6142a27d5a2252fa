#include "window/dialogs/confirm_dialog.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "window/common/drawing.h"

namespace losange::window {

ConfirmDialog::ConfirmDialog(const Context& context)
    : context_(context), question_(about_a_new_game()) {}

Question ConfirmDialog::about_a_new_game() const {
  return before_another_game(context_, Word::NewGame, [this] { context_.open(Dialog::NewGame); });
}

void ConfirmDialog::come() {
  question_ = next_ ? *std::exchange(next_, std::nullopt) : about_a_new_game();
}

void ConfirmDialog::draw(Pen& pen) {
  constexpr double kWidth = 500, kLetters = 15;
  const bool narrow = pen.narrow();
  const double margins = narrow ? 28 : 56, buttons = narrow ? 3 * kFinger + 16 : 46;
  // A reason may be long, since paths are.
  const double room = std::min(pen.px(kWidth), pen.width() - pen.px(16)) - pen.px(margins);
  const auto lines = static_cast<double>(pen.wrapped(question_.text, kLetters, room).size());
  const double title = 46, needed = margins + title + 1.45 * kLetters * lines + 16 + buttons;
  Rect rest = begin_dialog(pen, context_, kWidth, std::max(narrow ? 330.0 : 220.0, needed),
                           question_.title);
  pen.paragraph(rest, question_.text, kLetters, pen.theme().ink);
  // Side by side; in a narrow window one below the other, where every language has room.
  Rect bottom = rest.take_bottom(pen.px(buttons));
  const double third = (bottom.width - pen.px(20)) / 3;
  for (const auto& answer : question_.answers) {
    const bool primary = &answer == &question_.answers.front();
    pen.button(answer.id, narrow ? bottom.take_top(pen.px(kFinger)) : bottom.take_right(third),
               context_.tr(answer.label), {.primary = primary, .letters = 14}, answer.act);
    narrow ? bottom.take_top(pen.px(8)) : bottom.take_right(pen.px(10));
  }
}

bool ConfirmDialog::key(const KeyPress& press) {
  if (press.key != Key::Enter) return false;
  const auto act = question_.answers.front().act;  // a copy: another question may take its place
  act();
  return true;
}

Question before_another_game(const Context& context, Word what, std::function<void()> go_on) {
  return {what,
          context.tr(Word::ConfirmNew),
          {{{"confirm.yes", what, std::move(go_on)},
            {"confirm.save", Word::Save, [&context] { context.open(Dialog::Save); }},
            {"confirm.no", Word::KeepPlaying, [&context] { context.close(); }}}}};
}

Question before_leaving(const Context& context, const std::string& reason) {
  std::string text = reason + ".\n\n" + context.tr(Word::LeavingLosesIt);
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return {Word::Quit,
          std::move(text),
          {{{"confirm.save", Word::SaveElsewhere, [&context] { context.open(Dialog::Save); }},
            {"confirm.leave", Word::LeaveUnkept, [&context] { context.ask.leave_unkept(); }},
            {"confirm.no", Word::Stay, [&context] { context.close(); }}}}};
}

}  // namespace losange::window
