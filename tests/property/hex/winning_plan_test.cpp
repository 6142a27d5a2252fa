// A plan wins against every reply, in no more moves than it says: all replies on small boards, random ones and those that go
// into the plan on larger boards.
#include "hex/connections/winning_plan.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "carrier_game.h"

namespace losange::hex {
namespace {

template <int W>
struct Game {
  Position<W> position;
  WinningPlan<W> plan;
  Side owner;
  int moves;  // that the owner may still make
};

// The owner's answer; false when the plan fails.
template <int W>
bool answer(Game<W>& game, int reply) {
  const int cell = game.plan.answer(reply);
  if (!game.position.is_legal(Move::at(cell)) || game.position.to_move() != game.owner)
    return false;
  game.position.play(Move::at(cell));
  --game.moves;
  // A stone brings the end nearer, whatever it answered.
  return game.plan.moves() <= game.moves;
}

template <int W>
bool won(const Game<W>& game) {
  return game.position.outcome() == game::win_for(game.owner);
}

// Against every reply there is; the cells that no part of the plan needs are tried only now and then, because there are many
// of them.
bool beats_all(const Game<2>& game, base::Random& random, long& ends) {
  if (won(game)) {
    ++ends;
    return true;
  }
  if (game.moves <= 0) return false;
  bool all = true;
  game.position.empty().for_each([&](int cell) {
    if (!all || (game.moves > 4 && random.below(3) != 0)) return;
    auto next = game;
    next.position.play(Move::at(cell));
    all = answer(next, cell) && beats_all(next, random, ends);
  });
  return all;
}

struct Tally {
  int first = 0, second = 0;
  long ends = 0;
};

// Both kinds of plans for both sides, where there are any.
template <int W, class Try>
void try_plans(const Position<W>& board, Tally& tally, Try&& wins) {
  // Short lists: plans are as true, and large boards do not take minutes.
  Connections<W> found(
      {.full = 4, .semi = 8, .between_cells = 2, .joined = 4, .total = 24'000, .until_won = true});
  for (const Side side : {Side::First, Side::Second}) {
    found.find(board, side);
    if (const auto plan = WinningPlan<W>::for_second(found)) {
      ++tally.second;
      Game<W> game{board, *plan, side, plan->moves()};
      game.position.set_to_move(game::other(side));
      ASSERT_TRUE(wins(game)) << board.size();
    }
    const auto plan = WinningPlan<W>::for_first(found);
    ASSERT_EQ(plan.has_value(), found.can_join());
    if (!plan) continue;
    ++tally.first;
    Game<W> game{board, *plan, side, plan->moves()};
    game.position.set_to_move(side);
    ASSERT_TRUE(answer(game, -1));
    ASSERT_TRUE(wins(game)) << board.size();
  }
}

TEST(WinningPlan, BeatsEveryReplyOnSmallBoards) {
  base::Random random(3);
  Tally tally;
  for (int i = 0; i < 400; ++i) {
    const int size = 3 + i % 2;
    const auto board = Position<2>::from_flat(
        random_board(size, size == 3 ? 0 : 3, size == 3 ? 5 : 9, random), Side::First);
    if (board.outcome() != Outcome::Ongoing) continue;
    try_plans(board, tally,
              [&](const Game<2>& game) { return beats_all(game, random, tally.ends); });
    if (testing::Test::HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(tally.first, 200);
  EXPECT_GT(tally.second, 50);
  EXPECT_GT(tally.ends, 10'000);
}

template <int W>
void play_out(int size, int stones, int boards, Tally& tally) {
  base::Random random(static_cast<std::uint64_t>(size));
  for (int i = 0; i < boards; ++i) {
    const auto board =
        Position<W>::from_flat(random_board(size, stones / 2, stones, random), Side::First);
    if (board.outcome() != Outcome::Ongoing) continue;
    try_plans(board, tally, [&](Game<W> game) {
      while (!won(game) && game.moves > 0) {
        // Stones near the others interfere more often than any stones do.
        auto cells = game.position.geometry().spread(game.position.stones(game.owner)) &
                     game.position.empty();
        if (cells.none() || random.below(4) == 0) cells = game.position.empty();
        auto skip = random.below(static_cast<std::uint32_t>(cells.count()));
        while (skip-- > 0) cells.reset(cells.first());
        const int reply = random.below(20) == 0 ? -1 : cells.first();
        if (reply < 0) {
          game.position.pass();
        } else {
          game.position.play(Move::at(reply));
        }
        if (game.position.outcome() != Outcome::Ongoing || !answer(game, reply)) return false;
      }
      return won(game);
    });
    if (testing::Test::HasFatalFailure()) FAIL() << size << " " << i;
  }
}

TEST(WinningPlan, WinsOnEverySize) {
  Tally tally;
  play_out<2>(5, 12, 400, tally);
  play_out<2>(7, 24, 200, tally);
  play_out<2>(11, 60, 60, tally);
  play_out<4>(13, 90, 30, tally);
  play_out<6>(19, 200, 10, tally);
  EXPECT_GT(tally.first, 400);
  EXPECT_GT(tally.second, 100);
}

// A stone in the middle of 3x3 needs one cell of two towards either edge.
TEST(WinningPlan, CountsTheMovesThatMayBeNeeded) {
  Position<2> after(3, false);
  after.play(Move::at(4));
  Connections<2> found;
  found.find(after, Side::First);
  const auto plan = WinningPlan<2>::for_second(found);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->moves(), 2);
  found.find(Position<2>(3, false), Side::First);
  const auto from_nothing = WinningPlan<2>::for_first(found);
  ASSERT_TRUE(from_nothing.has_value());
  EXPECT_EQ(from_nothing->moves(), 3);
}

}  // namespace
}  // namespace losange::hex
