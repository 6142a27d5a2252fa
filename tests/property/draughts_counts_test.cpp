// What alpha-beta says is proven holds for the game so far, whatever its table knows of the same boards without one: won
// boards shortly before a count of moves draws the game, or with boards behind them that may not come again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "base/random.h"
#include "draughts/text/fen.h"
#include "players/told/draughts_evaluator.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::draughts {
namespace {

using Board = Position<Bits64>;
using Evaluator = players::DraughtsEvaluator<Bits64>;
using Search = search::AlphaBeta<Board, Evaluator>;
using game::Outcome;

bool lost(const Board& position, int plies);

// Whether the side to move wins within so many plies, by trying everything.
bool won(const Board& position, int plies) {
  Board::Moves moves;
  position.legal_moves(moves);
  if (plies <= 0) return false;
  for (const auto& move : moves) {
    Board child = position;
    child.play(move);
    if (lost(child, plies - 1)) return true;
  }
  return false;
}

bool lost(const Board& position, int plies) {
  const Outcome outcome = position.outcome();
  if (outcome != Outcome::Ongoing) return outcome != Outcome::Draw;
  if (plies <= 0) return false;
  Board::Moves moves;
  position.legal_moves(moves);
  for (const auto& move : moves) {
    Board child = position;
    child.play(move);
    if (child.outcome() != Outcome::Ongoing || !won(child, plies - 1)) return false;
  }
  return true;
}

struct Kings {
  std::uint32_t white, black;
};

Board random_kings(const Variant<Bits64>& v, Kings kings, base::Random& random) {
  Pieces<Bits64> pieces;
  const std::uint32_t number[2] = {kings.white, kings.black};
  for (std::size_t colour = 0; colour < 2; ++colour) {
    while (static_cast<std::uint32_t>(count(pieces.of[colour])) < number[colour]) {
      const auto square = 1 + random.below(static_cast<std::uint32_t>(v.squares()));
      const auto one = bit<Bits64>(v.index_of_square[square]);
      if (!has(pieces.all(), v.index_of_square[square])) pieces.of[colour] |= one;
    }
  }
  pieces.kings = pieces.all();
  return Board(v, pieces, Colour::White);
}

// Up to so many moves of kings, until a count has `left` plies to go; no board comes more often than `times`. False where
// that did not last.
bool walk(Board& position, int left, int times, int plies, base::Random& random) {
  for (int ply = 0; ply < plies && position.plies_to_draw() > left; ++ply) {
    bool moved = false;
    Board::Moves moves;
    position.legal_moves(moves);
    for (int attempt = 0; attempt < 20 && !moved && !moves.empty(); ++attempt) {
      Board next = position;
      next.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      if (next.outcome() != Outcome::Ongoing || next.can_capture(next.turn())) continue;
      if (next.times_seen() > times) continue;
      position = next;
      moved = true;
    }
    if (!moved) return false;
  }
  return true;
}

struct Found {
  int proven = 0;      // claims that were checked
  int not_proven = 0;  // boards won without a past, of which nothing is claimed with it
};

// One search looks at each board without its past, and then with it.
class Looks {
 public:
  Looks(const char* rules, int size)
      : v_(variant<Bits64>(find_rules(rules), size)),
        search_(settings(), Evaluator({v_, Cost::Material, {}})) {
    limits_.depth = 10;
    limits_.nodes = 20'000;
  }

  void at(const Board& position, int most_plies) {
    const Board bare(v_, position.pieces(), position.turn());
    if (!search_.think(bare, limits_).proven) return;
    const auto report = search_.think(position, limits_);
    if (!report.proven) {
      ++found.not_proven;
      return;
    }
    const auto distance = static_cast<int>(search::kWinScore - std::abs(report.score));
    if (distance > most_plies) return;
    ++found.proven;
    EXPECT_TRUE(report.value > 0 ? won(position, distance) : lost(position, distance))
        << to_fen(position) << " with " << position.plies_to_draw()
        << " plies left: " << report.score;
  }

  Found found;

 private:
  static search::AlphaBetaSettings settings() {
    search::AlphaBetaSettings settings;
    settings.table_bytes = std::size_t{1} << 20;
    settings.win_first = false;
    return settings;
  }

  const Variant<Bits64>& v_;
  Search search_;
  search::Limits limits_;
};

TEST(DraughtsCounts, WinsAreProvenWithTheCountOfQuietMoves) {
  const auto& v = variant<Bits64>(find_rules("english"), 6);
  base::Random random(11);
  // Few walks last as long as the count, so the last part of each is walked in many ways.
  std::vector<Board> late;
  for (int attempt = 0; attempt < 100'000 && late.size() < 20; ++attempt) {
    Board position = random_kings(v, {2 + random.below(2), 1 + random.below(2)}, random);
    if (walk(position, 20, 1, 1000, random)) late.push_back(position);
  }
  ASSERT_EQ(late.size(), 20u);
  Looks looks("english", 6);
  for (int game = 0; game < 2000 && !HasFailure(); ++game) {
    Board position = late[static_cast<std::size_t>(game) % late.size()];
    if (walk(position, 1 + game % 9, 1, 1000, random)) looks.at(position, 9);
  }
  EXPECT_GT(looks.found.proven, 20);
  EXPECT_GT(looks.found.not_proven, 20);
}

TEST(DraughtsCounts, WinsAreProvenWithTheCountOfAnEnding) {
  const auto& v = variant<Bits64>(find_rules("russian"), 8);
  base::Random random(12);
  Looks looks("russian", 8);
  for (int game = 0; game < 1500 && !HasFailure(); ++game) {
    Board position = random_kings(v, {3, 1}, random);
    if (walk(position, 1 + game % 4, 1, 1000, random)) looks.at(position, 5);
  }
  EXPECT_GT(looks.found.proven, 20);
  EXPECT_GT(looks.found.not_proven, 10);
}

TEST(DraughtsCounts, WinsAreProvenWithBoardsThatMayNotComeAgain) {
  const auto& v = variant<Bits64>(find_rules("english"), 6);
  base::Random random(13);
  Looks looks("english", 6);
  for (int game = 0; game < 2000 && !HasFailure(); ++game) {
    Board position = random_kings(v, {2, 1}, random);
    if (walk(position, 0, 2, 24, random) && position.may_end_by_repetition()) looks.at(position, 9);
  }
  EXPECT_GT(looks.found.proven, 20);
}

}  // namespace
}  // namespace losange::draughts
