#include "hex/files/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "hex/board/hex.h"
#include "hex/files/sgf.h"

namespace losange::hex {
namespace {

using game::GameRecord;
using game::kRoot;
using game::Result;
using ::testing::HasSubstr;
using Moves = std::vector<std::string>;

template <class Read>
void expect_error(Read read, const std::string& text, int line, int column,
                  const std::string& part) {
  try {
    read(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.line, line) << text << "\n" << error.what();
    EXPECT_EQ(error.column, column) << text << "\n" << error.what();
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

Position<6> position_of(const GameRecord& record) {
  auto position = Hex<6>::initial({record.setup.size, record.setup.swap});
  for (const auto id : record.line()) Hex<6>::apply(position, record.node(id));
  return position;
}

TEST(HexWorld, ReadsAndGivesBackItsLinks) {
  for (const char* fragment :
       {"#11", "#11,a3b4:sh4", "#11r9c1,b4:sh4g8i8h3", "#9r9c1,b3:sc6:rw", "#11r9c1,b3c11:fb",
        "#11c1,c2d4c6:rw", "#19nc1,:pg3d4", "#13c1,a3j4d10,b7e7", "#13,,d10", "#13r3mc1,a3:Sb4",
        "#1,a1", "#11,a3,b4:fw", "#11x11x3,a3"}) {
    const std::string link = std::string("https://hexworld.org/board/") + fragment;
    EXPECT_EQ(write_hexworld(read_hexworld(link)), link);
    EXPECT_EQ(write_hexworld(read_hexworld(fragment)), link);
  }
}

TEST(HexWorld, TakesColoursFromTheOrder) {
  auto record = read_hexworld("#11,a3:sh4:pc5");
  EXPECT_EQ(record.moves(), (Moves{"a3", "swap-pieces", "h4", "pass", "c5"}));
  const auto position = position_of(record);
  EXPECT_TRUE(position.stones(Side::Second).test(*parse_cell(11, "c1")));
  EXPECT_TRUE(position.stones(Side::First).test(*parse_cell(11, "h4")));
  EXPECT_TRUE(position.stones(Side::First).test(*parse_cell(11, "c5")));
  // A swap of sides leaves the board and the turn.
  EXPECT_TRUE(
      position_of(read_hexworld("#11,a3:Sb4")).stones(Side::Second).test(*parse_cell(11, "b4")));
}

TEST(HexWorld, KeepsTheSizeTheViewAndTheCursor) {
  const auto record = read_hexworld("#13r9mnc1,a3j4,b7");
  EXPECT_EQ(record.setup.size, 13);
  EXPECT_EQ(record.node(kRoot).other, (std::vector<game::Property>{{"HEXWORLD", {"r9mnc1"}}}));
  EXPECT_EQ(record.moves(), (Moves{"a3", "j4"}));
  EXPECT_EQ(write_hexworld(read_sgf(write_sgf(record))),
            "https://hexworld.org/board/#13r9mnc1,a3j4b7");
}

TEST(HexWorld, ReadsResults) {
  EXPECT_EQ(read_hexworld("#11,a3:rw").result, (Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(read_hexworld("#11,a3:rb").result, (Result{Outcome::SecondWins, "resign"}));
  EXPECT_EQ(read_hexworld("#11,a3:fb").result, (Result{Outcome::SecondWins, "forfeit"}));
  EXPECT_EQ(read_hexworld("#11,a3:fw").moves(), (Moves{"a3"}));
}

TEST(HexWorld, ReadsWhatCopyingMadeOfALink) {
  const auto record = read_hexworld("  https://hexworld.org/board/#11%2Ca3\\\n%3asH4 ");
  EXPECT_EQ(record.moves(), (Moves{"a3", "swap-pieces", "h4"}));
  EXPECT_EQ(read_hexworld("#11x11,a3").setup.size, 11);
  EXPECT_EQ(read_hexworld("http://www.trmph.com/hex/board#13,a3b4").moves(), (Moves{"a3", "b4"}));
}

TEST(HexWorld, TellsWhereALinkIsBroken) {
  expect_error(read_hexworld, "https://hexworld.org/board/", 1, 28, "copy all of it");
  expect_error(read_hexworld, "#", 1, 2, "board size");
  expect_error(read_hexworld, "#a3", 1, 2, "board size");
  expect_error(read_hexworld, "#11x9,a3", 1, 2, "11 columns by 9 rows");
  expect_error(read_hexworld, "#25c1,m13", 1, 2, "1 to 19");
  expect_error(read_hexworld, "#11r9!,a3", 1, 6, "view fields");
  expect_error(read_hexworld, "https://hexworld.org/board/#11,a3l4", 1, 34, "a-k");
  expect_error(read_hexworld, "#11,%613%6c4", 1, 9, "a-k");
  expect_error(read_hexworld, "#11,a3,b4,c5", 1, 10, "third ','");
  expect_error(read_hexworld, "#11,a3:x", 1, 7, "p (pass)");
  expect_error(read_hexworld, "#11,a3:r", 1, 7, "p (pass)");
  expect_error(read_hexworld, "#11,a3:rbb4", 1, 10, "has ended");
  expect_error(read_hexworld, "#11,a3(b4", 1, 7, "unexpected '('");
}

TEST(HexWorld, TellsLinksFromOtherText) {
  EXPECT_TRUE(looks_like_hexworld("https://hexworld.org/board/#11,a3"));
  EXPECT_TRUE(looks_like_hexworld(" #11,a3"));
  EXPECT_TRUE(looks_like_hexworld("trmph.com/hex/board#13,a3b4"));
  EXPECT_FALSE(looks_like_hexworld("a3 b4"));
  EXPECT_FALSE(looks_like_hexworld("games/board.sgf"));
}

TEST(HexWorld, WritesTheLineThroughTheCursor) {
  auto record = read_sgf("(;SZ[9]RE[B+T];B[a1];W[b2](;B[c3];W[d4])(;B[e5];W[f6];B[resign]))");
  EXPECT_EQ(write_hexworld(record), "https://hexworld.org/board/#9,a1b2c3d4:fw");
  record.go_to(kRoot);
  record.forward();
  record.forward();
  record.forward(1);
  EXPECT_EQ(write_hexworld(record), "https://hexworld.org/board/#9,a1b2e5,f6:rb");
}

TEST(HexWorld, WritesSetupAndMovesOutOfTurnWithPasses) {
  for (const char* text :
       {"(;SZ[9]AB[a1][b2][c3]AW[d4];W[e5])", "(;SZ[9]AB[a1]PL[B];B[e5];B[f6];W[g7])",
        "(;SZ[9]AW[a1]PL[W])", "(;SZ[9];B[a3];W[swap-pieces];AB[e5]PL[W];W[d4])", "(;SZ[9]PL[W])",
        "(;SZ[9]AB[a1]AE[b2];W[c3])"}) {
    const auto record = read_sgf(text);
    const auto again = read_hexworld(write_hexworld(record));
    EXPECT_TRUE(position_of(again).to_flat() == position_of(record).to_flat()) << text;
    EXPECT_EQ(position_of(again).to_move(), position_of(record).to_move()) << text;
    const auto list = read_move_list(write_move_list(record), record.setup);
    EXPECT_TRUE(position_of(list).to_flat() == position_of(record).to_flat()) << text;
  }
  EXPECT_EQ(write_hexworld(read_sgf("(;SZ[9]AB[a1][b2];W[e5])")),
            "https://hexworld.org/board/#9,a1:pb2e5");
  EXPECT_THROW(write_hexworld(read_sgf("(;SZ[9];B[a1];AE[a1])")), base::UserError);
  EXPECT_THROW(write_move_list(read_sgf("(;SZ[9];B[a1];AW[a1])")), base::UserError);
}

GameRecord read_list(std::string_view text) { return read_move_list(text, {}); }

TEST(MoveList, ReadsTheUsualForms) {
  for (const char* text : {"a3 swap f6 e7", "a3,swap-pieces,f6,e7", "1. a3 2. swap 3. f6 4. e7",
                           "1.A3 Swap\n2.f6 E7\n", "1) a3; 2) swap; f6e7"}) {
    const auto record = read_list(text);
    EXPECT_EQ(record.moves(), (Moves{"a3", "swap-pieces", "f6", "e7"})) << text;
    EXPECT_EQ(write_move_list(record), "a3 swap f6 e7");
  }
  EXPECT_EQ(read_list("").size(), 1u);
  game::GameSetup setup;
  setup.size = 19;
  EXPECT_EQ(read_move_list("s19", setup).moves(), (Moves{"s19"}));
}

TEST(MoveList, ReadsResignationAndPasses) {
  const auto record = read_list("a3 pass b4 resign");
  EXPECT_EQ(record.moves(), (Moves{"a3", "pass", "b4"}));
  EXPECT_EQ(record.result, (Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(write_move_list(record), "a3 pass b4 resign");
}

TEST(MoveList, TellsWhereAListIsBroken) {
  expect_error(read_list, "a3 l4", 1, 4, "a-k");
  expect_error(read_list, "a3\nb4 hello", 2, 4, "is not a cell");
  expect_error(read_list, "a3 12 b4", 1, 4, "'12' is not a move");
  expect_error(read_list, "a3 \xC3\xA9", 1, 4, "'\xC3\xA9' is not a move");
  expect_error(read_list, "a3-b4", 1, 3, "between two moves");
  expect_error(read_list, "a3 resign b4", 1, 11, "has ended");
}

}  // namespace
}  // namespace losange::hex
