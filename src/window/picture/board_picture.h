// One picture of a board as data: what stands where and what is marked. Drawn on the game screen,
// in the lesson, and for export; it knows no game, only cells, pieces and marks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/board/inferior.h"
#include "window/board/board_layout.h"
#include "window/choices/settings.h"
#include "window/draw/theme.h"
#include "window/picture/annotations.h"

namespace losange::window {

struct CellNote {  // what an analysis says of a cell
  int cell = 0;
  double heat = 0;  // 0 to 1, by visits
  std::string value, visits;
  bool best = false;
  std::optional<bool> proven_win;  // for the side to move
  std::optional<Color> ground{};   // instead of the heat
};
struct NumberedGhost {
  int cell = 0;
  int number = 0;
  game::Side side = game::Side::First;
};
struct Moving {  // a stone that comes or goes
  int cell = 0;
  char piece = '.';
  double shown = 1;         // 0 to 1
  std::vector<int> path{};  // of a piece on its way to the cell; a stone that is put there has none
};

struct PlayedMark {  // the move that was played from here
  int cell = 0;
  Color color;
};

struct Band {  // cells by which a side joins two of its chains or edges
  game::Side side = game::Side::First;
  std::vector<int> cells;
};

struct LadderArrow {  // where a side runs along an edge
  game::Side side = game::Side::First;
  int from = 0, to = 0;
  bool joins = false;  // it arrives
};

struct BoardPicture {
  PlacedBoard board;
  const Palette* palette = nullptr;  // nothing: the person's
  std::string pieces;
  std::vector<int> chain;  // lit up
  double chain_light = 1;  // 0 to 1
  int last = -1;
  int last_from = -1;  // where the piece that moved last stood before
  int hover = -1;
  std::optional<game::Side> hover_side;  // the ghost's colour
  int keyboard = -1;                     // the cell the keyboard stands on
  int swap_cell = -1;                    // the stone that may be taken over
  int hint = -1;
  int hint_from = -1;           // the piece that should move there
  int selected = -1;            // the piece that was chosen
  std::optional<Point> held{};  // where it is dragged to
  std::vector<int> forced;      // pieces that must capture
  std::vector<int> targets;     // where a lesson wants a stone, or a chosen piece may go
  std::vector<CellNote> notes;
  std::optional<PlayedMark> played;
  std::vector<NumberedGhost> ghosts;
  Annotations annotations;
  std::vector<study::InferiorCell> inferior;
  std::vector<Band> bands;
  std::vector<LadderArrow> ladders;
  std::vector<int> must_play;  // the cells that alone do not lose by known connections
  std::vector<Moving> moving;
  double dimmed = 0;
};

// One stone with its edge, and the mark of its side where the palette has marks.
void add_stone(Scene& scene, Point center, double radius, game::Side side, Color color, Color edge,
               bool marked, double opacity = 1);

void draw_board(Scene& scene, const BoardPicture& picture, const Settings& settings);

}  // namespace losange::window
