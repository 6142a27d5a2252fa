// A scene as an SVG file, for sharing pictures of positions that are sharp at any size.
#pragma once

#include <string>

#include "window/scene/shape.h"

namespace losange::window {

std::string to_svg(const Scene& scene, double width, double height);

}  // namespace losange::window
