#include "window/scene/shape.h"

#include <numbers>

namespace losange::window {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Enough corners that no edge of a circle strays more than a tenth of a pixel from it.
int corners_of(double radius) {
  return std::clamp(static_cast<int>(std::ceil(7 * std::sqrt(std::max(radius, 0.5)))), 8, 160);
}

std::vector<Point> rounded_corners(Rect rect, double radius) {
  radius = std::min({radius, rect.width / 2, rect.height / 2});
  const int steps = std::max(2, corners_of(radius) / 4);
  const Point centers[] = {{rect.right() - radius, rect.y + radius},
                           {rect.right() - radius, rect.bottom() - radius},
                           {rect.x + radius, rect.bottom() - radius},
                           {rect.x + radius, rect.y + radius}};
  std::vector<Point> points;
  for (int corner = 0; corner < 4; ++corner) {
    for (int step = 0; step <= steps; ++step) {
      const double angle = kTurn * (corner + static_cast<double>(step) / steps) / 4;
      points.push_back(centers[corner] + Point{std::sin(angle), -std::cos(angle)} * radius);
    }
  }
  return points;
}

}  // namespace

Color mixed(Color a, Color b, double share) {
  const auto mix = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * std::clamp(share, 0.0, 1.0)));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), 255};
}

double luminance(Color color) {
  const auto linear = [](std::uint8_t part) {
    const double c = part / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

Polygon rectangle(Rect rect, Color fill) {
  return {{{rect.x, rect.y},
           {rect.right(), rect.y},
           {rect.right(), rect.bottom()},
           {rect.x, rect.bottom()}},
          fill};
}

Polygon rounded(Rect rect, double radius, Color fill) {
  return {rounded_corners(rect, radius), fill};
}

Stroke rounded_outline(Rect rect, double radius, double width, Color color) {
  return {rounded_corners(rect, radius), width, color, true};
}

Stroke ring(Point center, double radius, double width, Color color) {
  Stroke stroke = arc(center, radius, 0, 1, width, color);
  stroke.points.pop_back();
  stroke.closed = true;
  return stroke;
}

Stroke arc(Point center, double radius, double from, double to, double width, Color color) {
  const int steps = std::max(2, static_cast<int>(corners_of(radius) * (to - from)));
  Stroke stroke{{}, width, color, false};
  for (int i = 0; i <= steps; ++i) {
    const double angle = kTurn * (from + (to - from) * i / steps);
    stroke.points.push_back(center + Point{std::sin(angle), -std::cos(angle)} * radius);
  }
  return stroke;
}

bool contains(const std::vector<Point>& polygon, Point point) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point a = polygon[i], b = polygon[j];
    if ((a.y > point.y) == (b.y > point.y)) continue;
    if (point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

}  // namespace losange::window
