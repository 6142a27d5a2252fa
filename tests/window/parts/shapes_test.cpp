// Shapes, their triangles, and boards as polygons.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "base/error.h"
#include "window/board/board_layout.h"
#include "window/draw/layout.h"
#include "window/scene/svg.h"
#include "window/scene/tessellate.h"

namespace losange::window {
namespace {

double area_of(const std::vector<Vertex>& triangles, bool solid_only) {
  double area = 0;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const auto &a = triangles[i], &b = triangles[i + 1], &c = triangles[i + 2];
    const bool solid = a.color.alpha == 255 && b.color.alpha == 255 && c.color.alpha == 255;
    if (solid_only && !solid) continue;
    const Point u = b.at - a.at, v = c.at - a.at;
    area += std::abs(u.x * v.y - u.y * v.x) / 2;
  }
  return area;
}

TEST(Tessellate, APolygonIsSolidHalfAPixelInsideAndFadesHalfAPixelOutside) {
  std::vector<Vertex> clockwise, other;
  Polygon square = rectangle({10, 10, 20, 20}, rgb(0x336699));
  add_triangles(square, clockwise);
  std::reverse(square.points.begin(), square.points.end());
  add_triangles(square, other);
  EXPECT_NEAR(area_of(clockwise, true), 19 * 19, 1e-6);
  EXPECT_NEAR(area_of(clockwise, false), 21 * 21, 1e-6);
  EXPECT_NEAR(area_of(other, true), 19 * 19, 1e-6) << "whichever way the corners turn";
}

TEST(Tessellate, ADiscHasTheAreaOfACircle) {
  std::vector<Vertex> triangles;
  add_triangles(Disc{{0, 0}, 40, rgb(0)}, triangles);
  EXPECT_NEAR(area_of(triangles, true), std::numbers::pi * 39.5 * 39.5, 40);
}

TEST(Tessellate, StrokesCoverTheirWidthAndThinOnesGrowPale) {
  std::vector<Vertex> wide, thin;
  add_triangles(Stroke{{{0, 0}, {100, 0}}, 6, rgb(0), false}, wide);
  EXPECT_NEAR(area_of(wide, true), 100 * 5 + std::numbers::pi * 2.5 * 2.5, 2);
  add_triangles(Stroke{{{0, 0}, {100, 0}}, 0.5, rgb(0), false}, thin);
  for (const Vertex& v : thin) EXPECT_LE(v.color.alpha, 128);
}

// A curve that falls and rises at once: both of its sides are as wide as they are asked to be, all the way.
TEST(Tessellate, SharpTurnsTakeNothingOfTheWidth) {
  const Point top{0, 0}, low{8, 100}, end{16, 0};
  std::vector<Vertex> triangles;
  add_triangles(Stroke{{top, low, end}, 4, rgb(0), false}, triangles);
  const auto solid_at = [&](Point p) {
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      const auto &a = triangles[i], &b = triangles[i + 1], &c = triangles[i + 2];
      if (a.color.alpha + b.color.alpha + c.color.alpha == 3 * 255 &&
          contains({a.at, b.at, c.at}, p))
        return true;
    }
    return false;
  };
  for (const auto& [from, to] : {std::pair{top, low}, std::pair{low, end}}) {
    const Point along = (to - from) * (1 / length(to - from)), across{along.y, -along.x};
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      for (const double aside : {-1.3, 0.0, 1.3})
        EXPECT_TRUE(solid_at(from + (to - from) * share + across * aside)) << share << " " << aside;
    }
  }
}

TEST(Tessellate, NothingComesOfNothing) {
  std::vector<Vertex> triangles;
  add_triangles(Polygon{{{1, 1}, {1, 1}, {1, 1}}, rgb(0)}, triangles);
  add_triangles(Stroke{{{3, 3}, {3, 3}}, 2, rgb(0), false}, triangles);
  add_triangles(Disc{{0, 0}, 0, rgb(0)}, triangles);
  EXPECT_TRUE(triangles.empty());
}

class EveryOrientation : public testing::TestWithParam<int> {
 protected:
  Orientation orientation() const { return {GetParam() % 12, GetParam() >= 12}; }
};
INSTANTIATE_TEST_SUITE_P(TwelveAndMirrored, EveryOrientation, testing::Range(0, 24));

TEST_P(EveryOrientation, EveryCellIsFoundAtItsCentre) {
  for (const int size : {1, 3, 11, 19}) {
    const auto board = place(hex_layout(size, orientation()), {30, 20, 900, 700});
    for (int cell = 0; cell < size * size; ++cell) {
      EXPECT_EQ(board.cell_at(board.center(cell)), cell);
    }
    EXPECT_EQ(board.cell_at({0, 0}), std::nullopt);
  }
}

TEST_P(EveryOrientation, FitsItsPlaceAndKeepsNeighboursTogether) {
  const auto board = place(hex_layout(11, orientation()), {30, 20, 900, 700});
  const Rect room{29.9, 19.9, 900.2, 700.2};
  for (const auto& label : board.layout.labels)
    EXPECT_TRUE(room.contains(board.to_pixels(label.at)));
  for (const auto& border : board.layout.borders) {
    for (const Point p : border.shape.points) EXPECT_TRUE(room.contains(board.to_pixels(p)));
  }
  // f6 and its six neighbours: e6, g6, f5, g5, e7, f7.
  const auto& centers = board.layout.centers;
  const auto at = [&](int row, int column) {
    return centers[static_cast<std::size_t>(row * 11 + column)];
  };
  for (const Point p : {at(5, 4), at(5, 6), at(4, 5), at(4, 6), at(6, 4), at(6, 5)}) {
    EXPECT_NEAR(length(p - at(5, 5)), 1, 1e-9);
  }
  EXPECT_GT(length(at(4, 4) - at(5, 5)), 1.5);
}

TEST_P(EveryOrientation, ArrowKeysReachEveryCell) {
  const auto board = place(hex_layout(5, orientation()), {0, 0, 500, 500});
  std::set<int> reached{12};
  std::vector<int> pending{12};
  while (!pending.empty()) {
    const int cell = pending.back();
    pending.pop_back();
    for (const Point way : {Point{-1, 0}, {1, 0}, {-0.01, -1}, {0.01, 1}}) {
      const int next = board.neighbour(cell, way);
      if (reached.insert(next).second) pending.push_back(next);
    }
  }
  EXPECT_EQ(reached.size(), 25u);
}

TEST(BoardLayout, BordersOfEachSideAreOpposite) {
  const auto layout = hex_layout(7, {});
  double first_top = 1e9, first_bottom = -1e9, second_left = 1e9, second_right = -1e9;
  for (const auto& border : layout.borders) {
    for (const Point p : border.shape.points) {
      if (border.side == game::Side::First) {
        first_top = std::min(first_top, p.y);
        first_bottom = std::max(first_bottom, p.y);
      } else {
        second_left = std::min(second_left, p.x);
        second_right = std::max(second_right, p.x);
      }
    }
  }
  EXPECT_LT(first_top, layout.centers.front().y - 0.5);
  EXPECT_GT(first_bottom, layout.centers.back().y + 0.5);
  EXPECT_LT(second_left, layout.centers.front().x - 0.5);
  EXPECT_GT(second_right, layout.centers.back().x + 0.5);
  EXPECT_EQ(layout.labels.size(), 4u * 7) << "coordinates on four sides";
}

TEST(BoardLayout, AGameWithoutAViewIsRefused) {
  game::GameSetup setup;
  setup.game = "chess";
  EXPECT_THROW(board_layout(setup, {}), base::UserError);
}

TEST(GameLayout, PartsFillTheWindowWithoutOverlapping) {
  for (const auto& [width, height] :
       {std::pair{800.0, 600.0}, {1280.0, 800.0}, {3840.0, 2160.0}, {700.0, 1100.0}}) {
    const double unit = unit_for(width, height, 1);
    const auto layout = game_layout(width, height, unit);
    EXPECT_GE(std::min(layout.board.width, layout.board.height), std::min(width, height) * 0.5);
    EXPECT_LE(layout.board.right(), layout.panel.width < width ? layout.panel.x : width);
    EXPECT_LE(layout.bar.bottom(), layout.board.y);
    EXPECT_LE(layout.panel.bottom(), height + 0.5);
    EXPECT_LE(layout.panel.right(), width + 0.5);
  }
  EXPECT_GT(unit_for(3840, 2160, 1), 2.5) << "4K is drawn large";
  EXPECT_GE(unit_for(800, 600, 1), 0.75) << "small windows stay readable";
}

TEST(Svg, WritesEveryKindOfShapeAndEscapesText) {
  const std::string svg =
      to_svg({rectangle({0, 0, 10, 10}, rgb(0xFF0000)), Disc{{5, 5}, 2, rgb(0x00FF00)},
              Stroke{{{0, 0}, {5, 5}}, 1, rgb(0x0000FF).with_alpha(0.5), false},
              Text{{1, 2}, "a<b & c", 12, rgb(0), Align::Center, Weight::Bold}},
             10, 10);
  for (const char* part : {"<polygon", "<circle", "<polyline", "stroke-opacity=\"0.50",
                           "a&lt;b &amp; c", "text-anchor=\"middle\""}) {
    EXPECT_THAT(svg, testing::HasSubstr(part));
  }
}

}  // namespace
}  // namespace losange::window
