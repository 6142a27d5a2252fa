// Files as programs and sites write them, with games of our own.
#include "hex/files/sgf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"

namespace losange::hex {
namespace {

using game::GameRecord;
using game::kRoot;
using game::Outcome;
using game::Result;
using game::Side;
using ::testing::HasSubstr;

// "B a3", "W swap-pieces" along the line to the cursor.
std::vector<std::string> played(const GameRecord& record) {
  std::vector<std::string> moves;
  for (const auto id : record.line()) {
    const auto& move = record.node(id).move;
    if (move) moves.push_back((move->side == Side::First ? "B " : "W ") + move->text);
  }
  return moves;
}
using Moves = std::vector<std::string>;

void expect_error(std::string_view text, int line, int column, const std::string& part) {
  try {
    read_sgf(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.line, line) << text << "\n" << error.what();
    EXPECT_EQ(error.column, column) << text << "\n" << error.what();
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(Sgf, ReadsAFullFileOfToday) {
  const auto record = read_sgf(
      "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]SO[PlayHex.org]GM[11]SZ[13]PB[Ada]PW[Max]EV[Cup]"
      "DT[2024-08-27]RE[B+Resign]TM[600]OT[fischer 5 capped]GC[About\nit];B[a2]BL[600];"
      "W[swap-pieces]WL[595.5];B[k5]BL[595]C[good]SPENT[2.5];W[f6]WL[590])");
  EXPECT_EQ(record.setup.size, 13);
  EXPECT_TRUE(record.setup.swap);
  EXPECT_EQ(record.players[0], "Ada");
  EXPECT_EQ(record.players[1], "Max");
  EXPECT_EQ(record.event, "Cup");
  EXPECT_EQ(record.date, "2024-08-27");
  EXPECT_EQ(record.comment_on_game, "About\nit");
  EXPECT_EQ(record.result, (Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(played(record), (Moves{"B a2", "W swap-pieces", "B k5", "W f6"}));
  const auto line = record.line();
  EXPECT_EQ(record.node(line[2]).seconds_left, 595.5);
  EXPECT_EQ(record.node(line[3]).seconds_spent, 2.5);
  EXPECT_EQ(record.node(line[3]).comment, "good");
  const std::vector<game::Property> kept{
      {"SO", {"PlayHex.org"}}, {"TM", {"600"}}, {"OT", {"fischer 5 capped"}}};
  EXPECT_EQ(record.node(kRoot).other, kept);
}

TEST(Sgf, WritesWhatOthersCanRead) {
  GameRecord record;
  record.setup.size = 9;
  record.setup.swap = false;
  record.players = {"a]b\\", "c"};
  record.result = {Outcome::SecondWins, "time"};
  record.play({Side::First, "e5"});
  record.node(record.cursor()).seconds_left = 12.5;
  record.play({Side::Second, "swap-pieces"});
  record.back();
  record.play({Side::Second, "d4"});
  record.node(record.cursor()).comment = "two\nlines";
  EXPECT_EQ(write_sgf(record),
            "(;FF[4]CA[UTF-8]AP[Losange]GM[11]SZ[9]RU[no swap]PB[a\\]b\\\\]PW[c]RE[W+Time]\n"
            ";B[e5]BL[12.5]\n"
            "(;W[swap-pieces])\n"
            "(;W[d4]C[two\nlines])\n"
            ")\n");
  EXPECT_FALSE(read_sgf(write_sgf(record)).setup.swap);
  record.setup.game = "draughts";
  EXPECT_THROW(write_sgf(record), base::UserError);
}

TEST(Sgf, BreaksLinesBetweenPropertiesOnly) {
  GameRecord record;
  record.comment_on_game = std::string(200, 'x');
  for (int i = 1; i <= 11; ++i) {
    for (const char column : {'a', 'c', 'e'}) {
      record.node(kRoot).setup.push_back({column + std::to_string(i), Side::First});
    }
  }
  const std::string text = write_sgf(record);
  EXPECT_TRUE(same_game(read_sgf(text), record));
  std::size_t start = 0, long_lines = 0;
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    if (end - start > 80) ++long_lines;
    start = end + 1;
  }
  EXPECT_EQ(long_lines, 1u);  // the comment
}

TEST(Sgf, ReadsSizes) {
  EXPECT_EQ(read_sgf("(;GM[11])").setup.size, 11);
  EXPECT_EQ(read_sgf("(;SZ[1])").setup.size, 1);
  EXPECT_EQ(read_sgf("(;SZ[14:14])").setup.size, 14);
  EXPECT_EQ(read_sgf("(;SZ[ 19 ])").setup.size, 19);
  expect_error("(;SZ[11:9])", 1, 6, "11 columns by 9 rows");
  expect_error("(;SZ[20])", 1, 6, "1 to 19");
  expect_error("(;SZ[0])", 1, 6, "1 to 19");
  expect_error("(;SZ[big])", 1, 6, "write SZ[11]");
  expect_error("(;SZ[5:5:5])", 1, 6, "write SZ[11]");
}

TEST(Sgf, RefusesOtherGames) { expect_error("(;FF[4]GM[1]SZ[19];B[aa])", 1, 11, "GM[11]"); }

TEST(Sgf, ReadsPointsInAnyCaseAndInTwoLetters) {
  const auto record = read_sgf("(;GM[11]SZ[19];B[A3];W[ s19 ];b[ca];w[Pass];B[];W[DC])");
  EXPECT_EQ(played(record), (Moves{"B a3", "W s19", "B c1", "W pass", "B pass", "W d3"}));
  expect_error("(;SZ[5]\n;B[f1])", 2, 4, "a-e");
  expect_error("(;SZ[5]\n;B[ff])", 2, 4, "is not a cell");
  expect_error("(;SZ[5];B[a0])", 1, 11, "is not a cell");
}

TEST(Sgf, ReadsSetupStones) {
  const auto record = read_sgf("(;SZ[5]AE[e1]AB[a1:b2][d4][a1]PL[W];AW[c3]C[later];B[e5])");
  const auto& root = record.node(kRoot);
  std::string stones;
  for (const auto& stone : root.setup) {
    stones += stone.cell + (!stone.side ? "- " : *stone.side == Side::First ? "x " : "o ");
  }
  EXPECT_EQ(stones, "a1x b1x a2x b2x d4x e1- ");
  EXPECT_EQ(root.to_move, Side::Second);
  const auto& later = record.node(root.children[0]);
  EXPECT_FALSE(later.move);
  EXPECT_EQ(later.setup, (std::vector<game::SetupStone>{{"c3", Side::Second}}));
  EXPECT_EQ(later.comment, "later");
  expect_error("(;SZ[5]AB[a1]AW[b1][a1])", 1, 21, "a1 is set up twice");
  expect_error("(;SZ[5]AB[a1:b2:c3])", 1, 11, "two corners");
  expect_error("(;PL[red])", 1, 6, "PL[B]");
}

TEST(Sgf, ReadsVariationsInOrder) {
  auto record = read_sgf("(;SZ[5];B[a1](;W[b2];B[c3](;W[d1])(;W[d2]))(;W[b3])(;W[b3]C[again]))");
  EXPECT_EQ(played(record), (Moves{"B a1", "W b2", "B c3", "W d1"}));
  const auto first = record.node(kRoot).children[0];
  ASSERT_EQ(record.node(first).children.size(), 3u);
  record.go_to(record.node(first).children[2]);
  EXPECT_EQ(played(record), (Moves{"B a1", "W b3"}));
  EXPECT_EQ(record.node(record.cursor()).comment, "again");
}

TEST(Sgf, GivesAMoveAtTheRootANodeOfItsOwn) {
  const auto record = read_sgf("(;SZ[5]AB[c3]B[a1]BL[5]C[first]XX[kept];W[b2])");
  EXPECT_FALSE(record.node(kRoot).move);
  EXPECT_EQ(record.node(kRoot).setup.size(), 1u);
  EXPECT_EQ(record.node(kRoot).other[0].name, "XX");
  EXPECT_EQ(played(record), (Moves{"B a1", "W b2"}));
  const auto& first = record.node(record.node(kRoot).children[0]);
  EXPECT_EQ(first.comment, "first");
  EXPECT_EQ(first.seconds_left, 5);
}

TEST(Sgf, KeepsUnknownPropertiesAsTheyStand) {
  const std::string text = "(;SZ[5]LB[a1:x\\]y][b2:\\:z]KO[]ABC12[q];B[a1]WL[7]AN[me])";
  const auto record = read_sgf(text);
  const std::vector<game::Property> kept{
      {"LB", {"a1:x\\]y", "b2:\\:z"}}, {"KO", {""}}, {"ABC12", {"q"}}};
  EXPECT_EQ(record.node(kRoot).other, kept);
  const std::vector<game::Property> at_move{{"WL", {"7"}}, {"AN", {"me"}}};
  EXPECT_EQ(record.node(record.cursor()).other, at_move);
  EXPECT_THAT(write_sgf(record), HasSubstr("LB[a1:x\\]y][b2:\\:z]KO[]ABC12[q]"));
}

TEST(Sgf, ReadsNamesOfOldFiles) {
  const auto record = read_sgf("(;GaMe[11]SiZe[7]PlayerBlack[Ada];Black[a1]Comment[x])");
  EXPECT_EQ(record.setup.size, 7);
  EXPECT_EQ(record.players[0], "Ada");
  EXPECT_EQ(record.node(record.cursor()).comment, "x");
  // A name begins with a letter, whatever the small letters before it.
  EXPECT_EQ(read_sgf("(;some9Thing1[x])").node(kRoot).other[0].name, "T1");
}

TEST(Sgf, ReadsTextWithItsEscapesAndLineEnds) {
  const auto record = read_sgf(
      "\xEF\xBB\xBF"
      "From: (someone) \r\n\r\n ( ;SZ[5]PB[a\\]b\\\\c\r\nd]\r\n;B[a1]"
      "C[one\r\ntwo\\\r\nstill two\\] \\\\]C[three])");
  EXPECT_EQ(record.players[0], "a]b\\c d");
  EXPECT_EQ(record.node(record.cursor()).comment, "one\ntwostill two] \\\nthree");
  EXPECT_EQ(read_sgf("(;PB[Andr\xE9])").players[0], "Andr\xC3\xA9");
  EXPECT_EQ(read_sgf("(;PB[Andr\xC3\xA9])").players[0], "Andr\xC3\xA9");
}

TEST(Sgf, ReadsResultsBothWays) {
  const auto result = [](const std::string& re) { return read_sgf("(;RE[" + re + "])").result; };
  EXPECT_EQ(result("B+"), (Result{Outcome::FirstWins, ""}));
  EXPECT_EQ(result("W"), (Result{Outcome::SecondWins, ""}));
  EXPECT_EQ(result("b+r"), (Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(result(" W+Time "), (Result{Outcome::SecondWins, "time"}));
  EXPECT_EQ(result("W+T"), (Result{Outcome::SecondWins, "time"}));
  EXPECT_EQ(result("B+F"), (Result{Outcome::FirstWins, "forfeit"}));
  EXPECT_EQ(result("W+Forfeit"), (Result{Outcome::SecondWins, "forfeit"}));
  EXPECT_EQ(result("B+ 3.5"), (Result{Outcome::FirstWins, "3.5"}));
  EXPECT_EQ(result("0"), (Result{Outcome::Draw, ""}));
  EXPECT_EQ(result("?"), Result{});
  EXPECT_EQ(result("Void"), Result{});
  EXPECT_THAT(write_sgf(read_sgf("(;RE[Void])")), HasSubstr("RE[Void]"));
  EXPECT_THAT(write_sgf(read_sgf("(;RE[w+r])")), HasSubstr("RE[W+Resign]"));
  EXPECT_THAT(write_sgf(read_sgf("(;RE[B])")), HasSubstr("RE[B+]"));
  EXPECT_THAT(write_sgf(read_sgf("(;RE[Draw])")), HasSubstr("RE[Draw]"));
}

TEST(Sgf, TurnsAResignationAtTheEndIntoTheResult) {
  auto record = read_sgf("(;SZ[5]RE[W+];B[a1];W[b2];B[resign])");
  EXPECT_EQ(played(record), (Moves{"B a1", "W b2"}));
  EXPECT_EQ(record.result, (Result{Outcome::SecondWins, "resign"}));

  record = read_sgf("(;SZ[5];B[a1];W[forfeit]WL[3]C[sorry])");
  EXPECT_EQ(record.result, (Result{Outcome::FirstWins, "forfeit"}));
  const auto& end = record.node(record.cursor());
  EXPECT_FALSE(end.move);
  EXPECT_EQ(end.comment, "sorry");
  EXPECT_EQ(end.other, (std::vector<game::Property>{{"WL", {"3"}}}));
}

TEST(Sgf, KeepsAResignationThatIsNotTheResult) {
  for (const char* text : {"(;SZ[5]RE[B+T];B[a1];W[b2];B[resign])",        // another winner
                           "(;SZ[5]RE[Void];B[a1];W[b2];B[resign])",       // no winner
                           "(;SZ[5];B[a1];W[b2](;B[resign])(;B[c3]))"}) {  // not the only end
    const auto record = read_sgf(text);
    EXPECT_EQ(played(record), (Moves{"B a1", "W b2", "B resign"})) << text;
    EXPECT_NE(record.result.outcome, Outcome::SecondWins);
  }
}

TEST(Sgf, ReadsLittleGolem) {
  auto record = read_sgf(
      "(;FF[4]EV[hex.ld.DEFAULT]PB[Ada]PW[Max Power]SZ[13]RE[B];W[ac];B[dj];W[ie];B[resign])");
  EXPECT_EQ(played(record), (Moves{"B a3", "W d10", "B i5"}));
  EXPECT_EQ(record.players[0], "Ada");
  EXPECT_EQ(record.result, (Result{Outcome::FirstWins, "resign"}));

  record = read_sgf(
      "(;FF[4]EV[null]PB[back\\slash]PW[Brack;]]SZ[11]RE[B]GC[ game #1]"
      "SO[https://www.littlegolem.net];W[ad];B[swap];W[eg];B[cc])");
  EXPECT_EQ(record.players[0], "back\\slash");
  EXPECT_EQ(record.players[1], "Brack;]");
  EXPECT_EQ(record.event, "");
  EXPECT_EQ(played(record), (Moves{"B a4", "W swap-pieces", "B e7", "W c3"}));
  EXPECT_EQ(record.result, (Result{Outcome::FirstWins, ""}));

  record = read_sgf("(;FF[4]PB[x]PW[y]SZ[13]RE[W]SO[https://www.littlegolem.net])");
  EXPECT_EQ(record.size(), 1u);
  EXPECT_EQ(record.result.outcome, Outcome::SecondWins);
}

TEST(Sgf, TellsTheTwoSwapsApart) {
  const auto after_swap = [](const std::string& root, const std::string& end) {
    return played(read_sgf("(;" + root + "SZ[11];B[a3];" + end + ")"))[1];
  };
  EXPECT_EQ(after_swap("GM[11]", "W[swap-pieces];B[f6]"), "W swap-pieces");
  EXPECT_EQ(after_swap("GM[11]", "W[swap-sides];W[f6]"), "W swap-sides");
  EXPECT_EQ(after_swap("GM[11]", "W[SWAP-PIECES];B[f6]"), "W swap-pieces");
  // benzene's tools and HexGui 0.x: the colour of the next move tells, else the program's name.
  EXPECT_EQ(after_swap("GM[11]US[twogtp.py]", "W[swap-pieces];W[f6]"), "W swap-sides");
  EXPECT_EQ(after_swap("GM[11]US[twogtp.py]", "W[swap-pieces]"), "W swap-sides");
  EXPECT_EQ(after_swap("AP[HexGui:0.9.GIT]GM[11]", "W[swap-pieces]"), "W swap-sides");
  EXPECT_EQ(after_swap("AP[HexGui:0.10]GM[11]", "W[swap-pieces]"), "W swap-pieces");
  EXPECT_EQ(after_swap("AP[HexGui:0.10]GM[11]", "W[swap]"), "W swap-sides");
  EXPECT_EQ(after_swap("GM[11]", "W[swap]"), "W swap-pieces");
  // Our own files mean what they say, even when a colour moves twice.
  EXPECT_EQ(after_swap("AP[Losange]GM[11]", "W[swap-pieces];W[f6]"), "W swap-pieces");
}

TEST(Sgf, TellsWhereAFileIsBrokenAndHowToMendIt) {
  expect_error("", 1, 1, "no game found");
  expect_error("hello\n(there", 2, 1, "(;GM[11]SZ[11];B[a3];W[f6])");
  expect_error("(;SZ[5];B[a1]", 1, 1, "never closed");
  expect_error("(;SZ[5]\n(;B[a1]\n;W[b2]", 2, 1, "never closed");
  expect_error("(;SZ[5];C[no end)", 1, 10, "add ']'");
  expect_error("(;SZ[5];C[no end\\])", 1, 10, "add ']'");
  expect_error("(;SZ[5]\r\n;B[a1]\r\nC;W[b2])", 3, 1, "write C[...]");
  expect_error("(;SZ[5];B[a1] 7)", 1, 15, "unexpected '7'");
  expect_error("(;C[\xC3\xA9\xC3\xA9]\xC3\xA9)", 1, 8, "unexpected '\xC3\xA9'");
  expect_error("(;SZ[5]());", 1, 9, "begins with a node");
  expect_error("(;SZ[5](;B[a1]);B[b2])", 1, 16, "put '(' before it");
  expect_error("(;SZ[5];B[a1]W[b2])", 1, 14, "put ';' before");
  expect_error("(;SZ[5];B[a1][b2])", 1, 9, "put ';' before");
}

TEST(Sgf, BoundsWhatItReads) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(;B[a1]";
  deep += std::string(100'000, ')');
  const auto record = read_sgf(deep);
  EXPECT_EQ(record.line().size(), 100'001u);
  EXPECT_TRUE(same_game(read_sgf(write_sgf(record)), record));

  std::string many = "(";
  for (std::size_t i = 0; i <= game::kMaxNodes; ++i) many += ';';
  EXPECT_THROW(read_sgf(many + ")"), base::ParseError);

  std::string stones = "(;SZ[19]";
  for (int i = 0; i < 3000; ++i) stones += ";AB[a1:s19]";
  EXPECT_THROW(read_sgf(stones + ")"), base::ParseError);
}

}  // namespace
}  // namespace losange::hex
