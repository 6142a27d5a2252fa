// Boards as SVG pictures: hexagons that touch their neighbours, each row half a cell further to the right.
#include "hex/files/board_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace losange::hex {
namespace {

using testing::HasSubstr;

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(BoardSvg, HasAHexagonACell) {
  const auto svg = board_svg(2, "two by two", [](int cell) {
    return cell == 3 ? CellPicture{"#eee", "", "#c22"}
                     : CellPicture{"#fff", std::to_string(cell), ""};
  });
  EXPECT_THAT(svg, HasSubstr(">two by two</text>"));
  EXPECT_EQ(count(svg, "<polygon"), 4);
  EXPECT_EQ(count(svg, "fill=\"#eee\""), 1);
  EXPECT_EQ(count(svg, "<circle"), 1);
  EXPECT_EQ(count(svg, "stroke=\"#d33\""), 4) << "two cells at the top, two at the bottom";
  EXPECT_EQ(count(svg, "stroke=\"#36c\""), 4);
  EXPECT_THAT(svg,
              HasSubstr("points=\"48.0,44.8 66.0,55.2 66.0,76.0 48.0,86.4 30.0,76.0 30.0,55.2 \""));
  EXPECT_THAT(svg, HasSubstr("<text x=\"84.0\" y=\"69.6\">1</text>")) << "beside the first";
  EXPECT_THAT(svg, HasSubstr("<text x=\"66.0\" y=\"100.8\">2</text>"))
      << "below and half a cell on";
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"102.0\" cy=\"96.8\" r=\"12\" fill=\"#c22\"/>"));
}

TEST(BoardSvg, HasRoomForItsTitle) {
  const auto blank = [](int) { return CellPicture{"#fff", "", ""}; };
  EXPECT_THAT(board_svg(1, "one", blank), HasSubstr("viewBox=\"0 0 96 "));
  const auto wide = board_svg(1, "a title of forty letters, more or less..", blank);
  EXPECT_THAT(wide, HasSubstr("viewBox=\"0 0 330 "));
  EXPECT_THAT(wide, HasSubstr("points=\"165.0,44.8 ")) << "the cell in the middle";
}

}  // namespace
}  // namespace losange::hex
