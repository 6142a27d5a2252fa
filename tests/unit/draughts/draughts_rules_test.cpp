// The rules of draughts one by one, in small positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/random.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"

namespace losange::draughts {
namespace {

using G = Draughts<Bits64>;

Position<Bits64> at(const char* rules, const char* fen, int size = 0) {
  const Rules& found = find_rules(rules);
  return parse_fen(variant<Bits64>(found, checked_size(found, size)), fen);
}

std::set<std::string> moves_of(const Position<Bits64>& position) {
  Position<Bits64>::Moves moves;
  position.legal_moves(moves);
  std::set<std::string> texts;
  for (const auto& move : moves) texts.insert(G::to_text(position, move));
  return texts;
}

void play(Position<Bits64>& position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) position.play(G::parse(position, move));
}

std::string refusal(const Position<Bits64>& position, const char* move) {
  try {
    G::parse(position, move);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "accepted";
}

using Texts = std::set<std::string>;

TEST(DraughtsRules, CapturingIsObligatoryAndTheMostMustBeTaken) {
  EXPECT_EQ(moves_of(at("international", "W:W28,50:B23")), Texts{"28x19"});
  EXPECT_EQ(moves_of(at("international", "W:W28,32:B23,22,12")), Texts{"28x8"})
      << "28 over 22 and 12 takes two";
  EXPECT_EQ(moves_of(at("english", "B:B1:W6,7,15")), Texts{"1x19"});
}

TEST(DraughtsRules, MenCaptureBackwardOnlyWhereTheRulesSaySo) {
  EXPECT_EQ(moves_of(at("international", "W:W28:B33")), Texts{"28x39"});
  EXPECT_EQ(moves_of(at("english", "W:W14:B18")), (Texts{"14-9", "14-10"}));
}

TEST(DraughtsRules, CapturedPiecesStayUntilTheEnd) {
  // The king takes 13 and turns at 22 or beyond; a piece it has jumped blocks the way back.
  const auto position = at("international", "W:WK3:B8,21,30,32,42");
  for (const auto& text : moves_of(position)) {
    const auto move = G::parse(position, text);
    auto after = position;
    after.play(move);
    EXPECT_EQ(count(after.pieces().of[1]), 5 - count(move.captured));
  }
}

TEST(DraughtsRules, PassingTheLastRowCrownsOnlyInRussia) {
  auto after = at("russian", "W:Wd6:Be7,g7");
  play(after, {"d6xh6"});
  EXPECT_EQ(count(after.pieces().kings), 1) << "crowned on f8, the king goes on over g7";
  const auto brazilian = at("brazilian", "W:Wd6:Be7,g7");
  auto back = brazilian;
  play(back, {"d6xh6"});
  EXPECT_EQ(back.pieces().kings, 0u) << "a man that captures on from the last row stays a man";
}

TEST(DraughtsRules, ItalianPriorities) {
  EXPECT_FALSE(at("italian", "W:W22:BK18").can_capture(Colour::White))
      << "a man may not capture a king";
  const auto with_king = moves_of(at("italian", "W:WK22,24:B18,20"));
  for (const auto& text : with_king)
    EXPECT_EQ(text.substr(0, 2), "22") << "the king captures first";
}

TEST(DraughtsRules, FrisianCapturesStraightAndByValue) {
  EXPECT_EQ(moves_of(at("frisian", "W:W28:B18")), Texts{"28x8"});
  EXPECT_EQ(moves_of(at("frisian", "W:W28:B27")), Texts{"28x26"});
  // One king is worth more than one man.
  EXPECT_EQ(moves_of(at("frisian", "W:W28:B27,K29")), Texts{"28x30"});
}

TEST(DraughtsRules, FrisianKingRestsAfterThreeMoves) {
  auto position = at("frisian", "W:WK46,36:B4");
  play(position, {"46-41", "4-9", "41-46", "9-13", "46-41", "13-18"});
  ASSERT_FALSE(moves_of(position).empty());
  for (const auto& text : moves_of(position)) EXPECT_EQ(text.substr(0, 2), "36") << text;
}

TEST(DraughtsRules, ABlockedSideLoses) {
  const auto position = at("international", "W:W36:B31,27");
  EXPECT_EQ(position.outcome(), game::Outcome::SecondWins);
  EXPECT_TRUE(moves_of(position).empty());
}

TEST(DraughtsDraws, ThreefoldRepetition) {
  auto position = at("international", "W:WK47,50:BK3,1");
  play(position, {"47-42", "3-8", "42-47", "8-3"});
  EXPECT_EQ(position.times_seen(), 2);
  EXPECT_EQ(position.outcome(), game::Outcome::Ongoing);
  play(position, {"47-42", "3-8", "42-47", "8-3"});
  EXPECT_EQ(position.outcome(), game::Outcome::Draw);
  EXPECT_EQ(position.draw(), Draw::Repetition);
  EXPECT_TRUE(moves_of(position).empty());
}

// How long kings that keep out of each other's way may move until the game is drawn by the rule expected;
// -1 when they found no such way.
int plies_to_draw(const Position<Bits64>& start, Draw expected) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Random random(seed);
    auto position = start;
    for (int plies = 0;; ++plies) {
      if (position.outcome() != game::Outcome::Ongoing) {
        if (position.draw() == expected) return plies;
        break;
      }
      std::vector<Move<Bits64>> quiet;
      for (const auto& move : board_moves(position)) {
        auto after = position;
        after.play(move);
        const bool king = has(position.pieces().kings, move.from);
        if (move.captured == 0 && king && !after.can_capture(after.turn()) &&
            after.times_seen() < 3) {
          quiet.push_back(move);
        }
      }
      if (quiet.empty()) break;
      position.play(quiet[random.below(static_cast<std::uint32_t>(quiet.size()))]);
    }
  }
  return -1;
}

TEST(DraughtsDraws, TwentyFiveQuietMoves) {
  EXPECT_EQ(plies_to_draw(at("international", "W:WK46,K47,K48,50:BK5,K4,K3,1"), Draw::QuietMoves),
            50);
  EXPECT_EQ(plies_to_draw(at("english", "B:WK29,K30,K31,13:BK1,K2,K3,20"), Draw::QuietMoves), 80);
}

TEST(DraughtsDraws, EndingsWithALoneKing) {
  EXPECT_EQ(plies_to_draw(at("international", "W:WK47,K48,K49:BK5"), Draw::Ending), 32);
  EXPECT_EQ(plies_to_draw(at("international", "W:WK47,K48:BK5"), Draw::Ending), 10);
  EXPECT_EQ(plies_to_draw(at("international", "W:WK47:BK6"), Draw::Ending), 10);
}

TEST(DraughtsDraws, PeopleMayPlayOn) {
  auto position = at("international", "W:WK47:BK6");
  game::RecordNode node;
  for (int i = 0; i < 200; ++i) {
    const auto moves = board_moves(position);
    ASSERT_FALSE(moves.empty());
    node.move = game::RecordMove{position.to_move(), G::to_text(position, moves[moves.size() - 1])};
    G::apply(position, node);
  }
  EXPECT_EQ(position.draw() != Draw::None, true);
}

TEST(DraughtsText, RefusedMovesAreExplainedByTheirRule) {
  const auto start = at("international", "W:W31-50:B1-20");
  EXPECT_NE(refusal(start, "32-23").find("one square diagonally forward"), std::string::npos);
  EXPECT_NE(refusal(start, "28-23").find("no piece on 28"), std::string::npos);
  EXPECT_NE(refusal(start, "20-25").find("not yours"), std::string::npos);
  EXPECT_NE(refusal(start, "38-32").find("taken"), std::string::npos);
  EXPECT_NE(refusal(start, "32-51").find("not a square"), std::string::npos);
  EXPECT_NE(refusal(start, "hello").find("not a move"), std::string::npos);
  const auto must = at("international", "W:W28,50:B23");
  EXPECT_NE(refusal(must, "50-45").find("capturing is obligatory"), std::string::npos);
  EXPECT_NE(refusal(must, "50-45").find("28x19"), std::string::npos);
  const auto more = at("international", "W:W28:B23,22,12");
  EXPECT_NE(refusal(more, "28x19").find("the most pieces"), std::string::npos);
}

TEST(DraughtsText, AmbiguousCapturesAreWrittenWithTheirPath) {
  // A king that can go round either way: the same ends, different captures.
  const auto position = at("international", "W:WK47:B38,29,28,42,43,34");
  Position<Bits64>::Moves moves;
  position.legal_moves(moves);
  for (const auto& move : moves) {
    EXPECT_EQ(G::parse(position, G::to_text(position, move)), move);
  }
}

TEST(DraughtsText, FenErrorsSayWhatIsWrong) {
  const auto problem = [](const char* fen) -> std::string {
    try {
      at("international", fen);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(problem("").find("begins with W or B"), std::string::npos);
  EXPECT_NE(problem("W").find("no pieces"), std::string::npos);
  EXPECT_NE(problem("W:W31:B31").find("two pieces on 31"), std::string::npos);
  EXPECT_NE(problem("W:W3:B31").find("cannot stand on 3"), std::string::npos);
  EXPECT_NE(problem("W:W51:B1").find("not a square"), std::string::npos);
  EXPECT_NE(problem("W:W50-31:B1").find("runs backwards: write 31-50"), std::string::npos);
  EXPECT_NE(problem("W:W31-50").find("does not say where black stands"), std::string::npos);
  EXPECT_NE(problem("W:B1-20").find("does not say where white stands"), std::string::npos);
  EXPECT_NE(problem("W:W31:W32:B1").find("names white twice"), std::string::npos);
  EXPECT_EQ(problem("W:WK3,31-35:B6-20."), "accepted");
  EXPECT_EQ(problem("W:W31:B"), "accepted") << "a side that has lost all its pieces";
}

TEST(DraughtsText, SquaresOfEachRules) {
  const auto& russian = variant<Bits64>(find_rules("russian"), 8);
  EXPECT_EQ(square_name(russian, parse_square(russian, "a1")), "a1");
  EXPECT_EQ(parse_square(russian, "29"), parse_square(russian, "a1"));
  EXPECT_EQ(parse_square(russian, "1"), parse_square(russian, "b8"));
  EXPECT_THROW(parse_square(russian, "a2"), base::UserError);
  const auto& italian = variant<Bits64>(find_rules("italian"), 8);
  EXPECT_EQ(italian.column_of(parse_square(italian, "1")), 0) << "the corner is dark";
  EXPECT_EQ(italian.row_of(parse_square(italian, "32")), 7);
}

TEST(DraughtsRules, UnknownRulesAndSizesAreRefused) {
  EXPECT_THROW(find_rules("intrnational"), base::UserError);
  EXPECT_THROW(checked_size(find_rules("english"), 10), base::UserError);
  EXPECT_THROW(checked_size(find_rules("international"), 7), base::UserError);
  EXPECT_EQ(checked_size(find_rules("international"), 0), 10);
}

}  // namespace
}  // namespace losange::draughts
