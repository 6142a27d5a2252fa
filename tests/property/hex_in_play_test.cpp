// What tree searches are told of connections (players/told/hex_connections.h) against truth: no claim of a closer look is
// wrong, whether exhaustive search says so or the solver; and a player who says that a win is proven wins, whoever plays
// against it, in no more moves than it said.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>

#include "base/random.h"
#include "fake_evaluator.h"
#include "hex/board/hex.h"
#include "oracle.h"
#include "players/registry.h"
#include "players/told/hex_connections.h"
#include "players/trees/zero.h"
#include "record_of.h"
#include "solver/hex_solver.h"

namespace losange::players {
namespace {

using game::Side;
using Position = hex::Position<2>;

// Stones of both sides in turn, on a board where the game goes on; nothing where chance ended it.
std::optional<Position> random_position(int size, std::uint32_t least, std::uint32_t most,
                                        base::Random& random) {
  Position position(size, false);
  Position::Moves moves;
  for (auto stones = least + random.below(most - least + 1); stones > 0; --stones) {
    position.legal_moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (position.outcome() != game::Outcome::Ongoing) return std::nullopt;
  }
  return position;
}

struct Tally {
  int looked = 0, decided = 0, lost_moves = 0;
};

template <class WinnerOf>
void check_looks(int size, std::uint32_t least, std::uint32_t most, int count, Tally& tally,
                 WinnerOf&& winner_of) {
  base::Random random(static_cast<std::uint64_t>(size));
  ConnectionsLook<2> look;
  for (int i = 0; i < count; ++i) {
    const auto position = random_position(size, least, most, random);
    if (!position) continue;
    ++tally.looked;
    const auto seen = look(*position);
    if (seen.outcome != game::Outcome::Ongoing) {
      ++tally.decided;
      ASSERT_EQ(seen.outcome, game::win_for(winner_of(*position))) << size << " " << i;
    }
    position->empty().for_each([&](int cell) {
      if (!seen.loses(hex::Move::at(cell))) return;
      ++tally.lost_moves;
      auto after = *position;
      after.play(hex::Move::at(cell));
      ASSERT_EQ(winner_of(after), game::other(position->to_move())) << size << " " << i;
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(HexInPlay, LooksSayTheTruthOfSmallBoards) {
  oracle::Solver solver;
  Tally tally;
  const auto winner = [&](const Position& position) { return solver.winner(position); };
  check_looks(3, 0, 5, 300, tally, winner);
  check_looks(4, 2, 9, 2000, tally, winner);
  check_looks(5, 13, 17, 1200, tally, winner);
  EXPECT_GT(tally.looked, 2500);
  EXPECT_GT(tally.decided, 1000);
  EXPECT_GT(tally.lost_moves, 1000);
}

TEST(HexInPlay, LooksSayWhatTheSolverSays) {
  const auto solver = solver::make_hex_solver(6, std::size_t{64} << 20);
  Tally tally;
  check_looks(6, 12, 22, 200, tally, [&](const Position& position) {
    if (position.outcome() != game::Outcome::Ongoing) {
      return position.outcome() == game::Outcome::FirstWins ? Side::First : Side::Second;
    }
    solver::HexBoard board{6, std::vector<int>(36, 0), position.to_move()};
    for (int cell = 0; cell < 36; ++cell) {
      board.stones[static_cast<std::size_t>(cell)] = position.stones(Side::First).test(cell)    ? 1
                                                     : position.stones(Side::Second).test(cell) ? 2
                                                                                                : 0;
    }
    return *solver->solve(board).winner;
  });
  EXPECT_GT(tally.decided, 50);
  EXPECT_GT(tally.lost_moves, 300);
}

// A swap may turn all of it round.
TEST(HexInPlay, NothingIsSaidWhileASwapIsOpen) {
  Position offered(4, true);
  ConnectionsLook<2> look;
  SureEnding<2> ending;
  EXPECT_FALSE(ending.win(offered).has_value());
  EXPECT_EQ(look(offered).outcome, game::Outcome::Ongoing);
  offered.play(hex::Move::at(5));
  EXPECT_FALSE(ending.win(offered).has_value());
  EXPECT_EQ(look(offered).outcome, game::Outcome::Ongoing);
  EXPECT_FALSE(look(offered).loses(hex::Move::at(0)));
  EXPECT_TRUE(ending.win(Position(4, false)).has_value());
}

std::unique_ptr<Player> zero(const std::map<std::string, std::string>& given) {
  return make_zero(Settings(zero_parameters(), given),
                   std::make_shared<testing_nets::UniformNet>());
}

struct Promises {
  int wins = 0, losses = 0, kept = 0;
};

// The player and its opponent from a position on; once the player says that it wins, it does so in time.
void play_out(Player& player, Player& opponent, const Position& from, std::uint64_t seed,
              Promises& promises) {
  game::GameRecord record(game::GameSetup{.size = from.size(), .swap = false});
  hex::Bitboard<2> left[2] = {from.stones(Side::First), from.stones(Side::Second)};
  Position position(from.size(), false);
  const auto play = [&](const std::string& move) {
    record.play({position.to_move(), move});
    position.play(hex::Hex<2>::parse(position, move));
  };
  for (Side side = Side::First; left[game::index(side)].any(); side = game::other(side)) {
    auto& stones = left[game::index(side)];
    const int cell = stones.first();
    stones.reset(cell);
    play(hex::cell_name(from.size(), cell));
  }
  const Side mine = from.to_move();
  std::optional<int> promised;  // moves that are left
  bool lost = false;
  while (position.outcome() == game::Outcome::Ongoing) {
    search::Limits limits;
    limits.seed = seed;
    if (position.to_move() != mine) {
      play(opponent.choose(record, limits, {}, {}).move);
      continue;
    }
    const auto answer = player.choose(record, limits, {}, {});
    if (answer.report.proven && answer.report.value > 0) {
      ASSERT_GT(answer.report.moves, 0);
      ASSERT_LE(answer.report.moves, promised.value_or(answer.report.moves));
      promised = answer.report.moves;
    } else {
      ASSERT_FALSE(promised.has_value()) << "a proven win was forgotten";
      lost = lost || answer.report.proven;
    }
    if (promised) --*promised;
    play(answer.move);
  }
  const bool won = position.outcome() == game::win_for(mine);
  promises.wins += promised ? 1 : 0;
  promises.losses += lost ? 1 : 0;
  promises.kept += promised && won ? 1 : 0;
  ASSERT_TRUE(won || !promised) << "a proven win was lost";
}

void play_games(const std::function<std::unique_ptr<Player>()>& make_player,
                const std::vector<std::string>& opponents, int games, Promises& promises) {
  base::Random random(7);
  for (int i = 0; i < games; ++i) {
    const int size = 5 + i % 5;
    const auto player = make_player();
    const auto opponent =
        players::make_player(opponents[static_cast<std::size_t>(i) % opponents.size()]);
    const auto cells = static_cast<std::uint32_t>(size * size);
    const auto from = random_position(size, cells / 8, cells / 3, random);
    if (!from) continue;
    play_out(*player, *opponent, *from, static_cast<std::uint64_t>(i), promises);
    if (testing::Test::HasFatalFailure()) FAIL() << "game " << i;
  }
}

TEST(HexInPlay, ZeroKeepsAProvenWin) {
  Promises promises;
  play_games(
      [] {
        return zero({{"visits", "12"}});
      },
      {"random", "mcts:descents=300", "mcts:descents=2000", "montecarlo:playouts=500"}, 300,
      promises);
  EXPECT_GT(promises.wins, 150);
  EXPECT_EQ(promises.kept, promises.wins);
}

TEST(HexInPlay, MctsKeepsAProvenWin) {
  Promises promises;
  play_games([] { return players::make_player("mcts:descents=400"); },
             {"random", "mcts:descents=2000"}, 100, promises);
  EXPECT_GT(promises.wins, 50);
  EXPECT_EQ(promises.kept, promises.wins);
}

// Who is lost for certain says so, with the moves that the other side may need, and is lost.
TEST(HexInPlay, ALossIsSaid) {
  const auto record = testing_games::record_of(5, {"c3", "a1"});
  const auto white = testing_games::record_of(5, {"c3"});
  const auto won = zero({{"visits", "8"}})->choose(record, {}, {}, {});
  EXPECT_TRUE(won.report.proven);
  EXPECT_GT(won.report.value, 0);
  const auto lost = zero({{"visits", "8"}})->choose(white, {}, {}, {});
  EXPECT_TRUE(lost.report.proven);
  EXPECT_EQ(lost.report.value, -1);
  EXPECT_GE(lost.report.moves, 4);  // one a row
  EXPECT_LE(lost.report.moves, 12);
  EXPECT_TRUE(lost.report.lines.front().proven);
  const auto unknown = zero({{"visits", "8"}, {"connections", "false"}})->choose(white, {}, {}, {});
  EXPECT_FALSE(unknown.report.proven);
}

}  // namespace
}  // namespace losange::players
