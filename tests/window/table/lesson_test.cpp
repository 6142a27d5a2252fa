// What the lesson teaches is true: in every position the move it asks for is the only one that wins, by exact solving,
// and the cell it calls dead is the only one that is, by filling the board in every way.
#include "window/table/lesson.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "players/game/games.h"
#include "solver/hex_solver.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

solver::HexBoard board_of(const players::Session& session) {
  solver::HexBoard board{session.record().setup.size, {}, session.to_move()};
  for (const char piece : session.view().pieces)
    board.stones.push_back(piece == 'x' ? 1 : piece == 'o' ? 2 : 0);
  return board;
}

std::string name_of(int cell, int size) {
  return static_cast<char>('a' + cell % size) + std::to_string(cell / size + 1);
}

// Without the swap.
std::vector<std::string> winning_moves(const players::Session& session) {
  const auto board = board_of(session);
  const auto answer =
      solver::make_hex_solver(board.size, std::size_t{16} << 20)->solve(board, {.all_moves = true});
  EXPECT_THAT(answer.open, IsEmpty());
  std::vector<std::string> names;
  for (const int cell : answer.winning) names.push_back(name_of(cell, board.size));
  return names;
}

// Whether First joins top and bottom, by nothing but the neighbours of cells.
bool joins(const std::vector<int>& stones, int size) {
  std::vector<bool> seen(stones.size());
  std::vector<int> pending;
  const auto reach = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= size || row >= size) return;
    const auto cell = static_cast<std::size_t>(row * size + column);
    if (stones[cell] != 1 || seen[cell]) return;
    seen[cell] = true;
    pending.push_back(static_cast<int>(cell));
  };
  for (int column = 0; column < size; ++column) reach(column, 0);
  while (!pending.empty()) {
    const int column = pending.back() % size, row = pending.back() / size;
    pending.pop_back();
    if (row == size - 1) return true;
    for (const auto& [c, r] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}})
      reach(column + c, row + r);
  }
  return false;
}

// The cells that change the winner in no way of filling the others.
std::vector<std::string> dead_cells(const solver::HexBoard& board) {
  std::vector<std::size_t> empty;
  for (std::size_t i = 0; i < board.stones.size(); ++i) {
    if (board.stones[i] == 0) empty.push_back(i);
  }
  std::vector<bool> wins(std::size_t{1} << empty.size());
  for (std::size_t filling = 0; filling < wins.size(); ++filling) {
    auto stones = board.stones;
    for (std::size_t i = 0; i < empty.size(); ++i)
      stones[empty[i]] = (filling >> i & 1) != 0 ? 1 : 2;
    wins[filling] = joins(stones, board.size);
  }
  std::vector<std::string> dead;
  for (std::size_t i = 0; i < empty.size(); ++i) {
    bool matters = false;
    for (std::size_t filling = 0; filling < wins.size(); ++filling)
      matters = matters || wins[filling] != wins[filling ^ std::size_t{1} << i];
    if (!matters) dead.push_back(name_of(static_cast<int>(empty[i]), board.size));
  }
  return dead;
}

TEST(LessonTruth, TheMoveThatIsAskedForIsTheOnlyRightOne) {
  Lesson lesson;
  for (std::size_t step = 0; step < lesson_steps().size(); ++step) {
    lesson.go_to(step);
    SCOPED_TRACE("step " + std::to_string(step + 1));
    if (lesson.step().asks == LessonStep::Asks::DeadCell) {
      EXPECT_THAT(dead_cells(board_of(lesson.session())), ElementsAre(lesson.wanted()));
      continue;
    }
    while (!lesson.solved()) {
      const std::string wanted = lesson.wanted();
      const auto winning = winning_moves(lesson.session());
      // Who takes the stone over stands where its owner stood: a swap is right where no other move wins, and wrong
      // where one does.
      if (wanted == "swap-pieces") {
        EXPECT_TRUE(lesson.session().swap_move());
        EXPECT_THAT(winning, IsEmpty());
      } else {
        auto right = lesson.step().also;
        right.push_back(wanted);
        EXPECT_THAT(winning, testing::UnorderedElementsAreArray(right));
      }
      lesson.try_move(wanted);
      ASSERT_FALSE(lesson.wrong());
    }
  }
}

TEST(LessonTruth, AnotherRightAnswerIsTakenToo) {
  Lesson lesson;
  int others = 0;
  for (std::size_t step = 0; step < lesson_steps().size(); ++step) {
    for (const auto& move : lesson_steps()[step].also) {
      lesson.go_to(step);
      lesson.try_move(move);
      EXPECT_FALSE(lesson.wrong());
      EXPECT_TRUE(lesson.solved());
      EXPECT_EQ(lesson.session().last_move(), move);
      ++others;
    }
  }
  EXPECT_GT(others, 0);
}

TEST(LessonTruth, TheStoneThatIsNotToBeTakenMayBeTaken) {
  Lesson lesson;
  lesson.go_to(lesson_steps().size() - 1);
  EXPECT_TRUE(lesson.session().swap_move());
  lesson.try_move("swap-pieces");
  EXPECT_TRUE(lesson.wrong());
  EXPECT_FALSE(lesson.solved());
}

TEST(LessonTruth, EachSideHasHadItsMoves) {
  for (const auto& step : lesson_steps()) {
    EXPECT_EQ(base::split_words(step.first).size(), base::split_words(step.second).size())
        << "a position that could have been played";
  }
}

}  // namespace
}  // namespace losange::window
