// What lies on what in a scene: that which was drawn later.
#pragma once

#include <string>
#include <variant>

#include "window/scene/shape.h"

namespace losange::window {

// Where in a scene stands the last disc at a place, and where the text; -1 where there is none.
struct Order {
  int disc = -1, text = -1;
  Color ink{};
};
inline Order order_of(const Scene& scene, Point center, const std::string& words) {
  Order order;
  for (std::size_t i = 0; i < scene.size(); ++i) {
    const auto* disc = std::get_if<Disc>(&scene[i]);
    if (disc != nullptr && length(disc->center - center) < 1) order.disc = static_cast<int>(i);
    const auto* text = std::get_if<Text>(&scene[i]);
    if (text == nullptr || text->text != words) continue;
    order.text = static_cast<int>(i);
    order.ink = text->color;
  }
  return order;
}

}  // namespace losange::window
