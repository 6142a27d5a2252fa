// Boards of draughts as SVG pictures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draughts/text/board_svg.h"

namespace losange::draughts {
namespace {

using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(DraughtsSvg, HasItsSquaresWithTheirNamesAndThePieces) {
  const auto& board = variant<Bits64>(find_rules("international"), 6);
  const auto svg = board_svg(board, "six by six", [](int cell) {
    if (cell == 1) return SquarePicture{PieceDrawn::BlackKing, true};   // square 1
    if (cell == 34) return SquarePicture{PieceDrawn::WhiteMan, false};  // square 18
    return SquarePicture{};
  });
  EXPECT_THAT(svg, HasSubstr(">six by six</text>"));
  EXPECT_EQ(count(svg, "<rect x="), 36);
  EXPECT_EQ(count(svg, "fill=\"#f0cf57\""), 1) << "one is lit";
  EXPECT_EQ(count(svg, "<circle"), 3) << "a king has two rings";
  EXPECT_EQ(count(svg, "<circle cx=\"74\" cy=\"46\""), 2);
  EXPECT_EQ(count(svg, "fill=\"#fff\" stroke=\"#555\""), 1);
  EXPECT_THAT(svg, HasSubstr(">2</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">1</text>"))) << "a piece lies on it";
}

TEST(DraughtsSvg, NamesSquaresAsItsRulesDo) {
  const auto& board = variant<Bits64>(find_rules("russian"), 8);
  EXPECT_THAT(board_svg(board, "", [](int) { return SquarePicture{}; }), HasSubstr(">a1</text>"));
}

}  // namespace
}  // namespace losange::draughts
