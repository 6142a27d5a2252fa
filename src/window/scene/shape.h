// What the window shows, as plain data: shapes in pixels, painted in order. Screens make scenes,
// the painter and the SVG writer consume them; neither knows what they mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace losange::window {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
};
inline double length(Point p) { return std::hypot(p.x, p.y); }
constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
constexpr Point middle(Point a, Point b) { return (a + b) * 0.5; }

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Rect&) const = default;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point center() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Rect inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }

  // Cuts a part off this rectangle and returns it.
  Rect take_top(double h) {
    const Rect part{x, y, width, std::min(h, height)};
    y += part.height, height -= part.height;
    return part;
  }
  Rect take_bottom(double h) {
    h = std::min(h, height);
    height -= h;
    return {x, bottom(), width, h};
  }
  Rect take_left(double w) {
    const Rect part{x, y, std::min(w, width), height};
    x += part.width, width -= part.width;
    return part;
  }
  Rect take_right(double w) {
    w = std::min(w, width);
    width -= w;
    return {right(), y, w, height};
  }
};

struct Color {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
  bool operator==(const Color&) const = default;
  Color with_alpha(double share) const {
    return {red, green, blue,
            static_cast<std::uint8_t>(std::lround(255 * std::clamp(share, 0.0, 1.0)))};
  }
};
constexpr Color rgb(unsigned hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
          static_cast<std::uint8_t>(hex & 0xFF), 255};
}
// A share of b in a; opaque.
Color mixed(Color a, Color b, double share);
// How bright people see it, 0 to 1 (relative luminance of sRGB).
double luminance(Color color);

enum class Align { Left, Center, Right };
enum class Weight { Regular, Bold };

struct Polygon {  // convex, in either sense of turning
  std::vector<Point> points;
  Color fill;
};
struct Disc {
  Point center;
  double radius = 0;
  Color fill;
};
struct Stroke {  // with round ends
  std::vector<Point> points;
  double width = 1;
  Color color;
  bool closed = false;
};
struct Text {
  Point at;  // the middle of the capitals' height, horizontally as aligned
  std::string text;
  double size = 16;  // of the em square
  Color color;
  Align align = Align::Left;
  Weight weight = Weight::Regular;
};
using Shape = std::variant<Polygon, Disc, Stroke, Text>;
using Scene = std::vector<Shape>;

// The width of a text; given by who paints, so that layouts fit what is seen.
using Measure = std::function<double(std::string_view text, double size, Weight weight)>;

Polygon rectangle(Rect rect, Color fill);
Polygon rounded(Rect rect, double radius, Color fill);
Stroke rounded_outline(Rect rect, double radius, double width, Color color);
Stroke ring(Point center, double radius, double width, Color color);
// A part of a circle; angles in turns, clockwise from the top.
Stroke arc(Point center, double radius, double from, double to, double width, Color color);

bool contains(const std::vector<Point>& polygon, Point point);

// How a board is turned.
struct Orientation {
  int twelfths = 0;       // turned clockwise, 0 to 11
  bool mirrored = false;  // before it is turned
  bool operator==(const Orientation&) const = default;
};

}  // namespace losange::window
