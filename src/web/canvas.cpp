#include "web/canvas.h"

#include <cstring>

namespace losange::web {

namespace {

using namespace window;

class Writer {
 public:
  explicit Writer(Drawing& to) : to_(to) {}

  void operator()(const Polygon& p) {
    begin(0, p.fill);
    points(p.points);
  }
  void operator()(const Disc& d) {
    begin(1, d.fill);
    point(d.center);
    real(d.radius);
  }
  void operator()(const Stroke& s) {
    begin(2, s.color);
    real(s.width);
    whole(s.closed ? 1 : 0);
    points(s.points);
  }
  void operator()(const Text& t) {
    begin(3, t.color);
    point(t.at);
    real(t.size);
    whole(static_cast<std::size_t>(t.align));
    whole(t.weight == Weight::Bold ? 1 : 0);
    whole(to_.texts.size());
    whole(t.text.size());
    to_.texts += t.text;
  }

 private:
  void whole(std::size_t n) { to_.numbers.push_back(static_cast<std::uint32_t>(n)); }
  void real(double x) {
    const auto value = static_cast<float>(x);
    std::memcpy(&to_.numbers.emplace_back(), &value, sizeof value);
  }
  void point(Point p) {
    real(p.x);
    real(p.y);
  }
  void points(const std::vector<Point>& all) {
    whole(all.size());
    for (const Point p : all) point(p);
  }
  void begin(std::size_t kind, Color c) {
    whole(kind);
    whole(std::uint32_t{c.red} << 24 | std::uint32_t{c.green} << 16 | std::uint32_t{c.blue} << 8 |
          c.alpha);
  }

  Drawing& to_;
};

}  // namespace

Drawing to_drawing(const Scene& scene) {
  Drawing drawing;
  Writer writer(drawing);
  for (const Shape& shape : scene) std::visit(writer, shape);
  return drawing;
}

}  // namespace losange::web
