// Distances against brute force: the fewest stones that, added, join the edges, over all subsets.
#include "hex/evaluation/distance.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "oracle.h"

namespace losange::hex {
namespace {

struct Truth {
  int length = kUnreachable;
  Bitboard<2> cells;  // in any smallest set that joins
};

Truth brute_force(const std::vector<int>& flat, int size, int side) {
  std::vector<int> empty;
  for (int i = 0; i < size * size; ++i) {
    if (flat[static_cast<std::size_t>(i)] == 0) empty.push_back(i);
  }
  Truth truth;
  for (std::uint32_t subset = 0; subset < 1u << empty.size(); ++subset) {
    const int stones = std::popcount(subset);
    if (stones > truth.length) continue;
    auto filled = flat;
    Bitboard<2> added;
    for (std::size_t i = 0; i < empty.size(); ++i) {
      if ((subset >> i & 1) == 0) continue;
      filled[static_cast<std::size_t>(empty[i])] = side;
      added.set(empty[i]);
    }
    if (!oracle::joins(filled, size, side)) continue;
    if (stones < truth.length) truth = {stones, {}};
    truth.cells |= added;
  }
  return truth;
}

TEST(Distance, AgreesWithAllSubsetsOfSmallBoards) {
  base::Random random(7);
  int blocked = 0, joined = 0;
  for (int i = 0; i < 400; ++i) {
    const int size = i % 8 == 0 ? 4 : 3;
    std::vector<int> flat(static_cast<std::size_t>(size * size));
    const auto odds = 3 + random.below(3);
    for (int& cell : flat) {
      const auto drawn = static_cast<int>(random.below(odds));
      cell = drawn <= 2 ? drawn : 0;
    }
    const auto position = Position<2>::from_flat(flat, Side::First);
    for (const Side side : {Side::First, Side::Second}) {
      const auto truth = brute_force(flat, size, game::index(side) + 1);
      const auto paths = shortest_paths(position, side);
      ASSERT_EQ(paths.length, truth.length);
      ASSERT_EQ(paths.cells, truth.cells);
      // Pinned are exactly the cells whose loss makes the way longer.
      truth.cells.for_each([&](int cell) {
        auto without = flat;
        without[static_cast<std::size_t>(cell)] = 2 - game::index(side);
        const auto length = brute_force(without, size, game::index(side) + 1).length;
        ASSERT_EQ(paths.pinned.test(cell), length > truth.length);
        auto board = PathBoard<2>(position, side);
        board.empty.reset(cell);
        ASSERT_EQ(shortest_length(board), length);
      });
      blocked += truth.length == kUnreachable ? 1 : 0;
      joined += truth.length == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(blocked, 0);
  EXPECT_GT(joined, 0);
}

// The distance of each cell by relaxing every edge until nothing changes.
TEST(Distance, EdgeDistancesAreAFixedPointOnEverySize) {
  base::Random random(8);
  for (int size = 12; size <= 16; ++size) {
    Bitboard<4> first, second;
    for (int cell = 0; cell < size * size; ++cell) {
      const auto drawn = random.below(4);
      if (drawn == 0) first.set(cell);
      if (drawn == 1) second.set(cell);
    }
    const auto position = Position<4>::from_stones(size, first, second, Side::First);
    for (const Side side : {Side::First, Side::Second}) {
      for (const int edge : {0, 1}) {
        const auto& geometry = position.geometry();
        Distances<4> truth;
        truth.fill(kUnreachable);
        for (bool changed = true; changed;) {
          changed = false;
          for (int cell = 0; cell < size * size; ++cell) {
            if (position.stones(game::other(side)).test(cell)) continue;
            int best = geometry.edges[game::index(side)][edge].test(cell) ? 0 : kUnreachable;
            for (const int near : geometry.around[static_cast<std::size_t>(cell)]) {
              if (near >= 0) best = std::min<int>(best, truth[static_cast<std::size_t>(near)]);
            }
            best += position.is_empty(cell) ? 1 : 0;
            if (best >= truth[static_cast<std::size_t>(cell)]) continue;
            truth[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(best);
            changed = true;
          }
        }
        ASSERT_EQ(edge_distances(position, side, edge), truth);
      }
    }
  }
}

TEST(Distance, AnEmptyBoardIsAsLongAsItsSize) {
  const Position<6> position(19, false);
  const auto paths = shortest_paths(position, Side::Second);
  EXPECT_EQ(paths.length, 19);
  EXPECT_EQ(edge_distances(position, Side::First, 1)[0], 19);
  EXPECT_EQ(paths.cells.count(), 19 * 19);  // each row is a path
}

}  // namespace
}  // namespace losange::hex
