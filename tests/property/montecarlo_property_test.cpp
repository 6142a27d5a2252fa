// Monte-Carlo tree search against exhaustive truth, and its time management under every clock.
#include <gtest/gtest.h>

#include <unordered_map>

#include "montecarlo_games.h"
#include "oracle.h"

namespace losange::testing_games {
namespace {

using game::Side;

void expect_truth(oracle::Solver& solver, HexSearch& search, const HexPosition& position,
                  std::uint64_t most) {
  search.start(position);
  const auto report = search.think(descents(most));
  ASSERT_TRUE(report.proven);
  const bool wins = solver.winner(position) == position.to_move();
  ASSERT_EQ(report.value, wins ? 1.0 : -1.0);
  auto after = position;
  after.play(report.best);
  if (wins) {
    ASSERT_EQ(solver.winner(after), position.to_move());
  }
  for (const auto& line : report.lines) {
    if (!line.proven) continue;
    auto next = position;
    next.play(line.move);
    ASSERT_EQ(line.value > 0, solver.winner(next) == position.to_move());
  }
}

TEST(MonteCarloProof, EveryOpeningOfSmallBoards) {
  oracle::Solver solver;
  for (const bool threats : {true, false}) {
    auto search = hex_search(rave_settings(), threats);
    for (const int size : {2, 3, 4}) {
      if (size == 4 && !threats) continue;  // the same, only slowly
      for (int cell = 0; cell < size * size; ++cell) {
        for (const bool swap : {false, true}) {
          if (size == 4 && swap) continue;
          HexPosition position(size, swap);
          position.play(hex::Move::at(cell));
          expect_truth(solver, search, position, 3'000'000);
        }
      }
    }
  }
}

HexPosition random_position(int size, std::uint32_t plies, base::Random& random) {
  HexPosition position(size, false);
  HexPosition::Moves moves;
  for (std::uint32_t ply = 0; ply < plies && position.outcome() == game::Outcome::Ongoing; ++ply) {
    position.legal_moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

// Positions in the middle of random games, with and without each pruning of moves that do not matter.
TEST(MonteCarloProof, RandomPositionsOfFourByFour) {
  oracle::Solver solver;
  base::Random random(7);
  for (int i = 0; i < 300; ++i) {
    const auto position = random_position(4, 5 + random.below(6), random);
    if (position.outcome() != game::Outcome::Ongoing) continue;
    auto search = hex_search(rave_settings(), i % 2 == 0, 1, i % 4 < 2);
    expect_truth(solver, search, position, 3'000'000);
  }
}

TEST(MonteCarloProof, RandomPositionsOfFiveByFiveWithoutInferiorCells) {
  oracle::Solver solver;
  base::Random random(8);
  int asked = 0;
  for (int i = 0; i < 100; ++i) {
    const auto position = random_position(5, 12 + random.below(5), random);
    if (position.outcome() != game::Outcome::Ongoing) continue;
    auto search = hex_search(rave_settings(), i % 2 == 0, 1, true);
    expect_truth(solver, search, position, 3'000'000);
    ++asked;
  }
  EXPECT_GT(asked, 30);
}

// Goes through every position that turns lead to, each once.
void expect_truth_below(oracle::Solver& solver, HexSearch& search, const HexPosition& position,
                        std::unordered_map<std::uint64_t, bool>& seen) {
  if (position.outcome() != game::Outcome::Ongoing) return;
  if (!seen.emplace(position.hash(), true).second) return;
  expect_truth(solver, search, position, 3'000'000);
  HexPosition::Moves moves;
  position.legal_moves(moves);
  for (const auto move : moves) {
    if (testing::Test::HasFatalFailure()) return;
    auto next = position;
    next.play(move);
    expect_truth_below(solver, search, next, seen);
  }
}

TEST(MonteCarloProof, EveryPositionOfThreeByThreeWithoutInferiorCells) {
  oracle::Solver solver;
  std::unordered_map<std::uint64_t, bool> seen;
  auto search = hex_search(rave_settings(), true, 1, true);
  expect_truth_below(solver, search, HexPosition(3, false), seen);
  EXPECT_GT(seen.size(), 1000u);
}

TEST(MonteCarloProof, OpeningsOfFourByFourWithoutInferiorCells) {
  oracle::Solver solver;
  auto search = hex_search(rave_settings(), true, 1, true);
  for (int cell = 0; cell < 16; cell += 2) {
    HexPosition position(4, false);
    position.play(hex::Move::at(cell));
    expect_truth(solver, search, position, 3'000'000);
  }
}

// What is filled in decides the game before a stone does: the tree still answers with a move, and where it
// goes on from a node it had proven that way, the move it answers keeps the win.
TEST(MonteCarloProof, PlaysOnFromNodesDecidedByInferiorCells) {
  oracle::Solver solver;
  auto search = hex_search(rave_settings(), true, 1, true);
  for (int cell = 0; cell < 16; cell += 3) {
    HexPosition position(4, false);
    position.play(hex::Move::at(cell));
    search.start(position);
    const Side winner = solver.winner(position);
    while (position.outcome() == game::Outcome::Ongoing) {
      const auto report = search.think(descents(20'000));
      position.play(report.best);
      ASSERT_EQ(solver.winner(position), winner);
      if (!search.advance({report.best}, position.hash())) search.start(position);
    }
  }
}

// Exact values of Leapfrog cut off after a few plies are not known to the search's proofs; where it
// proves, plain minimax over the whole game must agree.
class LeapfrogSolver {
 public:
  int value(const LeapfrogPosition& position, int depth) {  // for the side to move; 2 when too deep
    if (position.outcome() != game::Outcome::Ongoing) {
      return game::value_for(position.to_move(), position.outcome());
    }
    if (depth == 0) return 2;
    LeapfrogPosition::Moves moves;
    position.legal_moves(moves);
    int best = -1;
    bool unknown = false;
    for (const auto& move : moves) {
      auto after = position;
      after.play(move);
      const int reply = value(after, depth - 1);
      if (reply == 2) {
        unknown = true;
      } else {
        best = std::max(best, -reply);
      }
    }
    return best < 1 && unknown ? 2 : best;
  }
};

TEST(MonteCarloProof, LeapfrogNeverContradictsMinimax) {
  LeapfrogSolver solver;
  base::Random random(3);
  int compared = 0;
  int draws = 0;
  for (int i = 0; i < 200; ++i) {
    auto position = Leapfrog::initial({});
    LeapfrogPosition::Moves moves;
    const auto plies = 6 + random.below(30);
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() != game::Outcome::Ongoing) continue;
    const int truth = solver.value(position, 9);
    if (truth == 2) continue;
    auto search = leapfrog_search();
    search.start(position);
    const auto report = search.think(descents(30'000));
    if (!report.proven) continue;
    ++compared;
    draws += truth == 0 ? 1 : 0;
    EXPECT_EQ(report.value, static_cast<double>(truth));
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(draws, 0);
}

// A player that thinks as long as the plan ever allows, plus what the way to the clock costs, never
// oversteps; and it uses a sensible part of its time.
TEST(TimePlan, NeverOverstepsAClock) {
  for (const long total_ms : {5'000L, 10'000L, 60'000L, 1'800'000L}) {
    for (const long increment_ms : {0L, 100L, 2'000L}) {
      for (const auto& [slow, promise] : {std::pair{false, search::kWholeShare},
                                          {true, search::kWholeShare},
                                          {true, search::kEarlyPromise}}) {
        base::Millis left(total_ms);
        base::Random random(static_cast<std::uint64_t>(total_ms + increment_ms));
        base::Millis first_ten{0};
        for (int move = 0; move < 60; ++move) {
          search::Limits limits;
          limits.clock = search::ClockState{left, base::Millis(increment_ms)};
          limits.time = base::Millis(1);  // has no say beside a clock
          const auto plan = search::plan_time(
              limits, {.likely = std::max(6, 24 - move), .longest = 60 - move}, promise);
          ASSERT_TRUE(plan);
          ASSERT_GE(plan->aim, base::Millis(0));
          ASSERT_LE(plan->aim, plan->most);
          const auto lag = base::Millis(random.below(slow ? 20 : 3));
          const auto spent = (slow ? plan->most : plan->aim) + std::min(lag, left / 16);
          if (move < 10) first_ten += spent;
          ASSERT_LE(spent, left) << "move " << move << " with " << left.count() << " ms";
          left -= spent;
          left += base::Millis(increment_ms);
        }
        EXPECT_GT(first_ten * 5, base::Millis(total_ms));
      }
    }
  }
}

TEST(TimePlan, AFixedTimeIsUsedWhole) {
  search::Limits limits;
  EXPECT_FALSE(search::plan_time(limits, {}));
  limits.time = base::Millis(700);
  EXPECT_EQ(search::plan_time(limits, {})->aim, base::Millis(700));
  EXPECT_EQ(search::plan_time(limits, {})->most, base::Millis(700));
}

// However the remaining descents fall, a leader that "cannot be overtaken" still leads at the end.
TEST(EarlyStop, TheLeaderStays) {
  base::Random random(11);
  int stopped = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::array<std::uint64_t, 4> visits{};
    for (auto& v : visits) v = random.below(50);
    const std::uint64_t remaining = random.below(50);
    std::sort(visits.begin(), visits.end(), std::greater<>());
    if (!search::cannot_be_overtaken(visits[0], visits[1], remaining)) {
      EXPECT_GE(visits[1] + remaining, visits[0]);  // and it never stops for less
      continue;
    }
    ++stopped;
    for (std::uint64_t d = 0; d < remaining; ++d) ++visits[random.below(4)];
    EXPECT_GT(visits[0], *std::max_element(visits.begin() + 1, visits.end()));
  }
  EXPECT_GT(stopped, 1000);
}

}  // namespace
}  // namespace losange::testing_games
