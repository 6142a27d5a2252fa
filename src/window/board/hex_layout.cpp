// The board of Hex: pointy hexagons, a row half a cell to the right of the row above, in any of
// twelve turns and mirrored.
#include <numbers>

#include "window/board/board_layout.h"

namespace losange::window {

namespace {

constexpr double kRow = 0.86602540378443865;         // between rows
constexpr double kCellRadius = 0.57735026918962573;  // of a cell, to its corners
constexpr double kBorder = 0.80;   // from the centres of the edge cells to the outer line
constexpr double kLabels = 1.24;   // from their centres to the coordinates, along the lines
constexpr Point kDown{0.5, kRow};  // one step down a column

Point center_of(int row, int column) { return Point{static_cast<double>(column), 0} + kDown * row; }

// Corners of a cell around its centre, clockwise from the top.
Point corner(int i) {
  const double angle = i * std::numbers::pi / 3;
  return {kCellRadius * std::sin(angle), -kCellRadius * std::cos(angle)};
}

Point crossing(Point normal_a, double distance_a, Point normal_b, double distance_b) {
  const double det = normal_a.x * normal_b.y - normal_a.y * normal_b.x;
  return {(distance_a * normal_b.y - distance_b * normal_a.y) / det,
          (normal_a.x * distance_b - normal_b.x * distance_a) / det};
}

// A band along an edge, from the corner the board's acute angle has there to the middle of the
// obtuse one. It reaches under the cells, which are drawn over it, and is convex.
BoardBorder band(game::Side side, Point outward, Point acute, Point obtuse, Point from, Point to) {
  constexpr double kValley = kCellRadius / 2;  // where neighbouring cells of the edge part
  const Point under = to - outward * (dot(to, outward) - kValley);
  return {side, {{acute, obtuse, to, under, from}, {}}};
}

void add_borders(int size, BoardLayout& layout) {
  const Point up{0, -1}, left{-kRow, 0.5};
  const Point end = center_of(size - 1, size - 1);  // the half turn of the board maps p to end - p
  const Point acute = crossing(up, kBorder, left, kBorder);
  const Point top_right = crossing(up, kBorder, left, dot(end, left) - kBorder);
  const Point bottom_left = crossing(up, dot(end, up) - kBorder, left, kBorder);
  const Point start = corner(5);
  const Point top_end = center_of(0, size - 1) + middle(corner(0), corner(1));
  const Point left_end = center_of(size - 1, 0) + middle(corner(4), corner(3));
  layout.borders.push_back(band(game::Side::First, up, acute, top_right, start, top_end));
  layout.borders.push_back(band(game::Side::Second, left, acute, bottom_left, start, left_end));
  for (const std::size_t i : {0u, 1u}) {
    BoardBorder opposite = layout.borders[i];
    for (Point& p : opposite.shape.points) p = end - p;
    layout.borders.push_back(std::move(opposite));
  }
}

void add_labels(int size, BoardLayout& layout) {
  for (int i = 0; i < size; ++i) {
    const std::string letter(1, static_cast<char>('a' + i)), number = std::to_string(i + 1);
    const bool spared = i % 2 == 1;
    const auto add = [&](const std::string& text, Point cell, Point out) {
      layout.labels.push_back({text, cell + out * kLabels, out, spared});
    };
    add(letter, center_of(0, i), kDown * -1);
    add(letter, center_of(size - 1, i), kDown);
    add(number, center_of(i, 0), {-1, 0});
    add(number, center_of(i, size - 1), {1, 0});
  }
}

class Turn {
 public:
  explicit Turn(Orientation orientation)
      : mirrored_(orientation.mirrored),
        cosine_(std::cos(orientation.twelfths * std::numbers::pi / 6)),
        sine_(std::sin(orientation.twelfths * std::numbers::pi / 6)) {}

  Point operator()(Point p) const {
    if (mirrored_) p.x = -p.x;
    return {p.x * cosine_ - p.y * sine_, p.x * sine_ + p.y * cosine_};
  }

 private:
  bool mirrored_;
  double cosine_, sine_;
};

Rect bounds_of(const BoardLayout& layout) {
  constexpr double kLabelRoom = 0.32;
  Point low{1e9, 1e9}, high{-1e9, -1e9};
  const auto include = [&](Point p, double room) {
    low = {std::min(low.x, p.x - room), std::min(low.y, p.y - room)};
    high = {std::max(high.x, p.x + room), std::max(high.y, p.y + room)};
  };
  for (const auto& border : layout.borders) {
    for (const Point p : border.shape.points) include(p, 0);
  }
  for (const auto& label : layout.labels) include(label.at, kLabelRoom);
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

}  // namespace

BoardLayout hex_layout(int size, Orientation orientation) {
  BoardLayout layout;
  layout.side_cells = size;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const Point center = center_of(row, column);
      layout.centers.push_back(center);
      layout.rows.push_back(row);
      layout.columns.push_back(column);
      layout.names.push_back(static_cast<char>('a' + column) + std::to_string(row + 1));
      auto& polygon = layout.cells.emplace_back();
      for (int i = 0; i < 6; ++i) polygon.push_back(center + corner(i));
    }
  }
  add_borders(size, layout);
  add_labels(size, layout);

  const Turn turn(orientation);
  for (Point& p : layout.centers) p = turn(p);
  for (auto& polygon : layout.cells) {
    for (Point& p : polygon) p = turn(p);
  }
  for (auto& border : layout.borders) {
    for (Point& p : border.shape.points) p = turn(p);
  }
  for (auto& label : layout.labels) {
    label.at = turn(label.at);
    label.out = turn(label.out);
  }
  layout.bounds = bounds_of(layout);
  return layout;
}

}  // namespace losange::window
