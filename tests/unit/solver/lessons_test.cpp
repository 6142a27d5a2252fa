// What the solver tells of the questions it asked its net: as many as there were, and nothing that is not so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_evaluator.h"
#include "solver/hex_solver.h"

namespace losange::solver {
namespace {

// The side to move joins top and bottom, as First does.
HexBoard board_of(int size, const HexLesson& lesson) {
  HexBoard board{size, {}, game::Side::First};
  for (const auto& cell : lesson.cells) board.stones.push_back(cell.code);
  return board;
}

HexLesson::Known known_of(HexSolver& solver, const HexBoard& board) {
  return solver.solve(board).winner == game::Side::First ? HexLesson::Wins : HexLesson::Loses;
}

TEST(HexLessons, SayWhatIsSo) {
  constexpr int kSize = 5;
  const auto net = std::make_shared<testing_nets::UniformNet>();
  std::vector<HexLesson> lessons;
  HexBoard board{kSize, std::vector<int>(kSize * kSize, 0), game::Side::Second};
  board.stones[1] = 1;
  const auto solver = make_hex_solver(kSize, 1 << 20, net);
  solver->solve(board,
                {.all_moves = true, .lessons = [&](const auto& told) { lessons.push_back(told); }});
  EXPECT_EQ(lessons.size(), static_cast<std::size_t>(net->asked));
  const auto judge = make_hex_solver(kSize, 1 << 20);
  int positions = 0, wins = 0, losses = 0;
  for (const auto& lesson : lessons) {
    const HexBoard asked = board_of(kSize, lesson);
    if (lesson.known != HexLesson::Open) {
      EXPECT_EQ(known_of(*judge, asked), lesson.known);
      ++positions;
    }
    for (std::size_t cell = 0; cell < lesson.cells.size(); ++cell) {
      const auto known = lesson.cells[cell].known;
      if (known == HexLesson::Open) continue;
      EXPECT_TRUE(lesson.cells[cell].counts);
      HexBoard after = asked;
      after.stones[cell] = 1;
      after.to_move = game::Side::Second;
      EXPECT_EQ(known_of(*judge, after), known);
      ++(known == HexLesson::Wins ? wins : losses);
    }
  }
  EXPECT_GT(positions, 20);
  EXPECT_GT(wins, 5);
  EXPECT_GT(losses, 5);
}

TEST(HexLessons, AreThoseOfTheirQuestion) {
  constexpr int kSize = 4;
  const auto solver = make_hex_solver(kSize, 1 << 20, std::make_shared<testing_nets::UniformNet>());
  const HexBoard board{kSize, std::vector<int>(kSize * kSize, 0)};
  int told = 0;
  const HexQuestion question{.lessons = [&](const HexLesson&) { ++told; }};
  solver->solve(board, question);
  EXPECT_GT(told, 0);
  solver->solve(board, {.all_moves = true});  // nobody listens
  told = 0;
  solver->solve(board, question);  // the answer is known
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace losange::solver
