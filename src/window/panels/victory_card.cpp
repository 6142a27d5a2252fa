#include "window/panels/victory_card.h"

#include "window/common/drawing.h"

namespace losange::window {

using game::Side;

void draw_victory(Pen& pen, const Context& context, Rect& rest) {
  const auto& session = context.table.session();
  const Side winner =
      session.result().outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
  const bool drawn = session.result().outcome == game::Outcome::Draw;
  const bool one_person =
      !drawn && context.table.seat(Side::First).person != context.table.seat(Side::Second).person;
  const bool won = context.table.seat(winner).person;
  const bool narrow = pen.narrow();
  const Rect card = rest.take_top(pen.px(narrow ? 128 : 226));
  rest.take_top(pen.px(12));
  pen.fill(card,
           mixed(pen.theme().panel, drawn ? pen.theme().ink : context.colors().of(winner), 0.14),
           12);
  Rect inside = card.inset(pen.px(narrow ? 10 : 16));
  Rect head = inside.take_top(pen.px(56));
  const Point stone{head.x + pen.px(24), head.center().y};
  draw_stone(pen, drawn ? stone - Point{pen.px(6), 0} : stone, drawn ? 17 : 24, winner,
             context.colors());
  if (drawn)
    draw_stone(pen, stone + Point{pen.px(8), 0}, 17, game::other(winner), context.colors());
  const double x = head.x + pen.px(62), room = head.right() - x;
  const std::string wins =
      drawn ? context.tr(Word::Drawn) : context.tr(Word::Wins, context.side_text(winner));
  pen.text({x, head.center().y - pen.px(11)},
           one_person ? context.tr(won ? Word::YouWon : Word::YouLost) : wins, 21, pen.theme().ink,
           Align::Left, Weight::Bold, room);
  const std::string reason = session.result().reason;
  std::string how = one_person ? wins + " · " : "";
  if (reason == "resign") how = context.tr(Word::ByResignation) + " · ";
  if (reason == "time") how = context.tr(Word::OnTime) + " · ";
  pen.text({x, head.center().y + pen.px(14)},
           how + context.tr(Word::InMoves, std::to_string(session.move_number())), 14,
           pen.theme().muted, Align::Left, Weight::Regular, room);
  inside.take_top(pen.px(narrow ? 6 : 12));
  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         Action action) {
    Rect area = inside.take_top(pen.px(narrow ? kFinger : 36));
    if (narrow) {  // the three side by side
      inside = {inside.x, area.y, inside.width, area.height + inside.height};
      area = inside.take_left(card.width / 3 - pen.px(10));
      inside.take_left(pen.px(5));
    }
    pen.button(id, area, context.tr(label),
               {.icon = narrow ? Icon::None : icon,
                .primary = primary,
                .tip = context.tip(action),
                .letters = narrow ? 13.0 : 15.0},
               [&context, action] { context.ask.perform(action); });
    if (!narrow) inside.take_top(pen.px(7));
  };
  entry("victory.again", Word::PlayAgain, Icon::Restart, true, Action::Restart);
  entry("victory.new", Word::NewGame, Icon::Plus, false, Action::NewGame);
  if (context.table.line_study().mistakes.empty()) {
    entry("victory.sweep", Word::FindMistakes, Icon::Sweep, false, Action::Sweep);
  } else {
    entry("victory.learn", Word::LearnFromMistakes, Icon::Lesson, false, Action::Learn);
  }
}

}  // namespace losange::window
