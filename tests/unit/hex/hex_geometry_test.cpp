#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "hex/board/cell_tally.h"
#include "hex/board/geometry.h"

namespace losange::hex {
namespace {

TEST(Geometry, NamesCellsByColumnLetterAndRowNumber) {
  EXPECT_EQ(cell_name(11, 0), "a1");
  EXPECT_EQ(cell_name(11, 10), "k1");
  EXPECT_EQ(cell_name(11, 11), "a2");
  EXPECT_EQ(cell_name(19, 19 * 19 - 1), "s19");
  for (int size = 1; size <= kMaxSize; ++size) {
    for (int cell = 0; cell < size * size; ++cell) {
      ASSERT_EQ(parse_cell(size, cell_name(size, cell)), cell);
    }
  }
  EXPECT_EQ(parse_cell(11, "K11"), 120);
  for (const char* bad : {"", "a", "1", "l1", "a12", "a0", "a01", "aa1", "a1 ", "a-1", "a+1"}) {
    EXPECT_FALSE(parse_cell(11, bad)) << bad;
  }
}

TEST(Geometry, RefusesImpossibleSizes) {
  EXPECT_THROW(check_size(0), base::UserError);
  EXPECT_THROW(check_size(20), base::UserError);
  EXPECT_THROW(check_size(-3), base::UserError);
}

// a1 and its opposite are the acute corners: two neighbours; the other two corners have three.
TEST(Geometry, HasTheShapeOfARhombus) {
  const auto& g = geometry<2>(11);
  EXPECT_EQ(g.neighbours[g.cell(0, 0)].count(), 2);
  EXPECT_EQ(g.neighbours[g.cell(10, 10)].count(), 2);
  EXPECT_EQ(g.neighbours[g.cell(0, 10)].count(), 3);
  EXPECT_EQ(g.neighbours[g.cell(10, 0)].count(), 3);
  EXPECT_EQ(g.neighbours[g.cell(5, 5)].count(), 6);
  EXPECT_TRUE(g.neighbours[g.cell(0, 0)].test(g.cell(0, 1)));
  EXPECT_TRUE(g.neighbours[g.cell(0, 0)].test(g.cell(1, 0)));
  EXPECT_TRUE(g.neighbours[g.cell(5, 5)].test(g.cell(4, 6)));
  EXPECT_FALSE(g.neighbours[g.cell(5, 5)].test(g.cell(4, 4)));
}

template <int W>
void check_tables(int size) {
  const auto& g = geometry<W>(size);
  ASSERT_EQ(g.board.count(), size * size);
  for (int a = 0; a < g.cells; ++a) {
    ASSERT_EQ(from_cube(size, to_cube(size, a)), a);
    ASSERT_EQ(g.rotated(g.rotated(a)), a);
    ASSERT_EQ(g.transposed(g.transposed(a)), a);
    for (int b = 0; b < g.cells; ++b) {
      const bool adjacent = distance(to_cube(size, a), to_cube(size, b)) == 1;
      ASSERT_EQ(g.neighbours[a].test(b), adjacent);
      ASSERT_EQ(g.neighbours[g.rotated(a)].test(g.rotated(b)), adjacent);
      ASSERT_EQ(g.neighbours[g.transposed(a)].test(g.transposed(b)), adjacent);
    }
    Bitboard<W> ring;
    for (const int near : g.around[a]) {
      if (near >= 0) ring.set(near);
    }
    ASSERT_EQ(ring, g.neighbours[a]);
  }
  // The top and bottom edges become the left and right ones under the transposition.
  ASSERT_EQ(g.transposed(g.edges[0][0]), g.edges[1][0]);
  ASSERT_EQ(g.transposed(g.edges[0][1]), g.edges[1][1]);
}

TEST(Geometry, TablesAgreeWithCubeDistanceOnEverySize) {
  for (int size = 1; size <= kMaxSize; ++size) {
    if (words_for(size) <= 2) check_tables<2>(size);
    if (words_for(size) <= 4) check_tables<4>(size);
    check_tables<6>(size);
  }
}

template <int W>
Bitboard<W> random_set(const Geometry<W>& g, base::Random& random) {
  Bitboard<W> set;
  for (auto& word : set.words) word = random() & random();
  return set & g.board;
}

TEST(Geometry, SpreadIsTheUnionOfNeighbours) {
  base::Random random(3);
  for (int size = 1; size <= kMaxSize; ++size) {
    const auto& g = geometry<6>(size);
    for (int i = 0; i < 20; ++i) {
      const auto set = random_set(g, random);
      Bitboard<6> expected;
      set.for_each([&](int cell) { expected |= g.neighbours[cell]; });
      ASSERT_EQ(g.spread(set), expected);
    }
  }
}

TEST(Geometry, ConvertsCubesOffTheBoardToNothing) {
  EXPECT_FALSE(from_cube(5, {-1, 0, 1}));
  EXPECT_FALSE(from_cube(5, {5, -5, 0}));
  EXPECT_FALSE(from_cube(5, {1, 1, 1}));
}

// The bitboards of digits against a counter for each cell, up to as many sets as they hold.
template <int W>
void check_tally(base::Random& random) {
  CellTally<W> tally;
  for (int round = 0; round < 3; ++round) {
    typename CellTally<W>::Counts expected{};
    EXPECT_EQ(tally.counts(), expected);
    for (std::uint32_t sets = 0; sets < CellTally<W>::kMostSets; ++sets) {
      Bitboard<W> cells;
      for (int cell = 0; cell < Bitboard<W>::kBits; ++cell) {
        // The first cell is in every set, the second in none.
        if (cell != 1 && (cell == 0 || random.below(3) != 0)) {
          cells.set(cell);
          ++expected[cell];
        }
      }
      tally.add(cells);
      ASSERT_EQ(tally.counts(), expected) << sets;
    }
    tally.clear();
  }
}

TEST(CellTally, CountsAsACounterForEachCellDoes) {
  base::Random random(3);
  check_tally<2>(random);
  check_tally<4>(random);
  check_tally<6>(random);
}

}  // namespace
}  // namespace losange::hex
