// The study part of the game screen: values on the board, win bar, graph, best lines, mistakes, the
// tree.
#include <fmt/format.h>

#include "window/common/drawing.h"
#include "window/ui/ui.h"

namespace losange::window {

using game::NodeId;
using game::Side;

namespace {

std::string visits_text(std::uint64_t visits) {
  if (visits < 1000) return fmt::format("{}", visits);
  if (visits < 100'000) return fmt::format("{:.1f}k", static_cast<double>(visits) / 1000);
  if (visits < 1'000'000) return fmt::format("{}k", visits / 1000);
  return fmt::format("{:.1f}M", static_cast<double>(visits) / 1e6);
}

}  // namespace

void Ui::add_study(BoardPicture& picture) const {
  const auto& session = table_.session();
  const Side mover = session.to_move();
  const auto cell_of = [&](const std::string& move) { return session.position().cell_of(move); };
  const auto starts = [&](const std::string& move) {
    const auto path = session.position().path_of(move);
    return path.size() > 1 ? path.front() : -1;
  };
  if (show_inferior_ && !session.over()) picture.inferior = study::inferior_cells(session.record());
  const auto& analysis = table_.analysis();
  if (!analysis || session.over()) return;
  const bool hint = hint_revision_ == table_.revision() && !analysis->moves.empty();
  if (hint && !table_.hint_asked()) {
    picture.hint = cell_of(analysis->moves.front().move);
    picture.hint_from = starts(analysis->moves.front().move);
  }
  if (!table_.analysing() || !settings_.show_hints) return;
  picture.hint = -1;
  // Where pieces move the best one is shown on its way, and its value where it ends.
  if (!analysis->moves.empty()) {
    picture.hint_from = starts(analysis->moves.front().move);
    if (picture.hint_from >= 0) picture.hint = cell_of(analysis->moves.front().move);
  }

  // While the pointer rests on a cell its line is shown, as it stood when it came there.
  const auto line = std::find_if(frozen_.begin(), frozen_.end(), [&](const AnalysedMove& move) {
    return hover_ >= 0 && cell_of(move.move) == hover_ && starts(move.move) < 0;
  });
  if (line != frozen_.end() && line->variation.size() > 1) {
    Side side = mover;
    int number = 1;
    for (const auto& move : line->variation) {
      const int cell = cell_of(move);
      if (cell < 0 || number > 9) break;
      if (picture.pieces[static_cast<std::size_t>(cell)] == '.')
        picture.ghosts.push_back({cell, number, side});
      side = game::other(side);
      ++number;
    }
    picture.hover_side.reset();
    return;
  }
  std::uint64_t most = 1;
  for (const auto& move : analysis->moves) most = std::max(most, move.visits);
  for (const auto& move : analysis->moves) {
    const int cell = cell_of(move.move);
    if (cell < 0 || picture.pieces[static_cast<std::size_t>(cell)] != '.') continue;
    const bool noted = std::any_of(picture.notes.begin(), picture.notes.end(),
                                   [&](const CellNote& note) { return note.cell == cell; });
    if (noted) continue;  // by a better move of another piece
    const double share = static_cast<double>(move.visits) / static_cast<double>(most);
    const bool best = &move == &analysis->moves.front();
    if (share < 0.004 && !best && !move.proven) continue;
    CellNote note{cell, share, "", share >= 0.02 || best ? visits_text(move.visits) : "", best, {}};
    const double chance = chance_for(mover, move.value);
    if (move.proven) note.proven_win = chance > 0.5;
    note.value = move.proven
                     ? (chance > 0.5 ? context_.tr(Word::ProvenWin) : context_.tr(Word::ProvenLoss))
                     : fmt::format("{:.0f}", 100 * chance);
    if (share < 0.02 && !best && !move.proven) note.value.clear();
    picture.notes.push_back(std::move(note));
  }
}

void Ui::draw_win_bar(Pen& pen, Rect area) {
  const auto& colors = this->context_.colors();
  const auto& analysis = table_.analysis();
  const auto result = table_.session().result().outcome;
  double share = analysis ? chance_for(Side::First, analysis->value) : 0.5;
  if (result != game::Outcome::Ongoing) {
    share = result == game::Outcome::FirstWins ? 1 : result == game::Outcome::Draw ? 0.5 : 0;
  }
  const bool known = analysis || result != game::Outcome::Ongoing;
  if (!known) {
    pen.fill(area, pen.theme().raised, 6);
    pen.text(area.center(), table_.thinks() ? context_.tr(Word::Analysing) : "–", 13,
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

void Ui::draw_graph(Pen& pen, Rect area) {
  const auto& record = table_.record();
  const auto line = record.line_to(table_.end_of_line());
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
    if (const auto value = value_at(record.node(line[i]))) {
      curve.points.push_back(
          {x_of(i), inside.bottom() - inside.height * chance_for(Side::First, *value)});
    } else {
      flush();
    }
    const std::string id = fmt::format("graph.{}", i);
    const double from = std::max(area.x, x_of(i) - width / 2),
                 to = std::min(area.right(), x_of(i) + width / 2);
    const Rect slot{from, area.y, to - from, area.height};
    if (pen.hovered(id))
      pen.line({x_of(i), inside.y}, {x_of(i), inside.bottom()}, pen.theme().muted);
    if (line[i] == record.cursor()) {
      pen.line({x_of(i), inside.y}, {x_of(i), inside.bottom()}, pen.theme().ink, 1.5);
    }
    Widget jump{.id = id, .area = slot, .act = [this, node = line[i]] { table_.go_to(node); }};
    jump.tip = context_.tr(Word::JumpToMove, std::to_string(i));
    pen.add(std::move(jump));
  }
  flush();
  pen.text({area.x + pen.px(10), area.y + pen.px(12)}, context_.side_text(Side::First), 11,
           pen.theme().muted);
  pen.text({area.x + pen.px(10), area.bottom() - pen.px(11)}, context_.side_text(Side::Second), 11,
           pen.theme().muted);
}

void Ui::draw_lines(Pen& pen, Rect& rest) {
  const auto& analysis = table_.analysis();
  if (!analysis || table_.session().over() || rest.height < pen.px(180)) return;
  const Side mover = table_.session().to_move();
  Rect head = rest.take_top(pen.px(20));
  pen.text({head.x + pen.px(4), head.center().y},
           fmt::format("{} · {}", analysis->engine,
                       context_.tr(Word::Visits, visits_text(analysis->visits))),
           12, pen.theme().muted);
  const std::size_t shown =
      std::min<std::size_t>(rest.height > pen.px(330) ? 4 : 3, analysis->moves.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& move = analysis->moves[i];
    const Rect row = rest.take_top(pen.px(26));
    const std::string id = fmt::format("line.{}", i);
    if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
    const double chance = chance_for(mover, move.value);
    const std::string value = move.proven
                                  ? context_.tr(chance > 0.5 ? Word::ProvenWin : Word::ProvenLoss)
                                  : fmt::format("{:.1f} %", 100 * chance);
    pen.text({row.x + pen.px(4), row.center().y},
             move.move.starts_with("swap") ? context_.tr(Word::SwapMove) : move.move, 14,
             i == 0 ? pen.theme().accent : pen.theme().ink, Align::Left, Weight::Bold);
    pen.text({row.x + pen.px(104), row.center().y}, value, 14, pen.theme().ink, Align::Right);
    std::string variation;
    for (std::size_t k = 1; k < move.variation.size(); ++k) variation += move.variation[k] + " ";
    pen.text({row.x + pen.px(116), row.center().y}, variation, 13, pen.theme().muted, Align::Left,
             Weight::Regular, row.width - pen.px(122));
    Widget widget{.id = id, .area = row, .act = [this, text = move.move] {
                    if (person_may_play()) table_.play(text);
                  }};
    widget.tip = context_.tr(Word::PlayThis);
    pen.add(std::move(widget));
    pen.focus_ring(id, row, 6);
  }
  rest.take_top(pen.px(8));
}

void Ui::draw_mistakes(Pen& pen, Rect& rest) {
  const auto found = mistakes(table_.record(), table_.end_of_line());
  Rect head = rest.take_top(pen.px(34));
  const std::string label =
      table_.sweeping()
          ? context_.tr(Word::SweepShare, fmt::format("{:.0f}", 100 * table_.sweep_share()))
          : context_.tr(Word::Sweep);
  const double width =
      std::min(head.width * 0.62, pen.text_width(label, 15, Weight::Bold) + pen.px(54));
  pen.button("sweep", head.take_left(width), label,
             {.icon = Icon::Sweep,
              .selected = table_.sweeping(),
              .enabled = table_.record().size() > 1,
              .tip = context_.tip(Action::Sweep)},
             [this] { perform(Action::Sweep); });
  const double side = pen.px(34);
  for (const Action action : {Action::NextMistake, Action::PreviousMistake}) {
    pen.button(fmt::format("mistake.{}", static_cast<int>(action)), head.take_right(side), "",
               {.icon = action == Action::NextMistake ? Icon::Forward : Icon::Back,
                .enabled = !found.empty(),
                .plain = true,
                .tip = context_.tip(action)},
               [this, action] { perform(action); });
  }
  rest.take_top(pen.px(6));
  const std::size_t room = rest.height > pen.px(210) ? 4 : rest.height > pen.px(130) ? 2 : 0;
  for (std::size_t i = 0; i < std::min(room, found.size()); ++i) {
    const auto& mistake = found[i];
    const Rect row = rest.take_top(pen.px(26));
    const std::string id = fmt::format("mistake.row.{}", i);
    if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
    draw_stone(pen, {row.x + pen.px(10), row.center().y}, 7, mistake.side, context_.colors());
    pen.text({row.x + pen.px(24), row.center().y},
             fmt::format("{}. {}", mistake.number, mistake.played), 14, pen.theme().ink,
             Align::Left, Weight::Bold);
    pen.text({row.x + pen.px(96), row.center().y}, context_.tr(Word::Better, mistake.better), 13,
             pen.theme().muted, Align::Left, Weight::Regular, row.width - pen.px(160));
    pen.text({row.right() - pen.px(6), row.center().y},
             fmt::format("−{:.0f} %", 100 * mistake.loss), 14, pen.theme().bad, Align::Right,
             Weight::Bold);
    const NodeId before = table_.record().node(mistake.node).parent;
    pen.add({.id = id,
             .area = row,
             .act = [this, before] { table_.go_to(before); },
             .tip = context_.tr(Word::ShowMistake)});
    pen.focus_ring(id, row, 6);
  }
  rest.take_top(pen.px(6));
}

void Ui::draw_tree(Pen& pen, Rect area) {
  const auto& record = table_.record();
  pen.fill(area, pen.theme().background, 8);
  tree_.follow(record, table_.edits());
  const double pitch = pen.px(24);
  const Rect inside = area.inset(pen.px(12));
  const auto here = tree_.at(record.cursor());
  const int columns = std::max(1, static_cast<int>(inside.width / pitch));
  const int rows = std::max(1, static_cast<int>(inside.height / pitch));
  const TreeLayout::Place corner{std::max(0, here.column - columns * 2 / 3),
                                 std::max(0, here.row - rows / 2)};
  const auto visible = [&](TreeLayout::Place p) {
    return p.column >= corner.column && p.column < corner.column + columns && p.row >= corner.row &&
           p.row < corner.row + rows;
  };
  const auto at = [&](TreeLayout::Place p) {
    return Point{inside.x + pitch * (p.column - corner.column + 0.5),
                 inside.y + pitch * (p.row - corner.row + 0.5)};
  };
  const auto shown = tree_.within(corner, columns, rows);
  for (const NodeId node : shown) {
    const auto place = tree_.at(node), parent = tree_.at(record.node(node).parent);
    if (node == game::kRoot || !visible(parent)) continue;
    const Point a = at(parent), b = at(place);
    Stroke edge{{a, b}, pen.px(1.5), pen.theme().muted, false};
    if (place.row != parent.row)
      edge.points = {a, {a.x, b.y - pitch * 0.4}, {a.x + pitch * 0.4, b.y}, b};
    pen.scene().push_back(edge);
  }
  for (const NodeId node : shown) {
    const auto place = tree_.at(node);
    const Point p = at(place);
    const auto& entry = record.node(node);
    const std::string id = fmt::format("tree.{}", node);
    const double radius = pen.hovered(id) ? 9 : 7.5;
    if (node == record.cursor())
      pen.scene().push_back(Disc{p, pen.px(radius + 3), pen.theme().accent});
    if (entry.move) {
      draw_stone(pen, p, radius, entry.move->side, context_.colors());
    } else {
      pen.scene().push_back(Disc{p, pen.px(radius), pen.theme().muted});
    }
    if (!entry.comment.empty()) {
      pen.scene().push_back(
          Disc{p + Point{pen.px(6), -pen.px(6)}, pen.px(3.5), pen.theme().accent});
    }
    const Rect spot{p.x - pitch / 2, p.y - pitch / 2, pitch, pitch};
    const std::string move = entry.move ? fmt::format("{}. {}", place.column, entry.move->text)
                                        : context_.tr(Word::ToStart);
    pen.add({.id = id,
             .area = spot,
             .act = [this, node] { table_.go_to(node); },
             .tip = entry.comment.empty() ? move : move + " · " + entry.comment});
    pen.focus_ring(id, spot, 12);
  }
}

void Ui::draw_comment(Pen& pen, Rect area) {
  const NodeId node = table_.record().cursor();
  if (comment_revision_ != table_.revision() || comment_node_ != node) {
    comment_ = table_.record().node(node).comment;
    comment_revision_ = table_.revision();
    comment_node_ = node;
  }
  pen.field(
      "comment", area, comment_, context_.tr(Word::CommentHere),
      [this, node] { table_.edit_node(node).comment = comment_; },
      [this] { attention_.focused.clear(), autosave(); });
}

}  // namespace losange::window
