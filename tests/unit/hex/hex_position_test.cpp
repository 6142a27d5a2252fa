#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "hex/board/hex.h"
#include "hex/board/position.h"
#include "oracle.h"

namespace losange::hex {
namespace {

using P = Position<2>;
using G = Hex<2>;

P after(int size, bool swap, std::initializer_list<const char*> moves) {
  P position(size, swap);
  for (const char* text : moves) position.play(G::parse(position, text));
  return position;
}

std::string error_of(const P& position, const char* text) {
  try {
    G::parse(position, text);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Position, IsSmall) {
  static_assert(std::is_trivially_copyable_v<P>);
  EXPECT_LE(sizeof(P), 128u);
  EXPECT_LE(sizeof(Position<6>), 320u);
}

TEST(Position, FirstJoinsTopAndBottom) {
  EXPECT_EQ(after(3, false, {"b1", "a1", "b2", "a2"}).outcome(), Outcome::Ongoing);
  EXPECT_EQ(after(3, false, {"b1", "a1", "b2", "a2", "b3"}).outcome(), Outcome::FirstWins);
  EXPECT_EQ(after(3, false, {"c1", "a1", "b2", "b1", "a3"}).outcome(), Outcome::FirstWins);
  // The short diagonal is not a chain.
  EXPECT_EQ(after(3, false, {"a1", "b1", "b2", "a2", "c3"}).outcome(), Outcome::Ongoing);
}

TEST(Position, SecondJoinsLeftAndRight) {
  EXPECT_EQ(after(3, false, {"a1", "a2", "b1", "b2", "c1", "c2"}).outcome(), Outcome::SecondWins);
}

TEST(Position, OneStoneWinsTheSmallestBoard) {
  EXPECT_EQ(after(1, true, {"a1"}).outcome(), Outcome::FirstWins);
  EXPECT_FALSE(after(1, true, {"a1"}).swap_available());
}

TEST(Position, SwapMirrorsTheStoneAndGivesTheMoveBack) {
  P position = after(5, true, {"b4"});
  ASSERT_TRUE(position.swap_available());
  position.play(Move::swap());
  EXPECT_EQ(position.to_move(), Side::First);
  EXPECT_EQ(position.stones(Side::First).count(), 0);
  EXPECT_TRUE(position.stones(Side::Second).test(*parse_cell(5, "d2")));
  EXPECT_FALSE(position.swap_available());
  position.play(G::parse(position, "c3"));
  EXPECT_FALSE(position.swap_available());
}

TEST(Position, SwapIsOfferedOnlyAsTheFirstAnswer) {
  EXPECT_FALSE(P(5, true).swap_available());
  EXPECT_FALSE(after(5, false, {"b4"}).swap_available());
  EXPECT_FALSE(after(5, true, {"b4", "c3"}).swap_available());
  EXPECT_FALSE(after(5, true, {"b4", "c3", "a1"}).swap_available());
  EXPECT_NE(after(5, true, {"b4"}).hash(), after(5, false, {"b4"}).hash());
  EXPECT_NE(error_of(after(5, false, {"b4"}), "swap").find("swap rule"), std::string::npos);
}

TEST(Position, ExplainsBadMoves) {
  const P position = after(5, true, {"b4"});
  EXPECT_EQ(error_of(position, "b4"), "b4 is taken: choose an empty cell");
  EXPECT_EQ(error_of(position, "f1"),
            "'f1' is not a cell of the 5x5 board: type a column letter a-e and a row number 1-5, "
            "for example c3");
  const P over = after(3, false, {"b1", "a1", "b2", "a2", "b3"});
  EXPECT_EQ(error_of(over, "c3"), "the game is over: undo or start a new one");
}

TEST(Position, ConvertsToAndFromFlatLists) {
  const P position = after(5, false, {"b4", "c3", "a1"});
  const auto flat = position.to_flat();
  EXPECT_EQ(flat[*parse_cell(5, "b4")], 1);
  EXPECT_EQ(flat[*parse_cell(5, "c3")], 2);
  EXPECT_EQ(P::from_flat(flat, Side::Second), position);
  EXPECT_THROW(P::from_flat(std::vector<int>(24, 0), Side::First), base::UserError);
  EXPECT_THROW(P::from_flat(std::vector<int>(25, 3), Side::First), base::UserError);
  EXPECT_THROW(P::from_flat(std::vector<int>{}, Side::First), base::UserError);
  EXPECT_THROW(P::from_flat(std::vector<int>(400, 0), Side::First), base::UserError);
  EXPECT_THROW(P::from_flat(std::vector<int>(144, 0), Side::First), base::UserError);
}

TEST(Position, RefusesBadSizes) {
  EXPECT_THROW(P(0, false), base::UserError);
  EXPECT_THROW(P(20, false), base::UserError);
  EXPECT_THROW(P(12, false), base::UserError);
  EXPECT_NO_THROW(Position<4>(12, false));
}

// Every position of many random games: the incremental win test, the winning cells, the chain and the
// symmetries agree with slow code.
template <int W>
void check_random_games(int size, int games) {
  base::Random random(100 + size);
  for (int i = 0; i < games; ++i) {
    Position<W> position(size, false);
    while (true) {
      const auto flat = position.to_flat();
      ASSERT_EQ(position.outcome() == Outcome::FirstWins, oracle::joins(flat, size, 1));
      ASSERT_EQ(position.outcome() == Outcome::SecondWins, oracle::joins(flat, size, 2));
      ASSERT_EQ(position.rotated().outcome(), position.outcome());
      ASSERT_EQ(position.rotated().rotated(), position);
      ASSERT_EQ(position.transposed().transposed(), position);
      ASSERT_EQ(position.transposed().outcome() == Outcome::SecondWins,
                position.outcome() == Outcome::FirstWins);
      if (position.outcome() != Outcome::Ongoing) break;

      typename Position<W>::Moves moves;
      position.legal_moves(moves);
      for (const Side side : {Side::First, Side::Second}) {
        const auto winning = position.winning_cells(side);
        for (const auto move : moves) {
          auto next = position;
          next.put(move.cell(), side);
          ASSERT_EQ(winning.test(move.cell()), next.outcome() == game::win_for(side));
        }
      }
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const auto chain = position.winning_chain();
    const Side winner = position.outcome() == Outcome::FirstWins ? Side::First : Side::Second;
    const auto& g = position.geometry();
    ASSERT_FALSE(chain.empty());
    ASSERT_TRUE(g.edges[game::index(winner)][0].test(chain.front()));
    ASSERT_TRUE(g.edges[game::index(winner)][1].test(chain.back()));
    for (std::size_t k = 0; k < chain.size(); ++k) {
      ASSERT_TRUE(position.stones(winner).test(chain[k]));
      ASSERT_TRUE(k == 0 || g.neighbours[chain[k]].test(chain[k - 1]));
    }
  }
}

TEST(Position, AgreesWithSlowCodeOnEverySize) {
  for (int size = 1; size <= 11; ++size) check_random_games<2>(size, size < 8 ? 40 : 5);
  for (int size = 12; size <= 16; ++size) check_random_games<4>(size, 2);
  for (int size = 17; size <= 19; ++size) check_random_games<6>(size, 1);
}

TEST(Position, HashIsTheSameForEveryWidthAndOrder) {
  Position<2> narrow(9, true);
  Position<6> wide(9, true);
  for (const char* text : {"a9", "e5", "d4", "i1"}) {
    EXPECT_EQ(narrow.hash(), wide.hash());
    narrow.play(Hex<2>::parse(narrow, text));
    wide.play(Hex<6>::parse(wide, text));
  }
  EXPECT_EQ(after(5, false, {"a1", "b2", "c3"}).hash(), after(5, false, {"c3", "b2", "a1"}).hash());
  EXPECT_NE(P(4, false).hash(), P(5, false).hash());
}

TEST(Position, AppliesWhatRecordsContain) {
  const auto play = [](P& position, Side side, const char* text) {
    game::RecordNode node;
    node.move = game::RecordMove{side, text};
    G::apply(position, node);
  };
  P position(5, true);
  play(position, Side::First, "b4");
  play(position, Side::Second, "swap-sides");
  EXPECT_EQ(position.to_move(), Side::Second);
  EXPECT_TRUE(position.stones(Side::First).test(*parse_cell(5, "b4")));
  EXPECT_FALSE(position.swap_available());
  play(position, Side::Second, "c3");
  play(position, Side::First, "pass");
  EXPECT_EQ(position.to_move(), Side::Second);
  play(position, Side::Second, "swap-pieces");
  EXPECT_TRUE(position.stones(Side::Second).test(*parse_cell(5, "d2")));
  EXPECT_TRUE(position.stones(Side::First).test(*parse_cell(5, "c3")));
  EXPECT_EQ(position.to_move(), Side::First);
  EXPECT_EQ(position.hash(), position.recomputed_hash());
  EXPECT_THROW(play(position, Side::First, "c3"), base::UserError);

  game::RecordNode setup;
  setup.setup = {{"a1", Side::First}, {"c3", std::nullopt}, {"d2", Side::First}};
  setup.to_move = Side::Second;
  G::apply(position, setup);
  EXPECT_EQ(position.stones(Side::First).count(), 2);
  EXPECT_EQ(position.stones(Side::Second).count(), 0);
  EXPECT_EQ(position.to_move(), Side::Second);
}

}  // namespace
}  // namespace losange::hex
