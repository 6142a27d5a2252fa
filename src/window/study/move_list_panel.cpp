#include "window/study/move_list_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "window/common/drawing.h"

namespace losange::window {

using game::NodeId;

namespace {

constexpr double kRowPitch = 24, kListMargin = 8;  // design pixels

}  // namespace

double move_list_height(const Pen& pen, const Context& context) {
  const auto rows = static_cast<double>((context.table.line_study().line.size() + 2) / 2);
  return pen.px(kRowPitch * std::max(1.0, rows) + 2 * kListMargin);
}

void draw_move_list(Pen& pen, const Context& context, Rect area, double way_back) {
  pen.fill(area, pen.theme().background, 8);
  const auto& record = context.table.record();
  const LineStudy& study = context.table.line_study();
  std::vector<NodeId> moves;
  std::size_t here = 0;  // how many moves stand on the board
  for (const NodeId node : study.line) {
    if (record.node(node).move) moves.push_back(node);
    if (node == record.cursor()) here = moves.size();
  }
  Rect inside = area.inset(pen.px(kListMargin));
  inside.take_right(way_back - pen.px(4));
  const double pitch = pen.px(kRowPitch);
  // In draughts both moves of a row share a number, so the first player's always stands on the left.
  const bool second_begins =
      !moves.empty() && record.node(moves.front()).move->side == game::Side::Second;
  const std::size_t before = context.shows_draughts() && second_begins ? 1 : 0;
  const std::size_t rows = (before + moves.size() + 1) / 2;
  const auto room = static_cast<std::size_t>(std::max(1.0, inside.height / pitch));
  // The move on the board stands in the middle.
  const std::size_t row_here = here > 0 ? (before + here - 1) / 2 : 0;
  const std::size_t most = rows > room ? rows - room : 0;
  const std::size_t first = std::min(most, row_here > room / 2 ? row_here - room / 2 : 0);
  const double number = pen.px(38), column = (inside.width - number) / 2;
  for (std::size_t row = first; row < std::min(rows, first + room); ++row) {
    const double y = inside.y + pitch * (static_cast<double>(row - first) + 0.5);
    pen.text({inside.x + number - pen.px(10), y},
             fmt::format("{}.", context.shows_draughts() ? row + 1 : 2 * row + 1), 13,
             pen.theme().muted, Align::Right);
    for (std::size_t place = 2 * row; place < std::min(before + moves.size(), 2 * row + 2);
         ++place) {
      if (place < before) continue;
      const std::size_t i = place - before;
      const NodeId node = moves[i];
      const auto& entry = record.node(node);
      const Rect cell{inside.x + number + column * static_cast<double>(place % 2), y - pitch / 2,
                      column, pitch};
      const std::string id = fmt::format("move.{}", i + 1);
      const bool current = node == record.cursor();
      if (current || pen.hovered(id))
        pen.fill(cell.inset(pen.px(1)), current ? pen.theme().accent : pen.theme().raised, 6);
      const std::string text = context.move_text(entry.move->text);
      const Color ink = current ? pen.theme().on_accent : pen.theme().ink;
      draw_stone(pen, {cell.x + pen.px(12), y}, 5.5, entry.move->side, context.colors());
      pen.text({cell.x + pen.px(24), y}, text, 14, ink, Align::Left,
               current ? Weight::Bold : Weight::Regular, cell.width - pen.px(44));
      std::string heard =
          context.numbered(static_cast<int>(i) + 1, entry.move->side, entry.move->text);
      if (const Mistake* mistake = context.table.mistake_at(node)) {
        pen.scene().push_back(Disc{{cell.right() - pen.px(12), y},
                                   pen.px(4.5),
                                   severity_color(pen.theme(), severity(mistake->loss))});
        heard += fmt::format(", −{:.0f} %", 100 * mistake->loss);
      }
      pen.add({.id = id,
               .area = cell,
               .act = [&context, node] { context.table.go_to(node); },
               .name = heard,
               .tip = entry.comment.empty()
                          ? heard
                          : heard + " · " + entry.comment.substr(0, entry.comment.find('\n'))});
      pen.focus_ring(id, cell, 6);
    }
  }
}

}  // namespace losange::window
