#include "hex/files/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace losange::hex {
namespace {

constexpr double kWide = 36, kHigh = 31.2;  // a hexagon's width, and a row's height
constexpr double kMargin = 30, kTitle = 20;
constexpr double kLetter = 7.5;                            // of the title, on average
constexpr const char *kFirst = "#d33", *kSecond = "#36c";  // the sides' edges

constexpr std::array<std::pair<double, double>, 6> kCorners{
    {{0.0, -0.667}, {0.5, -0.333}, {0.5, 0.333}, {0.0, 0.667}, {-0.5, 0.333}, {-0.5, -0.333}}};

std::string hexagon(double x, double y, std::string_view colour) {
  std::string corners;
  for (const auto& [dx, dy] : kCorners) {
    corners += fmt::format("{:.1f},{:.1f} ", x + kWide * dx, y + kHigh * dy);
  }
  return fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"#888\"/>\n", corners, colour);
}

// A side's edge along a cell: the line through three corners.
std::string edge(double x, double y, std::array<std::size_t, 3> corners, std::string_view colour) {
  std::string points;
  for (const std::size_t corner : corners) {
    const auto& [dx, dy] = kCorners[corner];
    points += fmt::format("{:.1f},{:.1f} ", x + kWide * dx, y + kHigh * dy);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>\n",
                     points, colour);
}

}  // namespace

std::string board_svg(int size, std::string_view title,
                      const std::function<CellPicture(int cell)>& picture_of) {
  const double board = kWide * (size + (size - 1) / 2.0);
  const double width =
      std::max(board + 2 * kMargin, kLetter * static_cast<double>(title.size()) + kMargin);
  const double height = kHigh * size + 2 * kMargin + kTitle;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text x=\"{:.0f}\" y=\"18\" font-size=\"14\">{}</text>\n",
      width, height, width / 2, title);
  std::string edges;  // over the cells' own lines
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size, column = cell % size;
    const double x = (width - board) / 2 + kWide * (column + row / 2.0 + 0.5),
                 y = kMargin + kTitle + kHigh * (row + 0.5);
    const auto picture = picture_of(cell);
    svg += hexagon(x, y, picture.colour);
    if (row == 0) edges += edge(x, y, {5, 0, 1}, kFirst);
    if (row == size - 1) edges += edge(x, y, {2, 3, 4}, kFirst);
    if (column == 0) edges += edge(x, y, {3, 4, 5}, kSecond);
    if (column == size - 1) edges += edge(x, y, {0, 1, 2}, kSecond);
    if (!picture.text.empty()) {
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x, y + 4, picture.text);
    }
    if (!picture.stone.empty()) {
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"12\" fill=\"{}\"/>\n", x, y,
                         picture.stone);
    }
  }
  return svg + edges + "</svg>\n";
}

}  // namespace losange::hex
