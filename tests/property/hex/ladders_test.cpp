// Ladders: those that players know, and on random boards every claim played out by brute force.
#include "hex/connections/ladders.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "carrier_game.h"

namespace losange::hex {
namespace {

using P = Position<2>;
using Set = Bitboard<2>;
using L = Ladder<2>;
using testing::ElementsAre;
using testing::IsEmpty;

P board(int size, const std::string& first, const std::string& second, Side to_move = Side::First) {
  const auto set_of = [&](const std::string& cells) {
    Set set;
    for (const auto& cell : base::split_words(cells)) set.set(*parse_cell(size, cell));
    return set;
  };
  return P::from_stones(size, set_of(first), set_of(second), to_move);
}

std::vector<L> ladders(const P& position, Side side) { return Ladders<2>().find(position, side); }

// The one whose first move this is; an empty one where there is none.
L starting(const P& position, Side side, const std::string& move) {
  for (auto& ladder : ladders(position, side)) {
    if (cell_name(position.size(), ladder.moves.front()) == move) return ladder;
  }
  return {};
}

std::vector<std::string> names(int size, const std::vector<int>& cells) {
  std::vector<std::string> list;
  list.reserve(cells.size());
  for (const int cell : cells) list.push_back(cell_name(size, cell));
  return list;
}

TEST(Ladders, OnTheSecondRowRunToTheCorner) {
  const auto position = board(11, "e9 e10", "d9 d10 d11 e11");
  const L right = starting(position, Side::First, "f10");
  EXPECT_EQ(right.row, 2);
  EXPECT_EQ(right.edge, 1);
  EXPECT_EQ(cell_name(11, right.head), "e10");
  EXPECT_THAT(names(11, right.moves), ElementsAre("f10", "g10", "h10", "i10", "j10", "k10"));
  EXPECT_THAT(names(11, right.replies), ElementsAre("f11", "g11", "h11", "i11", "j11", "k11"));
  EXPECT_FALSE(right.joins);
  const L left = starting(board(11, "f8 e9 e10", "f9 d11 e11 f10"), Side::First, "d10");
  EXPECT_THAT(names(11, left.moves), ElementsAre("d10", "c10", "b10"));
  EXPECT_THAT(names(11, left.replies), ElementsAre("c11", "b11", "a11"));
  EXPECT_FALSE(left.joins);
}

TEST(Ladders, ArriveAtAnEscape) {
  const L ladder = starting(board(11, "e9 e10 i10", "d9 d10 d11 e11"), Side::First, "f10");
  EXPECT_THAT(names(11, ladder.moves), ElementsAre("f10", "g10", "h10"));
  EXPECT_THAT(names(11, ladder.replies), ElementsAre("f11", "g11"));
  EXPECT_TRUE(ladder.joins);
  EXPECT_EQ(cell_name(11, ladder.escape), "i10");
}

TEST(Ladders, EndBeforeAStoneInTheWay) {
  const L ladder = starting(board(11, "e9 e10 j10", "d9 d10 d11 e11 h10"), Side::First, "f10");
  EXPECT_THAT(names(11, ladder.moves), ElementsAre("f10", "g10"));
  EXPECT_FALSE(ladder.joins);
}

// A stone of the third row has room to come down behind the ladder.
TEST(Ladders, OnTheThirdRowArriveToo) {
  const L alone = starting(board(11, "e7 e8 e9", "d10 e10"), Side::First, "f9");
  EXPECT_EQ(alone.row, 3);
  EXPECT_GE(alone.moves.size(), 4U);
  EXPECT_FALSE(alone.joins);
  const L ladder = starting(board(11, "e7 e8 e9 i9", "d10 e10"), Side::First, "f9");
  EXPECT_THAT(names(11, ladder.moves), testing::Contains("g9"));
  EXPECT_TRUE(ladder.joins);
  EXPECT_EQ(cell_name(11, ladder.escape), "i9");
}

TEST(Ladders, OnTheFourthRowThreatenAsWell) {
  const L ladder = starting(board(11, "d6 d7 d8", "c9 d9"), Side::First, "e8");
  EXPECT_EQ(ladder.row, 4);
  EXPECT_GE(ladder.moves.size(), 2U);
  EXPECT_THAT(names(11, ladder.replies), testing::Contains("e9"));
}

// The position of the lesson on ladders, with its answers.
TEST(Ladders, TheOneOfTheLesson) {
  const L ladder = starting(board(6, "c1 c2 b3 b4 b5 e5", "a6 b6 d2 e2 e4 f6"), Side::First, "c5");
  EXPECT_THAT(names(6, ladder.moves), ElementsAre("c5", "d5"));
  EXPECT_THAT(names(6, ladder.replies), ElementsAre("c6"));
  EXPECT_TRUE(ladder.joins);
  EXPECT_EQ(cell_name(6, ladder.escape), "e5");
}

// In the midst of one: the other side has to answer first.
TEST(Ladders, BeginWithTheAnswerOfWhoMoves) {
  const auto position = board(11, "e9 e10 f10", "d9 d10 d11 e11", Side::Second);
  const L ladder = starting(position, Side::First, "g10");
  EXPECT_EQ(ladder.blocked, *parse_cell(11, "f11"));
  EXPECT_THAT(ladder.moves, testing::SizeIs(5));
  EXPECT_THAT(ladders(board(11, "e9 e10 f10", "d9 d10 d11 e11"), Side::First),
              testing::Each(testing::Field(&L::row, testing::Ne(2))))
      << "who moves simply comes down";
}

TEST(Ladders, AChainThatIsJoinedHasNone) {
  EXPECT_THAT(ladders(board(11, "e8 e9 e10", "d11"), Side::Second), IsEmpty());
  EXPECT_THAT(ladders(board(11, "e10", "a1"), Side::First), IsEmpty());
  EXPECT_THAT(ladders(P(11, false), Side::First), IsEmpty());
}

// The same along every edge: half turns, and colours exchanged on the long diagonal.
TEST(Ladders, AreTheSameFromEverySide) {
  const auto position = board(11, "e9 e10 i10", "d9 d10 d11 e11");
  const auto& geometry = position.geometry();
  const auto expect = [&](const P& turned, Side side, int edge, auto&& place) {
    const int first = place(*parse_cell(11, "f10"));
    const L ladder = starting(turned, side, cell_name(11, first));
    EXPECT_EQ(ladder.edge, edge);
    EXPECT_EQ(ladder.row, 2);
    EXPECT_TRUE(ladder.joins);
    EXPECT_EQ(ladder.escape, place(*parse_cell(11, "i10")));
    EXPECT_THAT(ladder.moves,
                ElementsAre(first, place(*parse_cell(11, "g10")), place(*parse_cell(11, "h10"))));
  };
  const auto across = [&](int cell) { return geometry.transposed(cell); };
  const auto around = [&](int cell) { return geometry.rotated(cell); };
  expect(position.rotated(), Side::First, 0, around);
  expect(position.transposed(), Side::Second, 1, across);
  expect(position.transposed().rotated(), Side::Second, 0,
         [&](int cell) { return around(across(cell)); });
}

struct Tally {
  int ladders = 0, joining = 0, higher_joining = 0;  // joining: those played out
};

void check(const P& position, Side side, Tally& tally) {
  for (const auto& ladder : ladders(position, side)) {
    const int edge = Connections<2>::kFirstEdge + ladder.edge;
    ASSERT_GE(ladder.moves.size(), 2U);
    P line = position;
    if (ladder.blocked >= 0) line.put(ladder.blocked, game::other(side));
    // Larger ones take brute force too long.
    if (ladder.joins && ladder.carrier.count() <= 15) {
      ASSERT_EQ(ladder.carrier & line.empty(), ladder.carrier);
      ASSERT_TRUE(CarrierGame(line, side, ladder.head, edge).holds(ladder.carrier, true));
      ++tally.joining;
      tally.higher_joining += ladder.row > 2 ? 1 : 0;
    }
    for (std::size_t i = 0; i < ladder.moves.size(); ++i) {
      ASSERT_TRUE(line.is_empty(ladder.moves[i]));
      line.put(ladder.moves[i], side);
      ASSERT_TRUE(CarrierGame(line, side, ladder.head, edge).holds(ladder.threats[i], true)) << i;
      if (i < ladder.replies.size()) line.put(ladder.replies[i], game::other(side));
    }
    ++tally.ladders;
  }
}

// Stones thrown on a board, and the beginning of a ladder put among them: a stone, and what stands before it.
std::vector<int> board_with_ladder(int size, int least, int most, base::Random& random) {
  auto flat = random_board(size, least, most, random);
  const auto at = [&](int row, int column) -> int& {
    return flat[static_cast<std::size_t>(row * size + column)];
  };
  const int row = size - 2 - static_cast<int>(random.below(3));
  const int column = 1 + static_cast<int>(random.below(2));
  for (int above = 0; above < row; ++above)
    at(above, column) = 1 + static_cast<int>(random.below(2));
  for (int below = row; below < size; ++below) at(below, column - 1) = 2;
  at(row, column) = 1;
  at(row + 1, column) = 2;
  for (int ahead = column + 1; ahead < size; ++ahead) {
    if (random.below(3) != 0) at(row, ahead) = at(row + 1, ahead) = 0;
    if (random.below(6) == 0) at(row, ahead) = 1;
  }
  return flat;
}

void check_random(int size, int least, int most, int count, std::uint64_t seed) {
  base::Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const auto flat = board_with_ladder(size, least, most, random);
    const auto position = P::from_flat(flat, random.below(2) == 0 ? Side::First : Side::Second);
    if (position.outcome() != Outcome::Ongoing) continue;
    for (const Side side : {Side::First, Side::Second}) {
      check(position, side, tally);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(tally.ladders, count / 4);
  EXPECT_GT(tally.joining, count / 40);
  EXPECT_GT(tally.higher_joining, 0);
}

TEST(Ladders, AreTrueOn5x5) { check_random(5, 4, 10, 500, 5); }
TEST(Ladders, AreTrueOn6x6) { check_random(6, 8, 16, 500, 6); }
TEST(Ladders, AreTrueOn7x7) { check_random(7, 10, 24, 500, 7); }

}  // namespace
}  // namespace losange::hex
