// How a BoardPicture becomes a scene, layer by layer: drawing_cells.cpp, drawing_notes.cpp, drawing_stones.cpp and
// drawing_marks.cpp each hold some of them. For board_picture.cpp alone.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "window/picture/board_picture.h"

namespace losange::window {

class BoardDrawing {
 public:
  BoardDrawing(Scene& scene, const BoardPicture& picture, const Settings& settings);
  void draw();

 private:
  static constexpr double kGhost = 0.42;             // of the pointer, how much of it is seen
  static constexpr Point kInsideOutline{0.1, 0.09};  // from where the number of a square stands

  void borders();
  void cells();
  void names();
  void labels();
  void numbers();
  void bands();
  void inferior();
  void must_play();

  void note_grounds();
  void note_texts();

  void stones();
  void chain_links();
  void swap_offer();
  void hover();
  void ghosts();

  void marks();
  void hint();
  void ladders();

  static game::Side side_of(char piece) {
    return piece == 'x' || piece == 'X' ? game::Side::First : game::Side::Second;
  }
  char piece_at(int cell) const { return picture_.pieces[static_cast<std::size_t>(cell)]; }
  bool is_empty(int cell) const { return piece_at(cell) == '.'; }
  bool noted(int cell) const { return note_on(cell) != nullptr; }
  bool ghost_on(int cell) const;
  int cell_called(const std::string& name) const;
  const CellNote* note_on(int cell) const;
  std::vector<std::pair<int, int>> links() const;  // of the chain that won
  Point on_the_way(const Moving& moving) const;

  Color faded(Color color) const { return mixed(color, theme_.background, picture_.dimmed); }
  Color edge(game::Side side, Color ground) const;
  Color ink_on(int cell) const;
  Color tint(const CellNote& note) const;
  Color note_ink(const CellNote& note) const;

  std::vector<Point> shrunk(int cell, double share) const;
  void text(Point at, std::string words, double size, Color color, Weight weight = Weight::Regular);
  void outline(const CellNote& note, Color color);
  void put(int cell, char piece, double size, double opacity);
  void stone(Point center, char piece, double size, double opacity);

  Scene& scene_;
  const BoardPicture& picture_;
  const PlacedBoard& board_;
  const Settings& settings_;
  const Theme& theme_;
  const Palette& palette_;
  double scale_;
};

}  // namespace losange::window
