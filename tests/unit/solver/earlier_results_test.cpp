// A result decides the positions that have all that it rests on, and no others.
#include "solver/earlier_results.h"

#include <gtest/gtest.h>

#include <string_view>

namespace losange::solver {
namespace {

using game::Side;
using Position = hex::Position<1>;
using Set = hex::Bitboard<1>;

// Row by row: '.' empty, 'x' First (top to bottom), 'o' Second.
Position board(std::string_view cells, Side to_move) {
  std::vector<int> stones;
  for (const char cell : cells) {
    if (cell != ' ') stones.push_back(cell == 'x' ? 1 : cell == 'o' ? 2 : 0);
  }
  return Position::from_flat(stones, to_move);
}
Set cells(std::initializer_list<int> all) {
  Set set;
  for (const int cell : all) set.set(cell);
  return set;
}
bool same(const std::optional<EarlierResults<1>::Result>& found, bool wins) {
  return found.has_value() && found->wins == wins;
}

// First's stones b2 and b1 come down to the last row by a bridge, a3 and b3; c3 and a1 count for nothing.
TEST(EarlierResults, DecideWhereverTheStonesAndCellsAre) {
  EarlierResults<1> results;
  const auto bridge = board("ox. .x. ..x", Side::Second);
  results.add(bridge, {.wins = false, .reason = cells({6, 7})});
  EXPECT_TRUE(same(results.find(board(".x. .xo ..o", Side::Second)), false));
  EXPECT_FALSE(results.find(board("..x .xo ..o", Side::Second)));  // a stone is missing
  EXPECT_FALSE(results.find(board(".x. .xo o.o", Side::Second)));  // a cell is taken
  // With the move it wins all the more, by any.
  const auto moves = results.find(board(".x. .x. ..o", Side::First));
  ASSERT_TRUE(same(moves, true));
  EXPECT_TRUE(board(".x. .x. ..o", Side::First).is_legal(moves->move));
}

TEST(EarlierResults, OfWhoMovesNeedTheMove) {
  EarlierResults<1> results;
  results.add(board(".x. ... ...", Side::First),
              {.wins = true, .move = hex::Move::at(4), .reason = cells({4, 6, 7})});
  const auto there = results.find(board("ox. ..o ..o", Side::First));
  ASSERT_TRUE(same(there, true));
  EXPECT_EQ(there->move, hex::Move::at(4));
  EXPECT_FALSE(results.find(board("ox. ..o ..o", Side::Second)));
  // Where the stone of the move is there, another one will do.
  const auto more = results.find(board("ox. .xo ..o", Side::First));
  ASSERT_TRUE(same(more, true));
  EXPECT_TRUE(board("ox. .xo ..o", Side::First).is_legal(more->move));
}

TEST(EarlierResults, ForgetTheOldest) {
  EarlierResults<1> results;
  const auto bridge = board(".x. .x. ...", Side::Second);
  results.add(bridge, {.wins = false, .reason = cells({6, 7})});
  ASSERT_TRUE(results.find(bridge).has_value());
  const auto other = board("x.. x.. ...", Side::Second);
  for (int i = 0; i < 10'000; ++i) results.add(other, {.wins = false, .reason = cells({6})});
  EXPECT_FALSE(results.find(bridge).has_value());
  EXPECT_TRUE(results.find(other).has_value());
}

}  // namespace
}  // namespace losange::solver
