// The tree search with a net against exhaustive truth: a net that knows nothing must not keep it from
// proving small boards, and what it proves is so.
#include <gtest/gtest.h>

#include "base/random.h"
#include "fake_evaluator.h"
#include "oracle.h"
#include "players/told/net_leaf.h"
#include "search/montecarlo/montecarlo.h"
#include "search/montecarlo/puct.h"

namespace losange::players {
namespace {

using Position = hex::Position<2>;
using Search = search::MonteCarlo<Position, NetLeaf<2>, search::EveryMove<Position>, search::Puct>;

// With nodes looked at closely after so many visits.
Search make_search(std::uint32_t batch, std::uint32_t closer_after = 0) {
  search::MonteCarloSettings<search::Puct> settings;
  settings.rules.batch = batch;
  settings.rules.closer_after = closer_after;
  settings.stop_early = false;
  settings.keep_tree = true;
  settings.memory_bytes = std::size_t{64} << 20;
  return Search(settings, NetLeaf<2>(std::make_shared<testing_nets::UniformNet>(),
                                     std::make_shared<EvaluationCache>(std::size_t{1} << 22, 25),
                                     NetReading{}));
}

search::Report<hex::Move> judge(Search& search, const Position& position, std::uint64_t most,
                                int threads = 1) {
  search::Limits limits;
  limits.nodes = most;
  limits.threads = threads;
  search.start(position);
  return search.think(limits);
}

// What is said to be certain is, and a won position is not thrown away.
void expect_truth(oracle::Solver& solver, const Position& position,
                  const search::Report<hex::Move>& report) {
  const auto side = position.to_move();
  const auto wins_after = [&](hex::Move move) {
    auto after = position;
    after.play(move);
    return solver.winner(after) == side;
  };
  if (report.proven) {
    ASSERT_EQ(report.value > 0, solver.winner(position) == side);
  }
  if (report.proven && report.value > 0) {
    ASSERT_TRUE(wins_after(report.best));
  }
  for (const auto& line : report.lines) {
    if (line.proven) {
      ASSERT_EQ(line.value > 0, wins_after(line.move));
    }
  }
}

TEST(ZeroProof, EveryOpeningOfSmallBoards) {
  // Two solvers: the hash of an empty board does not say whether a swap will come.
  std::array<oracle::Solver, 2> solvers;
  for (const std::uint32_t batch : {1u, 5u}) {
    auto search = make_search(batch, batch - 1);
    for (const int size : {1, 2, 3, 4}) {
      for (int cell = -1; cell < size * size; ++cell) {
        for (const bool swap : {false, true}) {
          if (size == 4 && (swap || batch > 1)) continue;
          Position position(size, swap);
          if (cell >= 0) position.play(hex::Move::at(cell));
          if (position.outcome() != game::Outcome::Ongoing) continue;
          const auto report = judge(search, position, 200'000);
          ASSERT_TRUE(report.proven) << size << " " << cell << " " << swap;
          expect_truth(solvers[swap ? 1 : 0], position, report);
        }
      }
    }
  }
}

TEST(ZeroProof, RandomPositionsOfFiveByFive) {
  oracle::Solver solver;
  base::Random random(11);
  int proven = 0, judged = 0;
  for (int i = 0; i < 60; ++i) {
    Position position(5, false);
    Position::Moves moves;
    const auto plies = 12 + random.below(6);
    for (std::uint32_t ply = 0; ply < plies && position.outcome() == game::Outcome::Ongoing;
         ++ply) {
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() != game::Outcome::Ongoing) continue;
    auto search = make_search(i % 2 == 0 ? 1 : 4, i % 4 < 2 ? 0 : 3);
    const auto report = judge(search, position, 2000, i % 3 == 0 ? 2 : 1);
    expect_truth(solver, position, report);
    ++judged;
    proven += report.proven ? 1 : 0;
  }
  EXPECT_GT(judged, 20);
  EXPECT_GE(proven * 10, judged * 9);
}

// A tree that is kept has nodes that a closer look has proven without a move to show for it, and they become roots.
TEST(ZeroProof, WhatAKeptTreeSaysOfItsNewRootIsSo) {
  oracle::Solver solver;
  base::Random random(5);
  int certain = 0;
  for (int game = 0; game < 200; ++game) {
    Position position(3 + static_cast<int>(random.below(3)), false);
    Position::Moves moves;
    const auto play = [&](hex::Move move) {
      position.play(move);
      return move;
    };
    const auto any = [&] {
      position.legal_moves(moves);
      return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    };
    const auto goes_on = [&] { return position.outcome() == game::Outcome::Ongoing; };
    const int plies = position.size() == 5 ? 14 : position.size() == 4 ? 4 : 1;
    for (int ply = 0; ply < plies && goes_on(); ++ply) play(any());
    auto search = make_search(1 + game % 4, 4);
    search.start(position);
    while (goes_on()) {
      search::Limits limits;
      limits.nodes = 60;
      const auto report = search.think(limits);
      expect_truth(solver, position, report);
      // By moves that can be shown.
      for (const auto& line : report.lines) {
        const bool shows_it = report.value < 0 || &line == &report.lines.front();
        if (report.proven && shows_it) {
          ASSERT_TRUE(line.proven) << game;
        }
      }
      certain += report.proven ? 1 : 0;
      std::vector<hex::Move> played{play(random.below(3) == 0 ? any() : report.best)};
      if (goes_on() && random.below(2) == 0) played.push_back(play(any()));
      if (!search.advance(played, position.hash())) search.start(position, played.back());
    }
  }
  EXPECT_GT(certain, 100);
}

// Played out from the root, move by move with its tree kept, a won game is won.
TEST(ZeroProof, NeverLosesAProvenWin) {
  base::Random random(5);
  for (int game = 0; game < 30; ++game) {
    Position position(5, false);
    auto search = make_search(1);
    search.start(position);
    bool certain = false;
    while (position.outcome() == game::Outcome::Ongoing) {
      hex::Move move;
      if (position.to_move() == game::Side::First) {
        search::Limits limits;
        limits.nodes = 300;
        const auto report = search.think(limits);
        certain = certain || (report.proven && report.value > 0);
        move = report.best;
      } else {
        Position::Moves moves;
        position.legal_moves(moves);
        move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      }
      position.play(move);
      if (!search.advance({move}, position.hash())) search.start(position, move);
    }
    EXPECT_TRUE(certain);
    EXPECT_EQ(position.outcome(), game::Outcome::FirstWins);
  }
}

}  // namespace
}  // namespace losange::players
