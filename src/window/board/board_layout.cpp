#include "window/board/board_layout.h"

#include "base/error.h"
#include "players/game/games.h"

namespace losange::window {

BoardLayout board_layout(const game::GameSetup& setup, Orientation orientation) {
  if (players::is_hex(setup)) return hex_layout(setup.size, orientation);
  if (players::is_draughts(setup)) return draughts_layout(setup, orientation.twelfths >= 6);
  throw base::UserError("window.no-board", "the window has no board for a game of {}", setup.game);
}

std::vector<Point> PlacedBoard::polygon(int cell) const {
  std::vector<Point> points = layout.cells[static_cast<std::size_t>(cell)];
  for (Point& p : points) p = to_pixels(p);
  return points;
}

std::optional<int> PlacedBoard::cell_at(Point pixel) const {
  const Point p = (pixel - origin) * (1 / scale);
  for (std::size_t cell = 0; cell < layout.cells.size(); ++cell) {
    if (length(p - layout.centers[cell]) < 1 && contains(layout.cells[cell], p)) {
      return static_cast<int>(cell);
    }
  }
  return std::nullopt;
}

int PlacedBoard::neighbour(int cell, Point direction) const {
  const Point from = layout.centers[static_cast<std::size_t>(cell)];
  int best = cell;
  double best_score = 0.2;  // a step must lead at least a little the way it was asked for
  for (std::size_t other = 0; other < layout.centers.size(); ++other) {
    const Point way = layout.centers[other] - from;
    const double distance = length(way);
    if (distance < 0.5 || distance > 1.2) continue;
    const double score = dot(way, direction) / distance;
    if (score > best_score + 1e-9) {
      best_score = score;
      best = static_cast<int>(other);
    }
  }
  return best;
}

PlacedBoard place(BoardLayout layout, Rect area) {
  PlacedBoard placed{std::move(layout), 1, {}};
  const Rect bounds = placed.layout.bounds;
  placed.scale = std::max(1.0, std::min(area.width / bounds.width, area.height / bounds.height));
  placed.origin = area.center() - bounds.center() * placed.scale;
  return placed;
}

}  // namespace losange::window
