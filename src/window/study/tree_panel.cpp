#include "window/study/tree_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "window/common/drawing.h"

namespace losange::window {

using game::NodeId;

namespace {

constexpr double kNodePitch = 24, kTreeMargin = 12, kAboveTree = 6;  // design pixels

}  // namespace

double TreePanel::height(const Pen& pen) {
  layout_.follow(context_.table.record(), context_.table.edits());
  return pen.px(kNodePitch * layout_.rows() + 2 * kAboveTree);
}

void TreePanel::draw(Pen& pen, Rect area) {
  const auto& record = context_.table.record();
  pen.fill(area, pen.theme().background, 8);
  layout_.follow(record, context_.table.edits());
  const double pitch = pen.px(kNodePitch);
  const double margin = pen.px(kTreeMargin), above = pen.px(kAboveTree);
  Rect inside{area.x + margin, area.y + above, area.width - 2 * margin, area.height - 2 * above};
  inside.take_right(
      pen.px((pen.narrow() ? kFinger : 28) - kTreeMargin));  // the way to the list of moves
  const auto here = layout_.at(record.cursor());
  const int columns = std::max(1, static_cast<int>(inside.width / pitch));
  const int rows = std::max(1, static_cast<int>(inside.height / pitch + 1e-6));
  // As far as there is something to be seen beyond: what fits does not scroll.
  const auto from = [](int wanted, int all, int room) {
    return std::clamp(wanted, 0, std::max(0, all - room));
  };
  const TreeLayout::Place corner{from(here.column - columns * 2 / 3, layout_.columns(), columns),
                                 from(here.row - rows / 2, layout_.rows(), rows)};
  const auto visible = [&](TreeLayout::Place p) {
    return p.column >= corner.column && p.column < corner.column + columns && p.row >= corner.row &&
           p.row < corner.row + rows;
  };
  const auto at = [&](TreeLayout::Place p) {
    return Point{inside.x + pitch * (p.column - corner.column + 0.5),
                 inside.y + pitch * (p.row - corner.row + 0.5)};
  };
  const auto shown = layout_.within(corner, columns, rows);
  for (const NodeId node : shown) {
    const auto place = layout_.at(node), parent = layout_.at(record.node(node).parent);
    if (node == game::kRoot) continue;
    Point a = at(parent);
    const Point b = at(place);
    if (!visible(parent)) a = {std::max(a.x, area.x), std::max(a.y, area.y)};  // it begins there
    Stroke edge{{a, b}, pen.px(1.5), pen.theme().muted, false};
    if (place.row != parent.row)
      edge.points = {a, {a.x, b.y - pitch * 0.4}, {a.x + pitch * 0.4, b.y}, b};
    pen.scene().push_back(edge);
  }
  for (const NodeId node : shown) {
    const auto place = layout_.at(node);
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
    if (const Mistake* mistake = context_.table.mistake_at(node)) {
      const Point corner = p + Point{pen.px(6), pen.px(6)};
      pen.scene().push_back(Disc{corner, pen.px(4.5), pen.theme().background});
      pen.scene().push_back(
          Disc{corner, pen.px(3.5), severity_color(pen.theme(), severity(mistake->loss))});
    }
    if (!entry.comment.empty()) {
      pen.scene().push_back(
          Disc{p + Point{pen.px(6), -pen.px(6)}, pen.px(3.5), pen.theme().accent});
    }
    const Rect spot{p.x - pitch / 2, p.y - pitch / 2, pitch, pitch};
    const std::string move =
        entry.move ? context_.numbered(place.moves, entry.move->side, entry.move->text)
                   : context_.tr(node == game::kRoot ? Word::ToStart : Word::PositionSetUp);
    pen.add({.id = id,
             .area = spot,
             .act = [this, node] { context_.table.go_to(node); },
             .tip = entry.comment.empty()
                        ? move
                        : move + " · " + entry.comment.substr(0, entry.comment.find('\n'))});
    pen.focus_ring(id, spot, 12);
  }
}

}  // namespace losange::window
