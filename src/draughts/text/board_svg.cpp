#include "draughts/text/board_svg.h"

#include <fmt/format.h>

#include <algorithm>

#include "draughts/text/notation.h"

namespace losange::draughts {

namespace {

constexpr int kSide = 40, kMargin = 14, kTitle = 26;
constexpr double kLetter = 7.5;  // of the title, on average
constexpr const char *kLight = "#f4ead6", *kDark = "#c39b6b", *kLit = "#f0cf57";

std::string square(int x, int y, std::string_view colour) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y,
                     kSide, kSide, colour);
}

std::string piece(int x, int y, PieceDrawn drawn) {
  const bool white = drawn == PieceDrawn::WhiteMan || drawn == PieceDrawn::WhiteKing;
  const bool king = drawn == PieceDrawn::WhiteKing || drawn == PieceDrawn::BlackKing;
  const auto disc = [&](int radius) {
    return fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n",
        x + kSide / 2, y + kSide / 2, radius, white ? "#fff" : "#333", white ? "#555" : "#ddd");
  };
  return disc(15) + (king ? disc(8) : "");
}

}  // namespace

template <class Bits>
std::string board_svg(const Variant<Bits>& variant, std::string_view title,
                      const std::function<SquarePicture(int cell)>& picture_of) {
  const int board = kSide * variant.size;
  const int width = std::max(
      board + 2 * kMargin, static_cast<int>(kLetter * static_cast<double>(title.size())) + kMargin);
  const int left = (width - board) / 2;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"10\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text x=\"{2}\" y=\"18\" font-size=\"14\" text-anchor=\"middle\">{3}</text>\n",
      width, kTitle + board + kMargin, width / 2, title);
  for (int row = 0; row < variant.size; ++row) {
    for (int column = 0; column < variant.size; ++column) {
      const int x = left + kSide * column, y = kTitle + kSide * row;
      const auto index = variant.index_at(row, column);
      if (!index) {
        svg += square(x, y, kLight);
        continue;
      }
      const SquarePicture picture = picture_of(row * variant.size + column);
      svg += square(x, y, picture.lit ? kLit : kDark);
      if (picture.piece != PieceDrawn::None) {
        svg += piece(x, y, picture.piece);
      } else {
        svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 3, y + 12,
                           square_name(variant, *index));
      }
    }
  }
  return svg + "</svg>\n";
}

template std::string board_svg(const Variant<Bits64>&, std::string_view,
                               const std::function<SquarePicture(int)>&);
template std::string board_svg(const Variant<Bits128>&, std::string_view,
                               const std::function<SquarePicture(int)>&);

}  // namespace losange::draughts
