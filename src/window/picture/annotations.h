// What is written on a board besides its pieces: numbers on stones, letters, shapes and arrows. A part of BoardPicture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "window/board/board_layout.h"

namespace losange::window {

struct CellText {
  int cell = 0;
  std::string text;
};
struct CellShape {
  enum class Kind { Triangle, Square, Circle, Cross };
  int cell = 0;
  Kind kind = Kind::Triangle;
};
struct Arrow {
  int from = 0, to = 0;
};

struct Annotations {
  std::vector<CellText> numbers, letters;
  std::vector<CellShape> shapes;
  std::vector<Arrow> arrows;
};

void add_arrow(Scene& scene, Point from, Point to, double scale, Color color);
// `ink` is what can be seen on a cell as it stands.
void add_annotations(Scene& scene, const Annotations& annotations, const PlacedBoard& board,
                     const std::function<Color(int cell)>& ink, Color arrow);

}  // namespace losange::window
