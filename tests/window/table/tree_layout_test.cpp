// The picture of a game's tree: where its nodes stand, and that looking at it lays nothing out anew.
#include "window/table/tree_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace losange::window {
namespace {

using game::NodeId;

game::RecordMove move(int number) { return {game::Side::First, std::to_string(number)}; }

game::GameRecord random_tree(std::size_t nodes, std::uint64_t seed) {
  game::GameRecord record;
  base::Random random(seed);
  while (record.size() < nodes) {
    const NodeId parent = random.below(3) == 0
                              ? random.below(static_cast<std::uint32_t>(record.size()))
                              : record.size() - 1;
    record.add_child(parent, move(static_cast<int>(record.size())));
  }
  return record;
}

TEST(TreeLayout, FirstChildrenGoOnInTheirRowAndVariationsTakeTheNextOne) {
  game::GameRecord record;
  const NodeId a = record.add_child(game::kRoot, move(1)), b = record.add_child(a, move(2)),
               c = record.add_child(a, move(3)), d = record.add_child(c, move(4)),
               e = record.add_child(game::kRoot, move(5));
  TreeLayout layout;
  layout.follow(record, 0);
  const auto stands = [&](NodeId node, int column, int row) {
    return layout.at(node).column == column && layout.at(node).row == row;
  };
  EXPECT_TRUE(stands(game::kRoot, 0, 0));
  EXPECT_TRUE(stands(a, 1, 0));
  EXPECT_TRUE(stands(b, 2, 0));
  EXPECT_TRUE(stands(c, 2, 1));
  EXPECT_TRUE(stands(d, 3, 1));
  EXPECT_TRUE(stands(e, 1, 2));
}

TEST(TreeLayout, APartHoldsTheNodesThatStandInIt) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto record = random_tree(200, seed);
    TreeLayout layout;
    layout.follow(record, 0);
    for (const TreeLayout::Place corner : {TreeLayout::Place{0, 0}, {3, 5}, {20, 2}, {500, 500}}) {
      std::vector<NodeId> expected;
      for (NodeId node = 0; node < record.size(); ++node) {
        const auto place = layout.at(node);
        if (place.column >= corner.column && place.column < corner.column + 7 &&
            place.row >= corner.row && place.row < corner.row + 4)
          expected.push_back(node);
      }
      EXPECT_EQ(layout.within(corner, 7, 4), expected) << seed;
    }
  }
}

TEST(TreeLayout, NoTwoNodesStandInOnePlace) {
  const auto record = random_tree(1000, 7);
  TreeLayout layout;
  layout.follow(record, 0);
  std::vector<std::pair<int, int>> places;
  for (NodeId node = 0; node < record.size(); ++node)
    places.emplace_back(layout.at(node).column, layout.at(node).row);
  std::sort(places.begin(), places.end());
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
}

TEST(TreeLayout, StonesThatWereSetUpAreNoMoves) {
  game::GameRecord record({.size = 5});
  record.play(move(0));
  record.go_to(record.add_setup_child(record.cursor()));
  record.play(move(1));
  TreeLayout layout;
  layout.follow(record, 1);
  EXPECT_EQ(layout.at(record.cursor()).column, 3);
  EXPECT_EQ(layout.at(record.cursor()).moves, 2);
}

TEST(TreeLayout, ATreeIsLaidOutWhenItChanged) {
  auto record = random_tree(1000, 1);
  TreeLayout layout;
  for (int frame = 0; frame < 100; ++frame) layout.follow(record, 5);
  EXPECT_EQ(layout.layouts(), 1);
  const NodeId added = record.add_child(999, move(-1));
  layout.follow(record, 6);
  EXPECT_EQ(layout.layouts(), 2);
  EXPECT_EQ(layout.at(added).column, layout.at(999).column + 1);
}

}  // namespace
}  // namespace losange::window
