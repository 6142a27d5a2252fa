// The solver against exhaustive search that knows the rules alone: winners and all winning moves of random positions, with
// plenty of memory and with next to none, on one thread and on several; lines that can be played; limits that leave open and
// never guess.
#include "solver/hex_solver.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>

#include "base/random.h"
#include "fake_evaluator.h"
#include "oracle.h"
#include "search/proof/dfpn.h"
#include "solver/hex_expert.h"

namespace losange::solver {
namespace {

using game::Side;
using hex::Position;

// Stones in turn or any number of either side, as handicaps and setups have them.
HexBoard random_board(int size, int stones, bool in_turn, base::Random& random) {
  HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0),
                 random.below(2) == 0 ? Side::First : Side::Second};
  for (int placed = 0; placed < stones;) {
    int& cell = board.stones[random.below(static_cast<std::uint32_t>(board.stones.size()))];
    if (cell != 0) continue;
    cell = in_turn ? 1 + placed % 2 : 1 + static_cast<int>(random.below(2));
    ++placed;
  }
  return board;
}

void check_answer(const HexBoard& board, const HexAnswer& answer, oracle::Solver& truth) {
  const auto position = Position<2>::from_flat(board.stones, board.to_move);
  ASSERT_TRUE(answer.winner.has_value());
  ASSERT_EQ(*answer.winner, truth.winner(position));
  ASSERT_TRUE(answer.open.empty());
  std::vector<int> winning;
  position.empty().for_each([&](int cell) {
    auto next = position;
    next.play(hex::Move::at(cell));
    if (truth.winner(next) == board.to_move) winning.push_back(cell);
  });
  ASSERT_EQ(answer.winning, winning);
  // A line of legal moves along which the winner stays the winner.
  auto walked = position;
  for (const int cell : answer.line) {
    ASSERT_TRUE(walked.is_legal(hex::Move::at(cell)));
    walked.play(hex::Move::at(cell));
    ASSERT_EQ(truth.winner(walked), *answer.winner);
  }
}

void check_random(int size, int least, int most, int count, std::size_t bytes, std::uint64_t seed,
                  const std::shared_ptr<const net::Evaluator>& net = {}, int threads = 1) {
  base::Random random(seed);
  oracle::Solver truth;
  int wins = 0, several = 0;
  const auto kept =
      make_hex_solver(size, bytes, net, threads);  // what it knows of one helps with the next
  for (int i = 0; i < count;) {
    const int stones =
        least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    const auto board = random_board(size, stones, i % 2 == 0, random);
    if (Position<2>::from_flat(board.stones, board.to_move).outcome() != game::Outcome::Ongoing)
      continue;
    ++i;
    const auto answer = kept->solve(board, {.all_moves = true});
    check_answer(board, answer, truth);
    if (testing::Test::HasFatalFailure()) return;
    wins += *answer.winner == board.to_move ? 1 : 0;
    several += answer.winning.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(wins, count / 4);
  EXPECT_LT(wins, count);
  EXPECT_GT(several, 0);
}

TEST(HexSolver, AgreesWithExhaustiveSearchOn4x4) { check_random(4, 4, 10, 300, 1 << 24, 1); }
TEST(HexSolver, AgreesWithExhaustiveSearchOn5x5) { check_random(5, 14, 19, 400, 1 << 24, 2); }
TEST(HexSolver, AgreesWithExhaustiveSearchOn6x6) { check_random(6, 25, 30, 300, 1 << 24, 3); }
TEST(HexSolver, AgreesWhateverANetSays) {
  const auto net = std::make_shared<testing_nets::LyingNet>();
  check_random(4, 4, 10, 300, 1 << 24, 6, net);
  check_random(5, 14, 19, 300, 0, 7, net);
  EXPECT_GT(net->asked, 100);
}
TEST(HexSolver, AgreesWithNextToNoMemory) { check_random(5, 14, 19, 100, 0, 4); }
TEST(HexSolver, AgreesOnSeveralThreads) {
  check_random(5, 12, 19, 60, 1 << 24, 8, {}, 2);
  check_random(4, 5, 10, 40, 0, 9, {}, 4);
}

// Without connections, so that small boards take a search.
struct InferiorExpert : HexExpert<1> {
  void expand(const Position& position, search::Expansion<hex::Move, Reason>& out) const {
    const auto inferior = hex::inferior_cells(position);
    out.reason = needed_by(inferior, inferior.vulnerable);
    inferior.consider.for_each([&](int cell) { out.moves.push_back(hex::Move::at(cell)); });
  }
};

// With all stones and cells that a result does not rest on given to the loser, the winner still wins: that is why other moves
// are spared, and why a result decides other positions.
template <class Expert>
void check_reasons(std::initializer_list<int> sizes, double filled_share, int least) {
  base::Random random(12);
  oracle::Solver truth;
  int checked = 0, narrow = 0, fewer = 0, of_losers = 0;
  for (int i = 0; i < 300; ++i) {
    const int size = std::data(sizes)[static_cast<std::size_t>(i) % sizes.size()];
    const int stones = static_cast<int>(filled_share * size * size) + i % 5;
    const auto board = random_board(size, stones, i % 4 < 2, random);
    const auto start = Position<1>::from_flat(board.stones, board.to_move);
    if (start.outcome() != game::Outcome::Ongoing) continue;
    Expert expert;
    search::ProofSearch<Position<1>, Expert> search(expert, i % 3 == 0 ? 0 : 1 << 22);
    const auto check = [&](const Position<1>& position, const auto& entry) {
      if (!entry.numbers.decided() || entry.reason.count() > 13)
        return;  // more takes brute force long
      const Side mover = position.to_move();
      const Side winner = entry.numbers.is_won() ? mover : game::other(mover);
      const auto given = position.empty() & ~entry.reason;
      const auto needed = EarlierResults<1>::needed_stones(position, winner, entry.reason);
      const auto lost = position.stones(winner) & ~needed;
      std::array stones{position.stones(Side::First), position.stones(Side::Second)};
      stones[static_cast<std::size_t>(game::index(winner))] = needed;
      stones[static_cast<std::size_t>(game::index(game::other(winner)))] |= given | lost;
      const auto worst = Position<1>::from_stones(size, stones[0], stones[1], mover).to_flat();
      ASSERT_EQ(truth.winner(Position<2>::from_flat(worst, mover)), winner);
      ++checked;
      narrow += given.any() ? 1 : 0;
      fewer += lost.any() ? 1 : 0;
      of_losers += winner != mover ? 1 : 0;
    };
    std::set<std::uint64_t> seen;
    const auto walk = [&](const auto& self, const Position<1>& position) -> void {
      const auto* entry = search.table().find(expert.key(position));
      if (entry == nullptr || position.outcome() != game::Outcome::Ongoing) return;
      if (testing::Test::HasFatalFailure() || !seen.insert(expert.key(position)).second) return;
      check(position, *entry);
      position.empty().for_each(
          [&](int cell) { self(self, expert.after(position, hex::Move::at(cell))); });
    };
    ASSERT_TRUE(search.prove(Expert::filled(start)).wins);
    walk(walk, Expert::filled(start));
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(checked, least);
  EXPECT_GT(narrow, checked / 3);
  EXPECT_GT(fewer, checked / 3);
  EXPECT_GT(of_losers, checked / 10);
}
TEST(HexSolver, RestsResultsOnCellsThatAreEnough) {
  check_reasons<InferiorExpert>({4, 5}, 0.2, 1500);
  check_reasons<HexExpert<1>>({5, 6}, 0.25, 100);
}

// Earlier positions, by a proof search without any knowledge of Hex.
TEST(HexSolver, AgreesWithPlainProofsOn5x5) {
  base::Random random(5);
  search::PlainExpert<Position<2>> plain(Side::First);
  search::ProofSearch<Position<2>, search::PlainExpert<Position<2>>> truth(plain, 1 << 28);
  const auto solver = make_hex_solver(5, 1 << 24);
  int wins = 0;
  for (int i = 0; i < 60; ++i) {
    const auto board = random_board(5, 10 + i % 5, true, random);
    const auto position = Position<2>::from_flat(board.stones, board.to_move);
    const auto proved = truth.prove(position);
    ASSERT_TRUE(proved.wins.has_value());
    const auto answer = solver->solve(board);
    ASSERT_EQ(answer.winner == board.to_move, *proved.wins);
    wins += *proved.wins ? 1 : 0;
  }
  EXPECT_GT(wins, 15);
  EXPECT_LT(wins, 55);
}

// Boards of two words and more.
TEST(HexSolver, SolvesEndingsOfLargeBoards) {
  for (const int size : {9, 12, 17}) {
    HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0), Side::Second};
    const auto at = [&](int row, int column) -> int& {
      return board.stones[static_cast<std::size_t>(row * size + column)];
    };
    // A column of First that has a bridge to the last row, which is Second's but for the bridge.
    const int middle = size / 2;
    for (int row = 0; row + 1 < size; ++row) at(row, middle) = 1;
    for (int column = 0; column < size; ++column) at(size - 1, column) = 2;
    at(size - 1, middle) = at(size - 1, middle - 1) = 0;
    const auto solver = make_hex_solver(size, 1 << 22);
    EXPECT_EQ(solver->solve(board).winner, Side::First);
    at(size - 1, middle) = 2;
    const auto cut = solver->solve(board, {.all_moves = true});
    EXPECT_EQ(cut.winner, Side::Second);
    EXPECT_EQ(cut.winning, std::vector<int>{(size - 1) * size + middle - 1});
  }
}

TEST(HexSolver, SaysWhoHasWon) {
  HexBoard board{2, {1, 0, 1, 2}, Side::Second};
  const auto answer = make_hex_solver(2, 0)->solve(board, {.all_moves = true});
  EXPECT_EQ(answer.winner, Side::First);
  EXPECT_TRUE(answer.winning.empty());
}

TEST(HexSolver, LeavesOpenWhatItHadNoTimeFor) {
  HexBoard board{11, std::vector<int>(121, 0), Side::First};
  const auto solver = make_hex_solver(11, 1 << 24);
  base::Stopwatch watch;
  const auto answer = solver->solve(board, {.all_moves = true, .time = base::Millis(200)});
  EXPECT_LT(watch.seconds(), 1.5);
  EXPECT_FALSE(answer.winner.has_value());
  EXPECT_EQ(answer.open.size() + answer.winning.size(), 121U);
  EXPECT_TRUE(answer.winning.empty());
  std::stop_source stop;
  std::jthread asks([&] {
    std::this_thread::sleep_for(base::Millis(100));
    watch.restart();
    stop.request_stop();
  });
  EXPECT_FALSE(solver->solve(board, {.all_moves = true}, {}, stop.get_token()).winner);
  EXPECT_LT(watch.seconds(), 1.0);  // 0.05 on a machine with nothing else to do
}

}  // namespace
}  // namespace losange::solver
