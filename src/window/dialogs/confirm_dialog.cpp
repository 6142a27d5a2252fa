#include "window/dialogs/confirm_dialog.h"

#include "window/common/drawing.h"

namespace losange::window {

void ConfirmDialog::draw(Pen& pen) {
  Rect rest = begin_dialog(pen, context_, 460, 220, Word::NewGame);
  pen.paragraph(rest, context_.tr(Word::ConfirmNew), 15, pen.theme().ink);
  Rect bottom = rest.take_bottom(pen.px(46));
  const double half = bottom.width / 2 - pen.px(5);
  pen.button("confirm.yes", bottom.take_right(half), context_.tr(Word::NewGame), {.primary = true},
             [this] { context_.open(Dialog::NewGame); });
  bottom.take_right(pen.px(10));
  pen.button("confirm.no", bottom, context_.tr(Word::KeepPlaying), {},
             [this] { context_.close(); });
}

}  // namespace losange::window
