#include "hex/files/board_svg.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace losange::hex {
namespace {

constexpr double kWide = 36, kHigh = 31.2;  // a hexagon's width, and a row's height
constexpr double kMargin = 30, kTitle = 20;

constexpr std::array<std::pair<double, double>, 6> kCorners{
    {{0.0, -0.667}, {0.5, -0.333}, {0.5, 0.333}, {0.0, 0.667}, {-0.5, 0.333}, {-0.5, -0.333}}};

std::string hexagon(double x, double y, std::string_view colour) {
  std::string corners;
  for (const auto& [dx, dy] : kCorners) {
    corners += fmt::format("{:.1f},{:.1f} ", x + kWide * dx, y + kHigh * dy);
  }
  return fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"#888\"/>\n", corners, colour);
}

}  // namespace

std::string board_svg(int size, std::string_view title,
                      const std::function<CellPicture(int cell)>& picture_of) {
  const double width = kWide * (size + (size - 1) / 2.0) + 2 * kMargin;
  const double height = kHigh * size + 2 * kMargin + kTitle;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text x=\"{:.0f}\" y=\"18\" font-size=\"14\">{}</text>\n",
      width, height, width / 2, title);
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size, column = cell % size;
    const double x = kMargin + kWide * (column + row / 2.0 + 0.5),
                 y = kMargin + kTitle + kHigh * (row + 0.5);
    const auto picture = picture_of(cell);
    svg += hexagon(x, y, picture.colour);
    if (!picture.text.empty()) {
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x, y + 4, picture.text);
    }
    if (!picture.stone.empty()) {
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"12\" fill=\"{}\"/>\n", x, y,
                         picture.stone);
    }
  }
  return svg + "</svg>\n";
}

}  // namespace losange::hex
