#include "window/scene/tessellate.h"

#include <numbers>

namespace losange::window {

namespace {

constexpr double kSoft = 0.5;        // half the width of the fading rim, in pixels
constexpr double kLongestMiter = 3;  // sharper corners are cut

void add(std::vector<Vertex>& out, Vertex a, Vertex b, Vertex c) {
  out.push_back(a);
  out.push_back(b);
  out.push_back(c);
}
void add_quad(std::vector<Vertex>& out, Vertex a, Vertex b, Vertex c, Vertex d) {
  add(out, a, b, c);
  add(out, a, c, d);
}

Point normal(Point from, Point to) {
  const Point d = to - from;
  const double size = length(d);
  return size < 1e-9 ? Point{} : Point{d.y / size, -d.x / size};
}

bool too_sharp(Point before, Point after) {
  const Point sum = before + after;
  return dot(sum, sum) < 2 / (kLongestMiter * kLongestMiter);
}

// The way a corner moves when both of its edges move by one along their normals.
Point miter(Point before, Point after) {
  if (too_sharp(before, after)) return after;
  const Point sum = before + after;
  return sum * (2 / dot(sum, sum));
}

std::vector<Point> without_repeats(const std::vector<Point>& points, bool closed) {
  std::vector<Point> kept;
  for (const Point p : points) {
    if (kept.empty() || length(p - kept.back()) > 1e-6) kept.push_back(p);
  }
  while (closed && kept.size() > 1 && length(kept.front() - kept.back()) < 1e-6) kept.pop_back();
  return kept;
}

double signed_area(const std::vector<Point>& points) {
  double area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point a = points[i], b = points[(i + 1) % points.size()];
    area += a.x * b.y - b.x * a.y;
  }
  return area / 2;
}

// Half a disc at the end of a stroke; `out_of` points away from it.
void add_cap(Point end, Point out_of, double half, Color color, std::vector<Vertex>& out) {
  const Point side{-out_of.y, out_of.x};
  const int steps = std::clamp(static_cast<int>(half * 2) + 3, 4, 24);
  const auto at = [&](int i, double radius) {
    const double angle = std::numbers::pi * i / steps;
    return end + (side * std::cos(angle) + out_of * std::sin(angle)) * radius;
  };
  const double inner = std::max(0.0, half - kSoft), outer = half + kSoft;
  const Color none = color.with_alpha(0);
  for (int i = 0; i < steps; ++i) {
    add(out, {end, color}, {at(i, inner), color}, {at(i + 1, inner), color});
    add_quad(out, {at(i, inner), color}, {at(i, outer), none}, {at(i + 1, outer), none},
             {at(i + 1, inner), color});
  }
}

// A stroke thinner than a pixel is drawn one pixel wide and paler.
Color thinned(Color color, double width) {
  return width >= 1 ? color : color.with_alpha(color.alpha / 255.0 * std::max(width, 0.0));
}

}  // namespace

void add_triangles(const Polygon& polygon, std::vector<Vertex>& out) {
  const auto points = without_repeats(polygon.points, true);
  const std::size_t count = points.size();
  if (count < 3) return;
  // Normals point outwards whichever way the corners turn.
  const double sense = signed_area(points) > 0 ? 1 : -1;
  std::vector<Point> inner(count), outer(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Point before = normal(points[(i + count - 1) % count], points[i]) * sense;
    const Point after = normal(points[i], points[(i + 1) % count]) * sense;
    const Point way = miter(before, after) * kSoft;
    inner[i] = points[i] - way;
    outer[i] = points[i] + way;
  }
  const Color fill = polygon.fill, none = fill.with_alpha(0);
  for (std::size_t i = 2; i < count; ++i) {
    add(out, {inner[0], fill}, {inner[i - 1], fill}, {inner[i], fill});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = (i + 1) % count;
    add_quad(out, {inner[i], fill}, {outer[i], none}, {outer[j], none}, {inner[j], fill});
  }
}

void add_triangles(const Disc& disc, std::vector<Vertex>& out) {
  if (disc.radius <= 0) return;
  add_triangles(Polygon{ring(disc.center, disc.radius, 1, disc.fill).points, disc.fill}, out);
}

void add_triangles(const Stroke& stroke, std::vector<Vertex>& out) {
  const auto points = without_repeats(stroke.points, stroke.closed);
  const std::size_t count = points.size();
  if (count < 2) return;
  const Color color = thinned(stroke.color, stroke.width), none = color.with_alpha(0);
  const double half = std::max(stroke.width, 1.0) / 2;
  const double inner = std::max(0.0, half - kSoft), outer = half + kSoft;
  const bool closed = stroke.closed && count > 2;
  const auto along = [](Point n) { return Point{-n.y, n.x}; };
  // Of each corner: to the sides of the part that ends there, and of the one that begins.
  std::vector<Point> ends(count), begins(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool first = i == 0 && !closed, last = i + 1 == count && !closed;
    const Point before = first ? Point{} : normal(points[(i + count - 1) % count], points[i]);
    const Point after = last ? Point{} : normal(points[i], points[(i + 1) % count]);
    if (!first && !last && too_sharp(before, after)) {
      // A corner that both share would turn one of them over: each ends by itself, and the turn is round.
      ends[i] = before, begins[i] = after;
      add_cap(points[i], along(before), half, color, out);
    } else {
      ends[i] = begins[i] = first ? after : last ? before : miter(before, after);
    }
  }
  const std::size_t segments = closed ? count : count - 1;
  for (std::size_t i = 0; i < segments; ++i) {
    const std::size_t j = (i + 1) % count;
    const Point a = points[i], b = points[j], u = begins[i], v = ends[j];
    add_quad(out, {a - u * inner, color}, {a + u * inner, color}, {b + v * inner, color},
             {b - v * inner, color});
    add_quad(out, {a + u * inner, color}, {a + u * outer, none}, {b + v * outer, none},
             {b + v * inner, color});
    add_quad(out, {a - u * inner, color}, {a - u * outer, none}, {b - v * outer, none},
             {b - v * inner, color});
  }
  if (closed) return;
  add_cap(points.front(), along(begins.front()) * -1, half, color, out);
  add_cap(points.back(), along(ends.back()), half, color, out);
}

}  // namespace losange::window
