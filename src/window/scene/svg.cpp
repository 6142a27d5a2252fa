#include "window/scene/svg.h"

#include <fmt/format.h>

namespace losange::window {

namespace {

std::string paint(const char* property, Color color) {
  std::string text =
      fmt::format("{}=\"#{:02x}{:02x}{:02x}\"", property, color.red, color.green, color.blue);
  if (color.alpha != 255)
    text += fmt::format(" {}-opacity=\"{:.3f}\"", property, color.alpha / 255.0);
  return text;
}

std::string points_text(const std::vector<Point>& points) {
  std::string text;
  for (const Point p : points)
    text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", p.x, p.y);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

struct Element {
  std::string operator()(const Polygon& p) const {
    return fmt::format("<polygon points=\"{}\" {}/>\n", points_text(p.points),
                       paint("fill", p.fill));
  }
  std::string operator()(const Disc& d) const {
    return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", d.center.x,
                       d.center.y, d.radius, paint("fill", d.fill));
  }
  std::string operator()(const Stroke& s) const {
    return fmt::format(
        "<{} points=\"{}\" fill=\"none\" {} stroke-width=\"{:.2f}\" stroke-linecap=\"round\"/>\n",
        s.closed ? "polygon" : "polyline", points_text(s.points), paint("stroke", s.color),
        s.width);
  }
  std::string operator()(const Text& t) const {
    constexpr const char* kAnchors[] = {"start", "middle", "end"};
    constexpr double kHalfCapital =
        0.36;  // of the em: from the middle of capitals to the base line
    return fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" text-anchor=\"{}\"{} {}>{}</text>\n",
        t.at.x, t.at.y + kHalfCapital * t.size, t.size, kAnchors[static_cast<int>(t.align)],
        t.weight == Weight::Bold ? " font-weight=\"600\"" : "", paint("fill", t.color),
        escaped(t.text));
  }
};

}  // namespace

std::string to_svg(const Scene& scene, double width, double height) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"Inter, DejaVu Sans, sans-serif\">\n",
      width, height);
  for (const auto& shape : scene) text += std::visit(Element{}, shape);
  return text + "</svg>\n";
}

}  // namespace losange::window
