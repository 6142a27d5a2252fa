// A look at a large board takes longer than a stop may: it ends with what it has found, which holds.
#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "base/random.h"
#include "solver/hex_expert.h"

namespace losange::solver {
namespace {

using game::Side;

// First's stones are joined to each other and to its edges by bridges.
hex::Position<6> joined_by_bridges(int size) {
  hex::Bitboard<6> first, second;
  for (int row = 1; row < size; row += 2) {
    first.set(row * size + size - 2 - row / 2);
    second.set(row * size);
  }
  return hex::Position<6>::from_stones(size, first, second, Side::Second);
}

TEST(StoppedLook, FindsWithoutAStop) {
  const auto position = joined_by_bridges(19);
  HexExpert<6> expert;
  search::Expansion<hex::Move, hex::Bitboard<6>> found;
  expert.expand(position, found);
  EXPECT_EQ(found.wins, false);
  std::atomic<bool> over{false};
  found.clear();
  found.over = &over;
  expert.expand(position, found);
  EXPECT_EQ(found.wins, false);
}

TEST(StoppedLook, LeavesOpenWhatItHadNoTimeFor) {
  const auto position = joined_by_bridges(19);
  const std::atomic<bool> over{true};
  HexExpert<6> expert;
  search::Expansion<hex::Move, hex::Bitboard<6>> found;
  found.over = &over;
  expert.expand(position, found);
  EXPECT_FALSE(found.wins.has_value());
  EXPECT_GT(found.moves.size(), 100U);
  // It is no beginning for others.
  found.clear();
  expert.expand(position, found);
  EXPECT_EQ(found.wins, false);
}

TEST(StoppedLook, ConnectionsSayThatTheyAreNotAll) {
  const auto position = joined_by_bridges(9);
  hex::Connections<6> connections{{.between_cells = 2}};
  std::atomic<bool> over{true};
  connections.end_when(&over);
  connections.find(position, Side::First);
  EXPECT_FALSE(connections.complete());
  EXPECT_FALSE(connections.joined());
  for (const auto& one : connections.all()) EXPECT_EQ(one.rule, hex::ConnectionRule::Adjacent);
  over = false;
  connections.find(position, Side::First);
  EXPECT_TRUE(connections.complete());
  EXPECT_TRUE(connections.joined());
}

}  // namespace
}  // namespace losange::solver
