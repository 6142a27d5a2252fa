// Filling in and leaving out inferior cells never changes the winner, nor does the outlook made of them
// and of wins at once: all positions of 3x3, random ones
// of 4x4 and 5x5, with either side to move, against exhaustive search.
#include <gtest/gtest.h>

#include "base/random.h"
#include "carrier_game.h"
#include "hex/shapes/outlook.h"
#include "oracle.h"

namespace losange::hex {
namespace {

using P = Position<2>;

struct Tally {
  long positions = 0, filled = 0, left_out = 0, decided = 0;
};

// What is said at first sight is true: the winner where one is named, and that some move listed wins if
// any does.
void check_outlook(const P& position, oracle::Solver& solver, Tally& tally) {
  const Side side = position.to_move(), winner = solver.winner(position);
  for (const bool with_inferior : {false, true}) {
    const auto seen = outlook(position, with_inferior);
    if (seen.outcome != Outcome::Ongoing) {
      ASSERT_EQ(seen.outcome, game::win_for(winner));
      ++tally.decided;
    }
    ASSERT_TRUE(seen.cells.any());
    ASSERT_EQ(seen.cells & position.empty(), seen.cells);
    bool wins = false;
    seen.cells.for_each([&](int cell) {
      P next = position;
      next.play(Move::at(cell));
      wins = wins || solver.winner(next) == side;
    });
    ASSERT_EQ(wins, winner == side);
  }
}

void check(const P& position, oracle::Solver& solver, Tally& tally) {
  check_outlook(position, solver, tally);
  if (testing::Test::HasFatalFailure()) return;
  const auto inferior = inferior_cells(position);
  ++tally.positions;
  tally.filled += inferior.filled().count();
  tally.left_out += inferior.vulnerable.count() + inferior.dominated.count();

  const std::array sets{inferior.dead, inferior.captured[0], inferior.captured[1],
                        inferior.vulnerable, inferior.dominated};
  Bitboard<2> seen;
  for (const auto& set : sets) {
    ASSERT_FALSE(overlaps(seen, set));
    seen |= set;
  }
  ASSERT_EQ(seen & position.empty(), seen);
  const auto left = position.empty() & ~seen;
  if (left.any()) {
    ASSERT_EQ(inferior.consider, left);
  } else {
    ASSERT_LE(inferior.consider.count(), 1);
  }

  const Side winner = solver.winner(position);
  const auto filled = filled_in(position, inferior);
  ASSERT_EQ(filled.outcome(), inferior.outcome);
  ASSERT_EQ(solver.winner(filled), winner);
  // Dead cells may go to Second as well.
  const auto otherwise = P::from_stones(
      position.size(), position.stones(Side::First) | inferior.captured[0],
      position.stones(Side::Second) | inferior.captured[1] | inferior.dead, position.to_move());
  ASSERT_EQ(solver.winner(otherwise), winner);
  if (inferior.outcome != Outcome::Ongoing) return;

  ASSERT_TRUE(inferior.consider.any());
  bool wins = false;
  inferior.consider.for_each([&](int cell) {
    for (auto next : {position, filled}) {
      next.play(Move::at(cell));
      wins = wins || solver.winner(next) == position.to_move();
    }
  });
  ASSERT_EQ(wins, winner == position.to_move());
  (inferior.vulnerable | inferior.dominated).for_each([&](int cell) {
    ASSERT_TRUE(filled.geometry().neighbours[cell].test(inferior.killer[cell]));
    ASSERT_TRUE(filled.is_empty(inferior.killer[cell]));
  });
}

TEST(InferiorCells, NeverChangeTheWinnerOnAnyPositionOf3x3) {
  oracle::Solver solver;
  Tally tally;
  for (int code = 0; code < 19683; ++code) {
    std::vector<int> flat;
    for (int i = 0, rest = code; i < 9; ++i, rest /= 3) flat.push_back(rest % 3);
    for (const Side side : {Side::First, Side::Second}) {
      const auto position = P::from_flat(flat, side);
      if (position.outcome() != Outcome::Ongoing) continue;
      check(position, solver, tally);
      if (testing::Test::HasFatalFailure()) FAIL() << code;
    }
  }
  EXPECT_GT(tally.filled, tally.positions);
  EXPECT_GT(tally.left_out, 100);
}

void check_random(int size, int least, int most, int count, std::uint64_t seed) {
  base::Random random(seed);
  oracle::Solver solver;
  Tally tally;
  while (tally.positions < count) {
    // Any numbers of stones of either side, not only those of a game.
    const auto flat = random_board(size, least, most, random);
    for (const Side side : {Side::First, Side::Second}) {
      const auto position = P::from_flat(flat, side);
      if (position.outcome() != Outcome::Ongoing) continue;
      check(position, solver, tally);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(tally.filled, 0);
  EXPECT_GT(tally.left_out, 0);
  EXPECT_GT(tally.decided, 0);
}

TEST(InferiorCells, NeverChangeTheWinnerOn4x4) { check_random(4, 6, 13, 3'000, 41); }
TEST(InferiorCells, NeverChangeTheWinnerOn5x5) { check_random(5, 15, 22, 1'500, 51); }

// The cells that `side` can reach from one of its edges without crossing its opponent's stones.
std::vector<bool> reached(const std::vector<int>& flat, int size, int side, bool last_edge) {
  std::vector<bool> seen(flat.size(), false);
  std::vector<int> stack;
  for (int i = 0; i < size; ++i) {
    const int line = last_edge ? size - 1 : 0;
    stack.push_back(side == 1 ? line * size + i : i * size + line);
  }
  while (!stack.empty()) {
    const int cell = stack.back();
    stack.pop_back();
    if (seen[cell] || flat[cell] == 3 - side) continue;
    seen[cell] = true;
    geometry<2>(size).neighbours[cell].for_each([&](int next) { stack.push_back(next); });
  }
  return seen;
}

TEST(InferiorCells, CellsThatReachOnlyOneEdgeAreFilled) {
  base::Random random(71);
  int cut_off = 0;
  for (int i = 0; i < 3000; ++i) {
    const int size = 5 + i % 4;
    std::vector<int> flat(size * size);
    for (int& cell : flat) cell = std::max(0, static_cast<int>(random.below(5)) - 2);
    const auto position = P::from_flat(flat, Side::First);
    if (position.outcome() != Outcome::Ongoing) continue;
    const auto filled = inferior_cells(position).filled();
    for (const int side : {1, 2}) {
      const auto from_first = reached(flat, size, side, false),
                 from_last = reached(flat, size, side, true);
      position.empty().for_each([&](int cell) {
        if (from_first[cell] && from_last[cell]) return;
        ++cut_off;
        EXPECT_TRUE(filled.test(cell));
      });
    }
  }
  EXPECT_GT(cut_off, 100);
}

TEST(InferiorCells, WorkOnEverySize) {
  base::Random random(61);
  const auto run = [&]<int W>(int size) {
    Position<W> position(size, false);
    while (position.outcome() == Outcome::Ongoing) {
      const auto inferior = inferior_cells(position);
      const auto filled = filled_in(position, inferior);
      ASSERT_EQ(filled.outcome(), inferior.outcome);
      ASSERT_TRUE(inferior.consider.any() || inferior.outcome != Outcome::Ongoing);
      typename Position<W>::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  };
  for (int size = 1; size <= kMaxSize; ++size) {
    switch (words_for(size)) {
      case 2: run.template operator()<2>(size); break;
      case 4: run.template operator()<4>(size); break;
      default: run.template operator()<6>(size); break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace losange::hex
