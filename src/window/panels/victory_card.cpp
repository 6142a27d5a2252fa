#include "window/panels/victory_card.h"

#include "window/common/drawing.h"

namespace losange::window {

using game::Side;

namespace {

// What one may do now: below each other, on a phone side by side.
void draw_ways_on(Pen& pen, const Context& context, Rect rest) {
  const bool narrow = pen.narrow() && rest.width > kTwoColumns;
  const double height = pen.px(pen.narrow() ? kFinger : 36);
  const double gap = pen.px(narrow ? 5 : 7), third = (rest.width - 2 * gap) / 3;
  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         Action action) {
    const Rect area = narrow ? rest.take_left(third) : rest.take_top(height);
    pen.button(id, area, context.tr(label),
               {.icon = narrow ? Icon::None : icon,
                .primary = primary,
                .tip = context.tip(action),
                .letters = narrow ? 13.0 : 15.0},
               [&context, action] { context.ask.perform(action); });
    if (narrow) {
      rest.take_left(gap);
    } else {
      rest.take_top(gap);
    }
  };
  entry("victory.again", Word::PlayAgain, Icon::Restart, true, Action::Restart);
  entry("victory.new", Word::NewGame, Icon::Plus, false, Action::NewGame);
  const LineStudy& study = context.table.game_study();
  if (!study.mistakes.empty()) {
    entry("victory.learn", narrow ? Word::LearnShort : Word::LearnFromMistakes, Icon::Lesson, false,
          Action::Learn);
  } else if (study.whole()) {
    entry("victory.deeper", Word::LookDeeper, Icon::Sweep, false, Action::Deeper);
  } else {
    entry("victory.sweep", Word::FindMistakes, Icon::Sweep, false, Action::Sweep);
  }
}

// Beside the study, which has its own way to the mistakes and needs the room; the line above says who won.
void draw_ways_in_a_line(Pen& pen, const Context& context, Rect& rest) {
  Rect row = rest.take_top(pen.px(pen.narrow() ? kFinger : 30));
  rest.take_top(pen.px(pen.narrow() ? 6 : 10));
  const double gap = pen.px(6), half = (row.width - gap) / 2;
  const auto entry = [&](const std::string& id, Rect area, Word label, Icon icon, Action action) {
    pen.button(id, area, context.tr(label),
               {.icon = icon, .tip = context.tip(action), .letters = 13},
               [&context, action] { context.ask.perform(action); });
  };
  entry("victory.again", row.take_left(half), Word::PlayAgain, Icon::Restart, Action::Restart);
  row.take_left(gap);
  entry("victory.new", row, Word::NewGame, Icon::Plus, Action::NewGame);
}

}  // namespace

void draw_victory(Pen& pen, const Context& context, Rect& rest) {
  if (context.table.analysing()) return draw_ways_in_a_line(pen, context, rest);
  const auto& session = context.table.session();
  const Side winner =
      session.result().outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
  const bool drawn = session.result().outcome == game::Outcome::Draw;
  const bool one_person =
      !drawn && context.table.seat(Side::First).person != context.table.seat(Side::Second).person;
  const bool won = context.table.seat(winner).person;
  const bool narrow = pen.narrow(), beside = narrow && rest.width > kTwoColumns;
  const double whole = pen.px(beside ? 128 : narrow ? 250 : 226);
  // Where there is little room the line above says who won.
  const bool brief = rest.height < whole + pen.px(12);
  const Rect card = rest.take_top(brief ? pen.px(beside ? kFinger : narrow ? 146 : 122) : whole);
  rest.take_top(pen.px(narrow ? 6 : 12));
  if (brief) return draw_ways_on(pen, context, card);
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
  pen.label({x, head.center().y - pen.px(11)},
            one_person ? context.tr(won ? Word::YouWon : Word::YouLost) : wins, 21, pen.theme().ink,
            Align::Left, Weight::Bold, room);
  const std::string reason = session.result().reason;
  std::string how = one_person ? wins + " · " : "";
  if (reason == "resign") how = context.tr(Word::ByResignation) + " · ";
  if (reason == "time") how = context.tr(Word::OnTime) + " · ";
  if (reason == "agreement") how = context.tr(Word::ByAgreement) + " · ";
  pen.label({x, head.center().y + pen.px(14)},
            how + context.moves_counted(session.move_number(), session.record().setup), 14,
            pen.theme().muted, Align::Left, Weight::Regular, room);
  inside.take_top(pen.px(narrow ? 6 : 12));
  draw_ways_on(pen, context, inside);
}

}  // namespace losange::window
