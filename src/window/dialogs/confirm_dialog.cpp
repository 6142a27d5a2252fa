#include "window/dialogs/confirm_dialog.h"

#include "window/common/drawing.h"

namespace losange::window {

void ConfirmDialog::draw(Pen& pen) {
  Rect rest = begin_dialog(pen, context_, 500, 220, Word::NewGame);
  pen.paragraph(rest, context_.tr(Word::ConfirmNew), 15, pen.theme().ink);
  Rect bottom = rest.take_bottom(pen.px(46));
  const double letters = pen.narrow() ? 12 : 14;
  const double third = (bottom.width - pen.px(20)) / 3;
  pen.button("confirm.yes", bottom.take_right(third), context_.tr(Word::NewGame),
             {.primary = true, .letters = letters}, [this] { context_.open(Dialog::NewGame); });
  bottom.take_right(pen.px(10));
  pen.button("confirm.save", bottom.take_right(third), context_.tr(Word::Save),
             {.letters = letters}, [this] { context_.open(Dialog::Save); });
  bottom.take_right(pen.px(10));
  pen.button("confirm.no", bottom, context_.tr(Word::KeepPlaying), {.letters = letters},
             [this] { context_.close(); });
}

bool ConfirmDialog::key(const KeyPress& press) {
  if (press.key != Key::Enter) return false;
  context_.open(Dialog::NewGame);
  return true;
}

}  // namespace losange::window
