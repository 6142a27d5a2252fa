// Where the cells of a board stand, as polygons in board units (1 between the centres of
// neighbours). A game's view is one function that makes this; everything that draws boards or finds
// the cell under the pointer works from it and knows no game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/record.h"
#include "window/scene/shape.h"

namespace losange::window {

struct BoardBorder {
  game::Side side;
  Polygon shape;  // its fill is left to who draws it
};
struct BoardLabel {
  std::string text;
  Point at;
  Point out{};          // the way off the board, for labels that need more room than there is
  bool spared = false;  // left out where all of them would be too small to read
};

struct BoardLayout {
  std::vector<std::vector<Point>> cells;  // indexed as players::BoardView::pieces
  std::vector<Point> centers;
  std::vector<int> rows, columns;  // of each cell, from 0
  std::vector<std::string> names;  // of each cell, as moves name it; empty where nothing stands
  std::vector<BoardBorder> borders;
  std::vector<BoardLabel> labels;  // coordinates around the board
  Rect bounds;                     // of all of it
  double stone_radius = 0.4;
  double label_size = 0;  // 0: as large as the board leaves room for
  bool numbered = false;  // the labels are the names of the cells, in them
  int side_cells = 0;     // cells along a side
};

// Throws base::UserError for a game that has no view.
BoardLayout board_layout(const game::GameSetup& setup, Orientation orientation);

BoardLayout hex_layout(int size, Orientation orientation);
BoardLayout draughts_layout(const game::GameSetup& setup, bool turned);

// A layout fitted into a rectangle of the window.
struct PlacedBoard {
  BoardLayout layout;
  double scale = 1;  // pixels a board unit
  Point origin;

  Point to_pixels(Point p) const { return origin + p * scale; }
  Point center(int cell) const { return to_pixels(layout.centers[static_cast<std::size_t>(cell)]); }
  std::vector<Point> polygon(int cell) const;
  std::optional<int> cell_at(Point pixel) const;
  // The cell whose centre is nearest to one step from `cell` in a direction of the screen; for
  // arrow keys.
  int neighbour(int cell, Point direction) const;
};
PlacedBoard place(BoardLayout layout, Rect area);

}  // namespace losange::window
