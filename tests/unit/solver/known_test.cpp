// What a solver knows goes on in another one: nothing is searched twice, and a file that is not whole is refused, or says what
// cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "error_of.h"
#include "solver/hex_expert.h"
#include "solver/hex_solver.h"
#include "solver/known_file.h"

namespace losange::solver {
namespace {

constexpr std::size_t kBytes = 1 << 24;

HexBoard opening(int size, int cell) {
  HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0),
                 game::Side::Second};
  board.stones[static_cast<std::size_t>(cell)] = 1;
  return board;
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
    const auto answer = solver->solve(board, {.nodes = straight.nodes / 5});
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

// Where a clock stops a search is another place every time.
TEST(KnownPositions, AreTheSameAfterAsManyNodes) {
  const auto board = opening(7, 9);
  const HexQuestion question{.all_moves = true, .nodes = 2000};
  const auto first = make_hex_solver(7, kBytes), second = make_hex_solver(7, kBytes);
  const auto answer = first->solve(board, question);
  EXPECT_EQ(answer.nodes, 2000U);
  EXPECT_FALSE(answer.open.empty());
  EXPECT_EQ(second->solve(board, question).open, answer.open);
  EXPECT_EQ(second->known(), first->known());
}

// Going on with less memory would forget half of what took so long, and write that over it.
TEST(KnownPositions, AreRefusedWhereTheyFindNoRoom) {
  const auto board = opening(7, 9);
  const auto solver = make_hex_solver(7, kBytes);
  const auto answer = solver->solve(board);
  const std::size_t less = std::size_t{1} << 19;
  ASSERT_GT(answer.memory, less);
  const std::string known = solver->known();
  const auto error = testing_errors::error_of([&] { make_hex_solver(7, less)->know(known); });
  ASSERT_THAT(error, testing::HasSubstr("take --memory "));
  const auto wanted = std::stoul(error.substr(error.find("--memory ") + 9));
  EXPECT_LE(wanted, kBytes >> 20);
  const auto roomy = make_hex_solver(7, wanted << 20);
  roomy->know(known);
  EXPECT_EQ(roomy->known().size(), known.size());
}

// A search that had to forget moves goes on all the same.
TEST(KnownPositions, MayHaveForgottenTheirMoves) {
  const auto board = opening(7, 9);
  const std::size_t little = std::size_t{1} << 18;
  const auto first = make_hex_solver(7, little);
  const auto straight = make_hex_solver(7, kBytes)->solve(board);
  ASSERT_GT(straight.memory, 2 * little);
  EXPECT_FALSE(first->solve(board, {.nodes = straight.nodes / 2}).winner.has_value());
  KnownTable<1> table(kBytes);
  add_bytes<1>(7, first->known(), table);
  int open = 0, without = 0;
  table.for_each([&](const auto& entry) {
    open += entry.numbers.decided() ? 0 : 1;
    without += !entry.numbers.decided() && entry.edges == 0 ? 1 : 0;
  });
  EXPECT_GT(without, 100);
  EXPECT_GT(open, without);
  const auto second = make_hex_solver(7, kBytes);
  second->know(first->known());
  const auto answer = second->solve(board);
  EXPECT_EQ(answer.winner, straight.winner);
  EXPECT_LT(answer.nodes, straight.nodes * 3 / 2);
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

// One position as a file has it, whatever it says.
struct Kept {
  std::uint64_t key = 0;
  search::ProofNumbers numbers{3, 2};
  int width = 2;
  std::vector<KnownTable<1>::Edge> edges{{1, hex::Move::at(3), 5, 6}, {2, hex::Move::at(8), 7, 8}};
  hex::Bitboard<1> reason{{0x1FF}};
  std::uint32_t work = 1;
};
void add(KnownTable<1>& table, const Kept& kept) {
  table.store(kept.key, kept.numbers, kept.work, kept.edges, kept.width, kept.reason);
}
std::string why_refused(const Kept& kept) {
  KnownTable<1> table(kBytes);
  add(table, kept);
  return testing_errors::error_of([&] { make_hex_solver(3, kBytes)->know(to_bytes<1>(3, table)); });
}

TEST(KnownPositions, AreRefusedWhereNoSearchFindsThem) {
  constexpr auto kInfinite = search::ProofNumbers::kInfinite;
  EXPECT_EQ(why_refused({}), "");
  EXPECT_EQ(why_refused({.numbers = {kInfinite - 1, kInfinite - 1}}), "");
  EXPECT_EQ(why_refused({.edges = {}}), "");  // the moves were forgotten
  EXPECT_EQ(why_refused({.numbers = search::ProofNumbers::won(), .width = 0, .edges = {}}), "");
  EXPECT_EQ(why_refused({.numbers = search::ProofNumbers::lost(), .width = 0, .edges = {}}), "");
  const std::vector<Kept> wrong{
      {.numbers = {0, 0}},
      {.numbers = {0, 5}},
      {.numbers = {5, 0}},
      {.numbers = {kInfinite, 1}},
      {.numbers = {1, kInfinite}},
      {.numbers = {kInfinite, kInfinite}},
      {.numbers = {~0U, ~0U}},
      {.width = 0},
      {.edges = {{1, hex::Move::at(9), 5, 6}}},
      {.edges = {{1, hex::Move::swap(), 5, 6}}},
      {.edges = {{1, hex::Move::at(3), 0, 6}}},
      {.edges = {{1, hex::Move::at(3), 5, 0}}},
      {.edges = {{1, hex::Move::at(3), 5, 6}, {2, hex::Move::at(3), 5, 6}}},
      {.reason = {{0x200}}},
  };
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_THAT(why_refused(wrong[i]), testing::HasSubstr("damaged")) << i;
  }
}

// A solver that was told what is in the table of this position and of those after its moves.
struct Told {
  HexBoard board = opening(4, 0);
  hex::Position<1> position =
      HexExpert<1>::filled(hex::Position<1>::from_flat(board.stones, board.to_move));
  KnownTable<1> table{kBytes};

  std::uint64_t key_after(int cell) const {
    return HexExpert<1>().after(position, hex::Move::at(cell)).hash();
  }
  std::unique_ptr<HexSolver> solver(int threads = 1) const {
    auto made = make_hex_solver(board.size, kBytes, {}, threads);
    made->know(to_bytes<1>(board.size, table));
    return made;
  }
};
constexpr const char* kCannotBe = "cannot be true";

TEST(KnownPositions, AreRefusedWhereAMoveIsNotOne) {
  for (const int threads : {1, 2}) {
    for (const auto after : {search::ProofNumbers{1, 1}, search::ProofNumbers::won()}) {
      Told told;
      const int taken = told.position.occupied().first();
      add(told.table, {.key = told.position.hash(), .edges = {{7, hex::Move::at(taken), 1, 1}}});
      add(told.table, {.key = 7, .numbers = after});
      const auto solver = told.solver(threads);
      EXPECT_THAT(testing_errors::error_of([&] { solver->solve(told.board); }),
                  testing::HasSubstr(kCannotBe))
          << threads << " " << after.proof;
    }
  }
}

TEST(KnownPositions, AreRefusedWhereAMoveLeadsElsewhere) {
  for (const int threads : {1, 2}) {
    Told told;
    const std::uint64_t key = told.position.hash();
    const int cell = told.position.empty().first();
    add(told.table, {.key = key, .edges = {{key, hex::Move::at(cell), 1, 1}}});  // to itself
    const auto solver = told.solver(threads);
    EXPECT_THAT(testing_errors::error_of([&] { solver->solve(told.board); }),
                testing::HasSubstr(kCannotBe))
        << threads;
  }
}

TEST(KnownPositions, AreRefusedWhereALineCannotBePlayed) {
  Told told;
  const int taken = told.position.occupied().first();
  add(told.table, {.key = told.position.hash(),
                   .numbers = search::ProofNumbers::won(),
                   .edges = {{7, hex::Move::at(taken), 1, 1}}});
  add(told.table, {.key = 7, .numbers = search::ProofNumbers::lost()});
  const auto solver = told.solver();
  EXPECT_THAT(testing_errors::error_of([&] { solver->solve(told.board); }),
              testing::HasSubstr(kCannotBe));
}

// A proof is of the truth, whatever was kept.
TEST(KnownPositions, AreRefusedWhereTheyCannotBeProved) {
  const auto truth = make_hex_solver(4, kBytes)->solve(opening(4, 0)).winner;
  ASSERT_EQ(truth, game::Side::Second);
  for (const bool won : {false, true}) {
    Told told;
    const auto numbers = won ? search::ProofNumbers::won() : search::ProofNumbers::lost();
    add(told.table, {.key = told.position.hash(), .numbers = numbers, .edges = {}});
    // Where it is won, by no move.
    if (won) {
      told.position.empty().for_each([&](int cell) {
        add(told.table,
            {.key = told.key_after(cell), .numbers = search::ProofNumbers::won(), .edges = {}});
      });
    }
    const auto solver = told.solver();
    EXPECT_EQ(solver->solve(told.board).winner == truth, won);
    EXPECT_THAT(testing_errors::error_of([&] { solver->prove(told.board); }),
                testing::HasSubstr(kCannotBe))
        << won;
  }
}

TEST(KnownPositions, AreRefusedWhereTheLoserWinsAtOnce) {
  // Whoever moves wins at c2.
  Told told{.board = {3, {1, 1, 1, 2, 2, 0, 0, 0, 0}, game::Side::Second}};
  add(told.table, {.key = told.position.hash(), .numbers = search::ProofNumbers::lost()});
  const auto solver = told.solver();
  EXPECT_EQ(solver->solve(told.board).winner, game::Side::First);
  EXPECT_THAT(testing_errors::error_of([&] { solver->prove(told.board); }),
              testing::HasSubstr(kCannotBe));
}

TEST(KnownPositions, AreRefusedWhereTheMoveOfAProofIsNotOne) {
  Told told;
  const int free = told.position.empty().first(), taken = told.position.occupied().first();
  const std::uint64_t after = told.key_after(free);
  add(told.table, {.key = told.position.hash(),
                   .numbers = search::ProofNumbers::won(),
                   .edges = {{after, hex::Move::at(free)}, {7, hex::Move::at(taken)}}});
  // A proof has the move that took the least work.
  const auto lost = search::ProofNumbers::lost();
  add(told.table, {.key = after, .numbers = lost, .edges = {}, .work = 2});
  add(told.table, {.key = 7, .numbers = lost, .edges = {}, .work = 1});
  EXPECT_THAT(testing_errors::error_of([&] { told.solver()->prove(told.board); }),
              testing::HasSubstr(kCannotBe));
}

}  // namespace
}  // namespace losange::solver
