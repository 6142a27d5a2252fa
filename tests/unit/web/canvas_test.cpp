// A scene as the numbers that the page's script reads.
#include "web/canvas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

namespace losange::web {
namespace {

using testing::ElementsAre;
using namespace window;

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(Canvas, EachShapeIsWrittenAsThePainterReadsIt) {
  const Scene scene{
      Polygon{{{1, 2}, {3, 4}, {5, 6}}, Color{0x12, 0x34, 0x56, 0x78}},
      Disc{{7, 8}, 9, rgb(0xFF0000)},
      Stroke{{{1, 1}, {2, 2}}, 1.5, rgb(0x00FF00), true},
      Text{{10, 11}, "é", 12, rgb(0x0000FF), Align::Right, Weight::Bold},
      Text{{0, 0}, "ab", 12, rgb(0), Align::Left, Weight::Regular},
  };
  const Drawing drawing = to_drawing(scene);
  EXPECT_EQ(drawing.texts, "éab");
  EXPECT_THAT(
      drawing.numbers,
      ElementsAre(0, 0x12345678, 3, bits(1), bits(2), bits(3), bits(4), bits(5), bits(6),  //
                  1, 0xFF0000FF, bits(7), bits(8), bits(9),                                //
                  2, 0x00FF00FF, bits(1.5f), 1, 2, bits(1), bits(1), bits(2), bits(2),     //
                  3, 0x0000FFFF, bits(10), bits(11), bits(12), 2, 1, 0, 2,                 //
                  3, 0x000000FF, bits(0), bits(0), bits(12), 0, 0, 2, 2));
}

}  // namespace
}  // namespace losange::web
