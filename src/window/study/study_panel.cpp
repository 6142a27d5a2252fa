#include "window/study/study_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "window/common/drawing.h"
#include "window/study/study_marks.h"

namespace losange::window {

using game::NodeId;
using game::Side;

namespace {

void draw_win_bar(Pen& pen, const Context& context, Rect area) {
  const auto& colors = context.colors();
  const auto& analysis = context.table.analysis();
  const auto result = context.table.session().result().outcome;
  double share = analysis ? chance_for(Side::First, analysis->value) : 0.5;
  if (result != game::Outcome::Ongoing) {
    share = result == game::Outcome::FirstWins ? 1 : result == game::Outcome::Draw ? 0.5 : 0;
  }
  const bool known = analysis || result != game::Outcome::Ongoing;
  if (!known) {
    pen.fill(area, pen.theme().raised, 6);
    pen.text(area.center(), context.table.thinks() ? context.tr(Word::Analysing) : "–", 13,
             pen.theme().muted, Align::Center);
    return;
  }
  pen.fill(area, colors.of(Side::Second), 6);
  Rect first = area;
  first.width = area.width * share;
  if (first.width > pen.px(4)) pen.fill(first, colors.of(Side::First), 6);
  if (first.width > pen.px(12) && share < 0.97) {  // a straight edge where the colours meet
    pen.fill({first.right() - pen.px(8), first.y, pen.px(8), first.height}, colors.of(Side::First));
  }
  const double middle = area.center().y;
  if (share > 0.18) {
    pen.text({area.x + pen.px(10), middle}, fmt::format("{:.0f} %", 100 * share), 13,
             readable_on(colors.of(Side::First)), Align::Left, Weight::Bold);
  }
  if (share < 0.82) {
    pen.text({area.right() - pen.px(10), middle}, fmt::format("{:.0f} %", 100 * (1 - share)), 13,
             readable_on(colors.of(Side::Second)), Align::Right, Weight::Bold);
  }
}

void draw_graph(Pen& pen, const Context& context, Rect area) {
  const auto& [line, values, found] = context.table.line_study();
  const double steps = std::max<double>(1, static_cast<double>(line.size()) - 1);
  pen.fill(area, pen.theme().background, 8);
  const Rect inside = area.inset(pen.px(8));
  pen.line({inside.x, inside.center().y}, {inside.right(), inside.center().y}, pen.theme().line);
  const auto x_of = [&](std::size_t i) {
    return inside.x + inside.width * static_cast<double>(i) / steps;
  };
  Stroke curve{{}, pen.px(2), pen.theme().accent, false};
  const auto flush = [&] {
    if (curve.points.size() > 1) pen.scene().push_back(curve);
    if (curve.points.size() == 1)
      pen.scene().push_back(Disc{curve.points[0], pen.px(2), curve.color});
    curve.points.clear();
  };
  const double width = inside.width / (steps + 1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (values[i]) {
      curve.points.push_back(
          {x_of(i), inside.bottom() - inside.height * chance_for(Side::First, *values[i])});
    } else {
      flush();
    }
    const std::string id = fmt::format("graph.{}", i);
    const double from = std::max(area.x, x_of(i) - width / 2),
                 to = std::min(area.right(), x_of(i) + width / 2);
    const Rect slot{from, area.y, to - from, area.height};
    if (pen.hovered(id))
      pen.line({x_of(i), inside.y}, {x_of(i), inside.bottom()}, pen.theme().muted);
    if (line[i] == context.table.record().cursor()) {
      pen.line({x_of(i), inside.y}, {x_of(i), inside.bottom()}, pen.theme().ink, 1.5);
    }
    Widget jump{
        .id = id, .area = slot, .act = [&context, node = line[i]] { context.table.go_to(node); }};
    jump.tip = context.tr(Word::JumpToMove, std::to_string(i));
    pen.add(std::move(jump));
  }
  flush();
  pen.text({area.x + pen.px(10), area.y + pen.px(12)}, context.side_text(Side::First), 11,
           pen.theme().muted);
  pen.text({area.x + pen.px(10), area.bottom() - pen.px(11)}, context.side_text(Side::Second), 11,
           pen.theme().muted);
}

void draw_lines(Pen& pen, const Context& context, Rect& rest) {
  const auto& analysis = context.table.analysis();
  if (!analysis || context.table.session().over() || rest.height < pen.px(180)) return;
  const Side mover = context.table.session().to_move();
  Rect head = rest.take_top(pen.px(20));
  pen.text({head.x + pen.px(4), head.center().y},
           fmt::format("{} · {}", analysis->engine,
                       context.tr(context.shows_draughts() ? Word::Nodes : Word::Visits,
                                  context.number(visits_text(analysis->visits)))),
           12, pen.theme().muted);
  // Where there is little room, mistakes that were found have some of it.
  const bool listed = !context.table.line_study().mistakes.empty();
  const std::size_t room = rest.height > pen.px(330) ? 4 : listed ? 2 : 3;
  const std::size_t shown = std::min(room, analysis->moves.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& move = analysis->moves[i];
    const Rect row = rest.take_top(pen.px(26));
    const std::string id = fmt::format("line.{}", i);
    if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
    const std::string value = move.proven ? context.tr(proof_word(move, mover))
                                          : context.number(chance_text(move, mover, 1, " %"));
    pen.text({row.x + pen.px(4), row.center().y}, context.move_text(move.move), 14,
             i == 0 ? pen.theme().accent : pen.theme().ink, Align::Left, Weight::Bold);
    pen.text({row.x + pen.px(104), row.center().y}, value, 14, pen.theme().ink, Align::Right);
    std::string variation;
    for (std::size_t k = 1; k < move.variation.size(); ++k) {
      variation += context.move_text(move.variation[k]) + " ";
    }
    pen.text({row.x + pen.px(116), row.center().y}, variation, 13, pen.theme().muted, Align::Left,
             Weight::Regular, row.width - pen.px(122));
    Widget widget{.id = id, .area = row, .act = [&context, text = move.move] {
                    if (context.table.person_may_play()) context.table.play(text);
                  }};
    widget.tip = context.tr(Word::PlayThis);
    widget.name = fmt::format("{}, {}", context.move_text(move.move), value);
    pen.add(std::move(widget));
    pen.focus_ring(id, row, 6);
  }
  rest.take_top(pen.px(8));
}

void draw_mistakes(Pen& pen, const Context& context, Rect& rest) {
  const auto& found = context.table.line_study().mistakes;
  Rect head = rest.take_top(pen.px(34));
  const std::string label =
      context.table.sweeping()
          ? context.tr(Word::SweepShare, fmt::format("{:.0f}", 100 * context.table.sweep_share()))
          : context.tr(Word::Sweep);
  const double width =
      std::min(head.width * 0.62, pen.text_width(label, 15, Weight::Bold) + pen.px(54));
  pen.button("sweep", head.take_left(width), label,
             {.icon = Icon::Sweep,
              .selected = context.table.sweeping(),
              .enabled = context.table.record().size() > 1,
              .tip = context.tip(Action::Sweep)},
             [&context] { context.ask.perform(Action::Sweep); });
  const double side = pen.px(34);
  for (const Action action : {Action::NextMistake, Action::PreviousMistake}) {
    pen.button(fmt::format("mistake.{}", static_cast<int>(action)), head.take_right(side), "",
               {.icon = action == Action::NextMistake ? Icon::Forward : Icon::Back,
                .enabled = !found.empty(),
                .plain = true,
                .tip = context.tip(action)},
               [&context, action] { context.ask.perform(action); });
  }
  rest.take_top(pen.px(6));
  // As many as fit above the tree; where there are more, the last row says how many.
  // On a phone the list goes before the tree.
  const double pitch = pen.px(26);
  const double tree = pen.narrow() ? 0 : std::max(pen.px(50), 0.3 * rest.height);
  const auto room = static_cast<std::size_t>(std::max(0.0, (rest.height - tree) / pitch));
  const std::size_t shown = found.size() <= room ? found.size() : room > 0 ? room - 1 : 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& mistake = found[i];
    const Rect row = rest.take_top(pitch);
    const std::string id = fmt::format("mistake.row.{}", i);
    if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
    draw_stone(pen, {row.x + pen.px(10), row.center().y}, 7, mistake.side, context.colors());
    pen.text({row.x + pen.px(24), row.center().y},
             fmt::format("{}. {}", mistake.number, context.move_text(mistake.played)), 14,
             pen.theme().ink, Align::Left, Weight::Bold);
    const std::string better = context.tr(Word::Better, context.move_text(mistake.better));
    pen.text({row.x + pen.px(96), row.center().y}, better, 13, pen.theme().muted, Align::Left,
             Weight::Regular, row.width - pen.px(160));
    pen.text({row.right() - pen.px(6), row.center().y},
             fmt::format("−{:.0f} %", 100 * mistake.loss), 14, pen.theme().bad, Align::Right,
             Weight::Bold);
    const NodeId before = context.table.record().node(mistake.node).parent;
    pen.add({.id = id,
             .area = row,
             .act = [&context, before] { context.table.go_to(before); },
             .name = fmt::format("{}. {}, {}", mistake.number, context.move_text(mistake.played),
                                 better),
             .tip = context.tr(Word::ShowMistake)});
    pen.focus_ring(id, row, 6);
  }
  if (shown < found.size() && room > 0) {
    const Rect row = rest.take_top(pitch);
    pen.text({row.x + pen.px(24), row.center().y},
             context.tr(Word::MoreMistakes, std::to_string(found.size() - shown),
                        context.key_of(Action::NextMistake)),
             13, pen.theme().muted, Align::Left, Weight::Regular, row.width - pen.px(24));
  }
  rest.take_top(pen.px(6));
}

}  // namespace

void draw_study(Pen& pen, const Context& context, Rect& rest) {
  draw_win_bar(pen, context, rest.take_top(pen.px(24)));
  rest.take_top(pen.px(10));
  if (context.settings.show_graph) {
    draw_graph(pen, context, rest.take_top(std::min(pen.px(104), rest.height * 0.3)));
    rest.take_top(pen.px(10));
  }
  draw_lines(pen, context, rest);
  draw_mistakes(pen, context, rest);
}

void say_no_mistakes(const Context& context) {
  context.ask.say(context.table.line_study().whole()
                      ? context.tr(Word::NoMistakeThere, fmt::format("{:.0f}", 100 * kLeastLoss))
                      : context.tr(Word::NoMistakes));
}

void go_to_mistake(const Context& context, int direction) {
  auto found = context.table.line_study().mistakes;
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
