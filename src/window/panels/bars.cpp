#include "window/panels/bars.h"

#include <fmt/format.h>

#include <algorithm>

namespace losange::window {

Rect draw_bar(Pen& pen, const Context& context, Rect bar, bool resign_asked) {
  Rect rest = bar.inset(pen.px(pen.narrow() ? 4 : 8));
  const double side = rest.height;
  const double gap = pen.px(4);
  const auto icon = [&](Action action, Rect area, bool selected, bool enabled, Icon icon) {
    pen.button(fmt::format("bar.{}", static_cast<int>(action)), area, "",
               {.icon = icon,
                .selected = selected,
                .enabled = enabled,
                .plain = true,
                .tip = context.tip(action)},
               [&context, action] { context.ask.perform(action); });
  };
  const auto left = [&](Action action, bool enabled = true, bool selected = false) {
    icon(action, rest.take_left(side), selected, enabled, info(action).icon);
    rest.take_left(gap);
  };
  left(Action::Menu);
  if (!pen.narrow()) {  // there the menu has it, and what stands on the right
    rest.take_left(gap * 2);
    left(Action::NewGame);
  }
  left(Action::Undo, context.table.can_undo());
  left(Action::Redo, context.table.can_redo());
  left(Action::Hint, context.table.session().open_on_board(), context.table.hint_asked());
  const Table& table = context.table;
  const bool stands = table.paused() || table.clocks_wait() || table.trouble() != nullptr ||
                      (table.browsing() && !table.person_to_move());
  icon(Action::Pause, rest.take_left(side), table.paused(), !table.session().over(),
       stands ? Icon::Play : Icon::Pause);
  rest.take_left(gap);
  left(Action::Resign, !context.table.session().over(), resign_asked);

  if (pen.narrow()) {
    icon(Action::Analyse, rest.take_right(side), context.table.analysing(), true, Icon::Chart);
    return {rest.x, bar.y, rest.width, bar.height};
  }
  // Their places come from the right; Tab goes through them from the left.
  const auto right = [&] {
    const Rect area = rest.take_right(side);
    rest.take_right(gap);
    return area;
  };
  const Rect help = right(), settings = right(), mute = right();
  rest.take_right(gap * 2);
  const std::string label = context.tr(Word::Analysis);
  const double width = pen.text_width(label, 15, Weight::Bold) + pen.px(56);
  pen.button("analyse", rest.take_right(width), label,
             {.icon = Icon::Chart,
              .selected = context.table.analysing(),
              .tip = context.tip(Action::Analyse)},
             [&context] { context.ask.perform(Action::Analyse); });
  const double volume =
      context.settings.mute ? 0 : std::max(context.settings.effects, context.settings.music);
  icon(Action::Mute, mute, false, true,
       volume <= 0     ? Icon::Speaker0
       : volume < 0.34 ? Icon::Speaker1
       : volume < 0.67 ? Icon::Speaker2
                       : Icon::Speaker3);
  icon(Action::Settings, settings, false, true, Icon::Sliders);
  icon(Action::Help, help, false, true, Icon::Question);
  rest.take_right(gap);
  return {rest.x, bar.y, rest.width, bar.height};
}

void draw_navigation(Pen& pen, const Context& context, Rect row) {
  const auto& record = context.table.record();
  const bool start = record.cursor() == game::kRoot,
             end = record.node(record.cursor()).children.empty();
  const double width = (row.width + pen.px(4)) / 4;
  for (const Action action : {Action::First, Action::Back, Action::Forward, Action::Last}) {
    const bool backwards = action == Action::First || action == Action::Back;
    const Rect area{row.x, row.y, width - pen.px(4), row.height};
    row.take_left(width);
    pen.button(fmt::format("navigate.{}", static_cast<int>(action)), area, "",
               {.icon = info(action).icon,
                .enabled = backwards ? !start : !end,
                .tip = context.tip(action)},
               [&context, action] { context.ask.perform(action); });
  }
}

}  // namespace losange::window
