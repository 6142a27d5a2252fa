#include "window/dialogs/menu_dialog.h"

#include <fmt/format.h>

#include <algorithm>

#include "window/common/drawing.h"

namespace losange::window {

std::vector<Action> MenuDialog::entries(bool narrow) const {
  std::vector<Action> entries{
      Action::NewGame,       Action::Restart,       Action::Library,  Action::Open,
      Action::Save,          Action::Paste,         Action::CopyLink, Action::CopyMoves,
      Action::ExportPicture, Action::ExportDrawing, Action::SetUp,    Action::Sweep,
      Action::Inferior,      Action::Connections,   Action::Learn,    Action::SwapMap,
      Action::Solve,         Action::Marks,         Action::MoveList, Action::Numbers,
      Action::Settings,      Action::Help};
  std::erase_if(entries, [&](Action action) {
    // A phone has room for what cannot be reached otherwise, and for one kind of picture.
    const bool elsewhere =
        action == Action::MoveList || action == Action::Numbers || action == Action::ExportDrawing;
    return !context_.offers(action) || (narrow && elsewhere);
  });
  return entries;
}

void MenuDialog::choose(Action action) const {
  context_.close();
  context_.ask.perform(action);
}

bool MenuDialog::key(const KeyPress& press) {
  const auto action = action_for(press);
  const auto all = entries(/*narrow=*/false);
  if (!action || std::find(all.begin(), all.end(), *action) == all.end()) return false;
  choose(*action);
  return true;
}

void MenuDialog::draw(Pen& pen) {
  // A phone held sideways has width, and little height.
  const bool flat = pen.fingers() && pen.width() > 1.2 * pen.height();
  const std::size_t columns = flat ? 4 : 2;
  Rect rest = begin_dialog(pen, context_, flat ? 900 : 620, pen.narrow() ? 900 : 640, Word::Menu,
                           flat ? 372 : 560);
  const auto entries = this->entries(pen.narrow());
  const double gap = pen.px(12), pace = (rest.width + gap) / static_cast<double>(columns);
  const std::size_t rows = (entries.size() + columns - 1) / columns;
  const double pitch = std::min(pen.px(52), (rest.height - pen.px(54)) / static_cast<double>(rows));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Action action = entries[i];
    const Rect area{rest.x + pace * static_cast<double>(i % columns),
                    rest.y + pitch * static_cast<double>(i / columns), pace - gap,
                    pitch - pen.px(pen.narrow() ? 5 : 8)};
    pen.button(fmt::format("menu.{}", static_cast<int>(action)), area, context_.name(action),
               {.icon = pen.narrow() ? Icon::None : info(action).icon,
                .align = Align::Left,
                .letters = pen.narrow() ? 12.0 : 15.0,
                .aside = pen.narrow() ? "" : context_.key_of(action)},
               [this, action] { choose(action); });
  }
  Rect bottom = rest.take_bottom(pen.px(44));
  const bool quits = context_.services.can_quit;
  const double half = bottom.width / 2 - pen.px(6);
  pen.button("menu.start", quits ? bottom.take_left(half) : bottom,
             context_.tr(Word::ToStartScreen), {}, [this] {
               context_.ask.show({Screen::Start, Dialog::None});
             });
  if (!quits) return;
  bottom.take_left(pen.px(12));
  pen.button("menu.quit", bottom, context_.tr(Word::Quit),
             {.aside = pen.narrow() ? "" : context_.key_of(Action::Quit)},
             [this] { context_.ask.leave(); });
}

}  // namespace losange::window
