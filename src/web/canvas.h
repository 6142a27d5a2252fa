// A scene as plain numbers, which the page's script paints on a canvas (page/painter.js reads them in this order). A
// frame crosses from the program to the script in one piece: a call for each shape would cost more than painting it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "window/scene/shape.h"

namespace losange::web {

// Each shape begins with its kind and its colour (0xRRGGBBAA); what is not a count is a float by its bits:
//   Polygon  points, x, y, …
//   Disc     x, y, radius
//   Stroke   width, 1 where it is closed, points, x, y, …
//   Text     x, y, size, align, 1 where it is bold, where it begins in `texts`, its bytes
struct Drawing {
  std::vector<std::uint32_t> numbers;
  std::string texts;
};
Drawing to_drawing(const window::Scene& scene);

}  // namespace losange::web
