// The properties of Hex (mission row R6) over 100,000 random games on all sizes, and exhaustively on
// small boards.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <unordered_map>

#include "base/random.h"
#include "hex/board/playout.h"
#include "oracle.h"

namespace losange::hex {
namespace {

// A random full board has exactly one winner, and giving the winner another cell changes nothing.
template <int W>
void check_full_boards(int size, int games, base::Random& random) {
  const auto& g = geometry<W>(size);
  for (int i = 0; i < games; ++i) {
    // Played move by move: the first win is the only one, whatever follows.
    Position<W> position(size, false);
    std::vector<int> order(g.cells);
    for (int cell = 0; cell < g.cells; ++cell) {
      const auto j = random.below(static_cast<std::uint32_t>(cell + 1));
      order[cell] = order[j];
      order[j] = cell;
    }
    Outcome first_win = Outcome::Ongoing;
    for (const int cell : order) {
      position.put(cell, position.stone_count() % 2 == 0 ? Side::First : Side::Second);
      if (first_win == Outcome::Ongoing) first_win = position.outcome();
      ASSERT_EQ(position.outcome(), first_win);
    }
    ASSERT_NE(first_win, Outcome::Ongoing) << "a full board without a winner";
    const auto flat = position.to_flat();
    ASSERT_NE(oracle::joins(flat, size, 1), oracle::joins(flat, size, 2));
    const Side winner = first_win == Outcome::FirstWins ? Side::First : Side::Second;
    ASSERT_EQ(winner_of_full_board(g, position.stones(Side::First)), winner);

    auto more = position.stones(Side::First);
    const int flipped = static_cast<int>(random.below(static_cast<std::uint32_t>(g.cells)));
    winner == Side::First ? more.set(flipped) : more.reset(flipped);
    ASSERT_EQ(winner_of_full_board(g, more), winner) << "an extra own stone hurt";
  }
}

TEST(HexRules, HundredThousandGamesHaveExactlyOneWinner) {
  base::Random random(2026);
  int games = 0;
  for (int size = 1; size <= kMaxSize; ++size) {
    const int count = size <= 11 ? 8000 : 1500;
    games += count;
    switch (words_for(size)) {
      case 2: check_full_boards<2>(size, count, random); break;
      case 4: check_full_boards<4>(size, count, random); break;
      default: check_full_boards<6>(size, count, random); break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GE(games, 100'000);
}

TEST(HexRules, FirstPlayerWinsTheEmptyBoard) {
  oracle::Solver solver;
  for (int size = 1; size <= 4; ++size) {
    EXPECT_EQ(solver.winner(Position<2>(size, false)), Side::First) << size;
  }
}

// With the swap rule the second player wins every board from 2x2 on: whatever the first stone, one of
// the two sides of it is better.
TEST(HexRules, SecondPlayerWinsWithTheSwapRule) {
  oracle::Solver solver;
  for (int size = 2; size <= 4; ++size) {
    EXPECT_EQ(solver.winner(Position<2>(size, true)), Side::Second) << size;
  }
}

TEST(HexRules, AnExtraStoneNeverHurtsOnAnySolvedPosition) {
  oracle::Solver solver;
  base::Random random(8);
  for (int i = 0; i < 3000; ++i) {
    const int size = 3 + static_cast<int>(random.below(2));
    Position<2> position(size, false);
    const int stones = (size == 3 ? 0 : 5) + static_cast<int>(random.below(6));
    for (int k = 0; k < stones && position.outcome() == Outcome::Ongoing; ++k) {
      Position<2>::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() != Outcome::Ongoing) continue;
    const Side winner = solver.winner(position);
    position.empty().for_each([&](int cell) {
      auto more = position;
      more.put(cell, winner);
      EXPECT_EQ(solver.winner(more), winner);
    });
  }
}

// The dealt playout has the distribution of playing move by move: compared on a position where the
// exact chance of First is known by enumeration.
TEST(HexRules, PlayoutsHaveTheRightDistribution) {
  Position<2> position(4, false);
  position.play(Move::at(5));
  position.play(Move::at(6));
  position.play(Move::at(9));
  std::vector<int> cells;
  position.empty().for_each([&](int cell) { cells.push_back(cell); });
  const int to_first =
      static_cast<int>(cells.size()) / 2;  // Second is to move: it gets the odd one
  long boards = 0, won = 0;
  for (unsigned mask = 0; mask < 1u << cells.size(); ++mask) {
    if (std::popcount(mask) != to_first) continue;
    auto first = position.stones(Side::First);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (mask >> i & 1) first.set(cells[i]);
    }
    ++boards;
    won += winner_of_full_board(position.geometry(), first) == Side::First ? 1 : 0;
  }
  const double exact = static_cast<double>(won) / static_cast<double>(boards);
  base::Random random(4);
  const int playouts = 400'000;
  int first_wins = 0;
  for (int i = 0; i < playouts; ++i) {
    first_wins += uniform_playout(position, random) == Side::First ? 1 : 0;
  }
  // Five standard deviations: a right program fails once in two million runs with fresh seeds.
  EXPECT_NEAR(static_cast<double>(first_wins) / playouts, exact, 5 * 0.5 / std::sqrt(playouts));
}

TEST(HexRules, RandomSubsetsAreUniform) {
  base::Random random(6);
  Bitboard<2> cells;
  for (const int cell : {1, 4, 63, 64, 100}) cells.set(cell);
  std::unordered_map<std::uint64_t, int> seen;
  const int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    const auto subset = random_subset(cells, 2, 121, random);
    ASSERT_EQ(subset.count(), 2);
    ASSERT_EQ(subset & cells, subset);
    ++seen[subset.words[0] ^ subset.words[1] * 0x9E3779B97F4A7C15ULL];
  }
  ASSERT_EQ(seen.size(), 10u);
  for (const auto& [key, count] : seen) {
    EXPECT_NEAR(count, draws / 10.0, 5 * std::sqrt(draws * 0.1 * 0.9)) << key;
  }
}

}  // namespace
}  // namespace losange::hex
