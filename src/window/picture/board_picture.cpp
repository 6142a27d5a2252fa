#include "window/picture/board_picture.h"

#include <algorithm>

#include "window/picture/drawing.h"

namespace losange::window {

using game::Side;

BoardDrawing::BoardDrawing(Scene& scene, const BoardPicture& picture, const Settings& settings)
    : scene_(scene),
      picture_(picture),
      board_(picture.board),
      settings_(settings),
      theme_(theme(settings.theme)),
      palette_(picture.palette != nullptr ? *picture.palette : palette(settings.palette)),
      scale_(picture.board.scale) {}

void BoardDrawing::draw() {
  borders();
  cells();
  if (settings_.names_in_cells) names();
  bands();
  inferior();
  note_grounds();
  must_play();
  chain_links();
  stones();
  swap_offer();
  hover();
  note_texts();
  ghosts();
  marks();
  ladders();
  add_annotations(
      scene_, picture_.annotations, board_, [this](int cell) { return ink_on(cell); },
      theme_.accent.with_alpha(0.85));
  labels();
}

std::vector<Point> BoardDrawing::shrunk(int cell, double share) const {
  auto points = board_.polygon(cell);
  const Point center = board_.center(cell);
  for (Point& p : points) p = center + (p - center) * share;
  return points;
}

void BoardDrawing::text(Point at, std::string words, double size, Color color, Weight weight) {
  scene_.push_back(Text{at, std::move(words), size * scale_, color, Align::Center, weight});
}

Color BoardDrawing::edge(Side side, Color ground) const {
  return faded(edge_of(palette_.of(side), ground, theme_));
}

// What can be seen on a cell as it stands.
Color BoardDrawing::ink_on(int cell) const {
  const char piece = piece_at(cell);
  return faded(piece == '.' || piece == ' ' ? theme_.ink
                                            : readable_on(palette_.of(side_of(piece))));
}

bool BoardDrawing::ghost_on(int cell) const {
  return picture_.hover == cell && picture_.hover_side && cell != picture_.swap_cell &&
         is_empty(cell);
}

void draw_board(Scene& scene, const BoardPicture& picture, const Settings& settings) {
  BoardDrawing(scene, picture, settings).draw();
}

}  // namespace losange::window
