#include <fmt/format.h>

#include <algorithm>

#include "window/common/drawing.h"
#include "window/study/study_panel.h"
#include "window/study/study_parts.h"

namespace losange::window {

using game::NodeId;
using game::Side;

namespace {

constexpr double kMistakePitch = 26, kMistakeGap = 6;  // design pixels

double head_height(const Pen& pen) { return pen.px(pen.narrow() ? kFinger : 34); }

// Finds mistakes, says how far that is, or looks deeper.
void draw_sweep_button(Pen& pen, const Context& context, Rect area) {
  Table& table = context.table;
  const bool deeper = !table.sweeping() && table.game_study().whole() && table.record().size() > 1;
  const Action action = deeper ? Action::Deeper : Action::Sweep;
  const std::string label =
      table.sweeping()
          ? context.tr(Word::SweepShare, fmt::format("{:.0f}", 100 * table.sweep_share()))
          : context.tr(deeper         ? Word::LookDeeper
                       : pen.narrow() ? Word::FindMistakes
                                      : Word::Sweep);
  const double width = pen.text_width(label, 15, Weight::Bold) + pen.px(54);
  const Icon icon = width > area.width ? Icon::None : Icon::Sweep;
  pen.button("sweep", area.take_left(width), label,
             {.icon = icon,
              .selected = table.sweeping(),
              .enabled = table.record().size() > 1,
              .tip = context.tip(action)},
             [&context, action] { context.ask.perform(action); });
}

void draw_mistake(Pen& pen, const Context& context, Rect row, const Mistake& mistake,
                  std::size_t rank) {
  const std::string id = fmt::format("mistake.row.{}", rank);
  const NodeId before = context.table.record().node(mistake.node).parent;
  const bool here = context.table.record().cursor() == before;
  if (here || pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
  const Color color = severity_color(pen.theme(), severity(mistake.loss));
  pen.fill({row.x, row.y + pen.px(4), pen.px(3), row.height - pen.px(8)}, color, 1.5);
  draw_stone(pen, {row.x + pen.px(13), row.center().y}, 7, mistake.side, context.colors());
  const std::string played = context.numbered(mistake.number, mistake.side, mistake.played);
  pen.text({row.x + pen.px(26), row.center().y}, played, 14, pen.theme().ink, Align::Left,
           Weight::Bold);
  const std::string better = context.tr(Word::Better, context.move_text(mistake.better));
  pen.text({row.x + pen.px(98), row.center().y}, better, 13, pen.theme().muted, Align::Left,
           Weight::Regular, row.width - pen.px(162));
  pen.text({row.right() - pen.px(6), row.center().y}, fmt::format("−{:.0f} %", 100 * mistake.loss),
           14, pen.theme().bad, Align::Right, Weight::Bold);
  pen.add({.id = id,
           .area = row,
           .act = [&context, before] { context.table.go_to(before); },
           .name = fmt::format("{}, {}", played, better),
           .tip = context.tr(Word::ShowMistake)});
  pen.focus_ring(id, row, 6);
}

}  // namespace

double mistakes_height(const Pen& pen, std::size_t count) {
  return head_height(pen) +
         pen.px(kMistakeGap + kMistakePitch * static_cast<double>(count) + kMistakeGap);
}

void draw_mistakes(Pen& pen, const Context& context, Rect& rest, double tree) {
  const auto& found = context.table.game_study().mistakes;
  const double height = head_height(pen);
  if (rest.height < height) return;
  Rect head = rest.take_top(height);
  const double side = head.width > kTwoColumns ? height : pen.px(32);
  Rect sweep = head;
  sweep.take_right(3 * side + pen.px(4));
  draw_sweep_button(pen, context, sweep);
  for (const Action action : {Action::NextMistake, Action::PreviousMistake}) {
    pen.button(fmt::format("mistake.{}", static_cast<int>(action)), head.take_right(side), "",
               {.icon = action == Action::NextMistake ? Icon::Forward : Icon::Back,
                .enabled = !found.empty(),
                .plain = true,
                .tip = context.tip(action)},
               [&context, action] { context.ask.perform(action); });
  }
  pen.button("mistake.learn", head.take_right(side), "",
             {.icon = Icon::Lesson,
              .enabled = context.table.record().size() > 1,
              .plain = true,
              .tip = context.tip(Action::Learn)},
             [&context] { context.ask.perform(Action::Learn); });
  rest.take_top(pen.px(kMistakeGap));
  draw_summary(pen, context, rest);
  // As many as fit above the tree; where there are more, the last row says how many.
  // Where there is little room the list goes before the tree.
  const double pitch = pen.px(kMistakePitch);
  const bool little = pen.narrow() || rest.height < pen.px(100);
  const double below =
      little ? 0 : std::min(tree, std::max(pen.px(50), 0.22 * rest.height)) + pen.px(kMistakeGap);
  const auto room = static_cast<std::size_t>(std::max(0.0, (rest.height - below) / pitch));
  const std::size_t shown = found.size() <= room ? found.size() : room > 0 ? room - 1 : 0;
  for (std::size_t i = 0; i < shown; ++i) {
    draw_mistake(pen, context, rest.take_top(pitch), found[i], i);
  }
  if (shown < found.size() && room > 0) {
    const std::string more = std::to_string(found.size() - shown);
    const Rect row = rest.take_top(pitch);
    pen.text({row.x + pen.px(26), row.center().y},
             pen.fingers() ? context.tr(Word::MoreMistakesHere, more)
                           : context.tr(Word::MoreMistakes, more,
                                        context.key_of(Action::NextMistake)),
             13, pen.theme().muted, Align::Left, Weight::Regular, row.width - pen.px(24));
  }
  rest.take_top(pen.px(kMistakeGap));
}

void draw_summary(Pen& pen, const Context& context, Rect& rest) {
  const LineStudy& study = context.table.game_study();
  if (!study.whole() || study.totals[0].moves + study.totals[1].moves == 0) return;
  if (rest.height < pen.px(110) || rest.width < pen.px(kTwoColumns)) return;
  const Rect card = rest.take_top(pen.px(28));
  pen.fill(card, pen.theme().background, 8);
  Rect halves = card;
  for (const Side side : {Side::First, Side::Second}) {
    const Totals& totals = study.totals[static_cast<std::size_t>(game::index(side))];
    const Rect half = halves.take_left(card.width / 2);
    const double y = half.center().y;
    draw_stone(pen, {half.x + pen.px(13), y}, 6.5, side, context.colors());
    if (totals.moves == 0) continue;
    pen.text({half.x + pen.px(25), y}, fmt::format("{:.0f} %", 100 * totals.accuracy), 13,
             pen.theme().ink, Align::Left, Weight::Bold);
    double x = half.right() - pen.px(8);
    for (const Severity kind : {Severity::Blunder, Severity::Mistake, Severity::Inaccuracy}) {
      const int count = totals.counts[static_cast<std::size_t>(kind)];
      pen.text({x, y}, std::to_string(count), 12, count > 0 ? pen.theme().ink : pen.theme().muted,
               Align::Right, Weight::Bold);
      pen.scene().push_back(
          Disc{{x - pen.px(20), y}, pen.px(4), severity_color(pen.theme(), kind)});
      x -= pen.px(31);
    }
  }
  // A finger rests on nothing: what the numbers are is told when it touches them.
  Widget told{
      .id = "summary", .area = card, .act = [&context] { context.ask.say(summary_text(context)); }};
  told.tip = context.tr(Word::SeverityHelp);
  told.name = summary_text(context);
  pen.add(std::move(told));
  rest.take_top(pen.px(6));
}

std::string summary_text(const Context& context) {
  std::string text;
  const LineStudy& study = context.table.game_study();
  for (const Side side : {Side::First, Side::Second}) {
    const Totals& totals = study.totals[static_cast<std::size_t>(game::index(side))];
    if (totals.moves == 0) continue;
    if (!text.empty()) text += "\n";
    text +=
        context.tr(Word::SummaryOf, context.side_text(side),
                   fmt::format("{:.0f}", 100 * totals.accuracy), std::to_string(totals.counts[0]),
                   std::to_string(totals.counts[1]), std::to_string(totals.counts[2]));
  }
  return text;
}

void say_no_mistakes(const Context& context) {
  const LineStudy& study = context.table.game_study();
  if (study.played == 0) return context.ask.say(context.tr(Word::NothingPlayed));
  const std::string key = context.key_of(Action::Sweep);
  const std::string search = context.name(Action::Sweep) + (key.empty() ? "" : " (" + key + ")");
  context.ask.say(study.whole()
                      ? context.tr(Word::NoMistakeThere, fmt::format("{:.0f}", 100 * kLeastLoss))
                      : context.tr(Word::NoMistakes, search));
}

void go_to_mistake(const Context& context, int direction) {
  auto found = context.table.game_study().mistakes;
  if (found.empty()) return say_no_mistakes(context);
  std::sort(found.begin(), found.end(),
            [](const Mistake& a, const Mistake& b) { return a.number < b.number; });
  const int here = context.table.session().move_number();
  const Mistake* target = direction > 0 ? &found.front() : &found.back();
  for (const auto& mistake : found) {
    // One stands before the move, to see what was better.
    if (direction > 0 && mistake.number - 1 > here) {
      target = &mistake;
      break;
    }
    if (direction < 0 && mistake.number - 1 < here) target = &mistake;
  }
  context.table.go_to(context.table.record().node(target->node).parent);
}

}  // namespace losange::window
