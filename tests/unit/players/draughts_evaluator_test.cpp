// What alpha-beta is told of draughts.
#include "players/told/draughts_evaluator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "draughts/text/draughts.h"
#include "draughts/text/fen.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::players {
namespace {

using draughts::Bits64;
using Evaluator = DraughtsEvaluator<Bits64>;
using Position = draughts::Position<Bits64>;

const auto& board(const char* rules, int size) {
  return draughts::variant<Bits64>(draughts::find_rules(rules), size);
}

TEST(DraughtsEvaluator, NoWeightsProveAWin) {
  draughts::PatternWeights<10> largest;
  for (auto& phase : largest.phase) {
    phase.assign(phase.size(), std::numeric_limits<std::int16_t>::max());
  }
  const auto& v = board("international", 10);
  const draughts::Evaluation<Bits64> evaluation(
      v, draughts::Cost::Patterns, draughts::PatternSet({"international", 10, largest}));
  const char* kings = "K31,K32,K33,K34,K35,K46,K47,K48,K49,K50";
  const Position ahead = parse_fen(v, fmt::format("W:W{}:B1,2,3", kings));
  const Position behind = parse_fen(v, fmt::format("B:W{}:B1,2,3", kings));
  ASSERT_GT(evaluation(ahead), search::kLeastWin);
  Evaluator evaluator(evaluation);
  EXPECT_EQ(evaluator.evaluate(ahead), search::kMostEvaluation);
  EXPECT_EQ(evaluator.evaluate(behind), -search::kMostEvaluation);
  search::AlphaBetaSettings settings;
  settings.table_bytes = 1 << 16;
  search::AlphaBeta<Position, Evaluator> search(settings, evaluator);
  search::Limits limits;
  limits.depth = 1;
  EXPECT_FALSE(search.think(ahead, limits).proven);
}

// Far from the end of a count boards share their key, close to it each count has its own.
TEST(DraughtsEvaluator, KeysKnowTheCountNearItsEnd) {
  const auto& v = board("english", 8);
  Position position = parse_fen(v, "B:WK29:BK4");
  const auto plays = [&](const char* move) {
    position.play(draughts::Draughts<Bits64>::parse(position, move));
  };
  const std::uint64_t bare = Evaluator::key(position);
  EXPECT_EQ(bare, position.hash());
  EXPECT_EQ(Evaluator::plies_to_draw(position), 80);
  const char* black[] = {"4-8", "8-11", "11-8", "8-4"};
  const char* white[] = {"29-25", "25-29"};
  int ply = 0;
  for (; ply < 4; ++ply) plays(ply % 2 == 0 ? black[ply / 2 % 4] : white[ply / 2 % 2]);
  EXPECT_EQ(Evaluator::key(position), position.hash());
  EXPECT_EQ(Evaluator::plies_to_draw(position), 76);
  for (; ply < 8; ++ply) plays(ply % 2 == 0 ? black[ply / 2 % 4] : white[ply / 2 % 2]);
  EXPECT_EQ(position.times_seen(), 2);
  EXPECT_EQ(Evaluator::plies_to_draw(position), 1) << "a third time ends the game";

  // The five moves of an ending.
  const Position ending = parse_fen(board("international", 10), "W:WK47:BK6");
  EXPECT_EQ(Evaluator::plies_to_draw(ending), 10);
  EXPECT_NE(Evaluator::key(ending), ending.hash());
}

}  // namespace
}  // namespace losange::players
