#include "window/dialogs/confirm_dialog.h"

#include <functional>
#include <utility>

#include "window/common/drawing.h"

namespace losange::window {

void ConfirmDialog::draw(Pen& pen) {
  const bool narrow = pen.narrow();
  Rect rest = begin_dialog(pen, context_, 500, narrow ? 330 : 220, Word::NewGame);
  pen.paragraph(rest, context_.tr(Word::ConfirmNew), 15, pen.theme().ink);
  // Side by side; in a narrow window one below the other, where every language has room.
  Rect bottom = rest.take_bottom(pen.px(narrow ? 3 * kFinger + 16 : 46));
  const double third = (bottom.width - pen.px(20)) / 3;
  const auto answer = [&](const std::string& id, Word label, bool primary,
                          std::function<void()> act) {
    pen.button(id, narrow ? bottom.take_top(pen.px(kFinger)) : bottom.take_right(third),
               context_.tr(label), {.primary = primary, .letters = 14}, std::move(act));
    narrow ? bottom.take_top(pen.px(8)) : bottom.take_right(pen.px(10));
  };
  answer("confirm.yes", Word::NewGame, true, [this] { context_.open(Dialog::NewGame); });
  answer("confirm.save", Word::Save, false, [this] { context_.open(Dialog::Save); });
  answer("confirm.no", Word::KeepPlaying, false, [this] { context_.close(); });
}

bool ConfirmDialog::key(const KeyPress& press) {
  if (press.key != Key::Enter) return false;
  context_.open(Dialog::NewGame);
  return true;
}

}  // namespace losange::window
