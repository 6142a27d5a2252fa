// What a solver knows goes on in another one: nothing is searched twice, and a file that is not whole is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "error_of.h"
#include "solver/hex_solver.h"

namespace losange::solver {
namespace {

constexpr std::size_t kBytes = 1 << 24;

HexBoard opening(int size, int cell) {
  HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0),
                 game::Side::Second};
  board.stones[static_cast<std::size_t>(cell)] = 1;
  return board;
}

// Stopped after so many positions, or a little later.
HexAnswer solve_some(HexSolver& solver, const HexBoard& board, std::uint64_t nodes) {
  std::stop_source stop;
  const auto look = [&](const HexProgress& now) {
    if (now.nodes >= nodes) stop.request_stop();
  };
  return solver.solve(board, {}, look, stop.get_token());
}

TEST(KnownPositions, AreSearchedOnce) {
  const auto board = opening(7, 9);
  const auto straight = make_hex_solver(7, kBytes)->solve(board);
  ASSERT_TRUE(straight.winner.has_value());
  std::string known;
  std::uint64_t nodes = 0;
  int sittings = 0;
  std::optional<game::Side> winner;
  for (; !winner && sittings < 20; ++sittings) {
    const auto solver = make_hex_solver(7, kBytes);
    if (!known.empty()) solver->know(known);
    const auto answer = solve_some(*solver, board, straight.nodes / 5);
    nodes += answer.nodes;
    winner = answer.winner;
    known = solver->known();
  }
  EXPECT_GT(sittings, 1);
  EXPECT_EQ(winner, straight.winner);
  EXPECT_LT(nodes, straight.nodes * 3 / 2);
  const auto solver = make_hex_solver(7, kBytes);
  solver->know(known);
  const auto again = solver->solve(board);
  EXPECT_EQ(again.winner, winner);
  EXPECT_EQ(again.nodes, 0U);
}

TEST(KnownPositions, OfSetsOfEverySize) {
  for (const int size : {3, 8, 9, 12}) {
    const auto solver = make_hex_solver(size, kBytes);
    const auto board = opening(size, size * size / 2);
    solver->solve(board, {.time = base::Millis(50)});
    const std::string known = solver->known();
    const auto next = make_hex_solver(size, kBytes);
    next->know(known);
    EXPECT_EQ(next->known().size(), known.size()) << size;
  }
}

TEST(KnownPositions, AreRefusedWhereTheyAreNotWhole) {
  const auto solver = make_hex_solver(5, kBytes);
  solver->solve(opening(5, 2));
  const std::string known = solver->known();
  const auto refused = [](int size, const std::string& bytes) {
    return testing_errors::error_of([&] { make_hex_solver(size, kBytes)->know(bytes); });
  };
  EXPECT_THAT(refused(6, known), testing::HasSubstr("5x5"));
  EXPECT_THAT(refused(5, ""), testing::HasSubstr("not what"));
  EXPECT_THAT(refused(5, "openings of 5x5\n"), testing::HasSubstr("not what"));
  EXPECT_THAT(refused(5, known + "x"), testing::HasSubstr("damaged"));
  base::Random random(3);
  const std::size_t begin = known.find('\n') + 1;
  for (int i = 0; i < 300; ++i) {
    const auto at = random.below(static_cast<std::uint32_t>(known.size() - begin));
    EXPECT_THAT(refused(5, known.substr(0, begin + at)), testing::HasSubstr("damaged"));
    std::string changed = known;
    changed[begin + at] = static_cast<char>(changed[begin + at] ^ 1 << random.below(8));
    EXPECT_THAT(refused(5, changed), testing::HasSubstr("damaged"));
  }
}

}  // namespace
}  // namespace losange::solver
