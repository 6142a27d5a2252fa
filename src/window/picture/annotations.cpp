#include "window/picture/annotations.h"

#include <algorithm>

namespace losange::window {

namespace {

// Around a letter that has the same cell.
void add_shape(Scene& scene, const CellShape& shape, Point center, double scale, Color color,
               bool around) {
  const double r = (around ? 0.44 : 0.26) * scale, width = (around ? 0.05 : 0.07) * scale;
  switch (shape.kind) {
    case CellShape::Kind::Triangle:
      scene.push_back(Stroke{{center + Point{0, -r}, center + Point{0.87 * r, 0.5 * r},
                              center + Point{-0.87 * r, 0.5 * r}},
                             width,
                             color,
                             true});
      break;
    case CellShape::Kind::Square:
      scene.push_back(Stroke{{center + Point{-0.8 * r, -0.8 * r}, center + Point{0.8 * r, -0.8 * r},
                              center + Point{0.8 * r, 0.8 * r}, center + Point{-0.8 * r, 0.8 * r}},
                             width,
                             color,
                             true});
      break;
    case CellShape::Kind::Circle: scene.push_back(ring(center, r, width, color)); break;
    case CellShape::Kind::Cross:
      for (const double turn : {-1.0, 1.0}) {
        const Point end{0.8 * r, 0.8 * r * turn};
        const double from = around ? 0.6 : 0;  // the letter is in the middle
        scene.push_back(Stroke{{center - end, center - end * from}, width, color, false});
        scene.push_back(Stroke{{center + end * from, center + end}, width, color, false});
      }
      break;
  }
}

}  // namespace

void add_arrow(Scene& scene, Point from, Point to, double scale, Color color) {
  const double all = length(to - from);
  if (all <= 0) return;
  const Point along = (to - from) * (1 / all), across{-along.y, along.x};
  const Point tip = to - along * (0.12 * scale), neck = tip - along * (0.3 * scale);
  scene.push_back(Stroke{{from, neck}, 0.12 * scale, color, false});
  scene.push_back(
      Polygon{{tip, neck + across * (0.2 * scale), neck - across * (0.2 * scale)}, color});
}

void add_annotations(Scene& scene, const Annotations& annotations, const PlacedBoard& board,
                     const std::function<Color(int cell)>& ink, Color arrow) {
  const double scale = board.scale;
  const auto add_text = [&](const CellText& text, double size) {
    scene.push_back(Text{board.center(text.cell), text.text,
                         size * scale * (text.text.size() > 2 ? 0.8 : 1), ink(text.cell),
                         Align::Center, Weight::Bold});
  };
  const auto on_its_cell = [](const auto& marks, int cell) {
    return std::any_of(marks.begin(), marks.end(),
                       [cell](const auto& mark) { return mark.cell == cell; });
  };
  for (const auto& number : annotations.numbers) add_text(number, 0.36);
  for (const auto& shape : annotations.shapes) {
    add_shape(scene, shape, board.center(shape.cell), scale, ink(shape.cell),
              on_its_cell(annotations.letters, shape.cell));
  }
  for (const auto& letter : annotations.letters)
    add_text(letter, on_its_cell(annotations.shapes, letter.cell) ? 0.3 : 0.44);
  for (const auto& line : annotations.arrows) {
    add_arrow(scene, board.center(line.from), board.center(line.to), scale, arrow);
  }
}

}  // namespace losange::window
