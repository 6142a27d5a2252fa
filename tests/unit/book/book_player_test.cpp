#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "book/file.h"
#include "book/learn.h"
#include "hex/evaluation/distance.h"
#include "players/game/games.h"
#include "players/game/session.h"
#include "players/registry.h"
#include "players/wrapped/book.h"

namespace losange::players {
namespace {

using game::Side;
using ::testing::HasSubstr;

// A book in a file of its own, gone at the end of the test.
class BookFileForTest {
 public:
  explicit BookFileForTest(const book::Book& book)
      : path_(std::filesystem::temp_directory_path() / ("losange_" + std::to_string(::getpid()) +
                                                        "_" + std::to_string(count_++) + ".book")) {
    book::save_book(path_, book);
  }
  ~BookFileForTest() { std::filesystem::remove(path_); }

  std::string path() const { return path_.string(); }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

book::Book learned(int size, std::uint64_t scenarios) {
  book::Book book;
  book.size = size;
  book.seed = 1;
  for (const auto role : {book::Role::Start, book::Role::Answer}) {
    book::learn(book, role, scenarios, {.exploration = 0.5}, {});
  }
  return book;
}

// One line in one tree, each move with this value for its mover and visits.
book::Book with_line(int size, book::Role role, std::initializer_list<const char*> moves,
                     double value, std::uint32_t visits) {
  book::Book book;
  book.size = size;
  auto node = book::kRoot;
  for (const char* move : moves) {
    node = book.tree(role).add_child(node, hex::checked_cell(size, move));
    book.tree(role).add(node, static_cast<std::int64_t>(value * visits) * book::kWin, visits);
  }
  return book;
}

std::string answer_of(const std::string& spec, int size, std::initializer_list<const char*> moves,
                      bool swap = false) {
  game::GameRecord record(game::GameSetup{.size = size, .swap = swap});
  Side side = Side::First;
  for (const char* move : moves) {
    record.play({side, move});
    side = game::other(side);
  }
  return make_player(spec)->choose(record, {}, {}, {}).move;
}

int games_won(const std::string& first, const std::string& second, Side side, int games) {
  int won = 0;
  for (int i = 0; i < games; ++i) {
    Session session(game::GameSetup{.size = 4, .swap = false});
    session.set_player(Side::First, make_player(first), first);
    session.set_player(Side::Second, make_player(second), second);
    session.base_limits().seed = static_cast<std::uint64_t>(i);
    while (!session.over()) {
      session.play(session.ask().move);
    }
    won += session.result().outcome == game::win_for(side) ? 1 : 0;
  }
  return won;
}

TEST(BookPlayer, BothTreesBeatRandomPlayClearly) {
  const BookFileForTest file(learned(4, 30'000));
  const std::string player = "book:file=" + file.path();
  EXPECT_GE(games_won(player, "random", Side::First, 40), 38);
  EXPECT_GE(games_won("random", player, Side::Second, 40), 36);
}

TEST(BookPlayer, PlaysTheTreeOfItsRole) {
  const BookFileForTest start(with_line(5, book::Role::Start, {"b4", "c3", "d2"}, 0.5, 100));
  EXPECT_EQ(answer_of("book:file=" + start.path(), 5, {}), "b4");
  EXPECT_EQ(answer_of("book:file=" + start.path(), 5, {"b4", "c3"}), "d2");
  const BookFileForTest answer(with_line(5, book::Role::Answer, {"a1", "e5"}, 0.5, 100));
  EXPECT_EQ(answer_of("book:file=" + answer.path(), 5, {"a1"}), "e5");
  EXPECT_EQ(answer_of("book:file=" + answer.path(), 5, {"e5"}), "a1") << "turned by half";
}

TEST(BookPlayer, TrustsAMoveOnlyAfterEnoughScenarios) {
  // A cell that the shortest path would never choose: it touches too little.
  const BookFileForTest file(with_line(5, book::Role::Answer, {"c3", "a5"}, 0.5, 100));
  EXPECT_EQ(answer_of("book:visits=100,file=" + file.path(), 5, {"c3"}), "a5");
  EXPECT_NE(answer_of("book:visits=101,file=" + file.path(), 5, {"c3"}), "a5");
}

TEST(BookPlayer, SwapsAStoneThatStandsWellAndOpensEvenly) {
  const BookFileForTest strong(with_line(5, book::Role::Answer, {"c3", "b4"}, 0.5, 100));
  EXPECT_EQ(answer_of("book:file=" + strong.path(), 5, {"c3"}, true), "swap-pieces");
  EXPECT_EQ(answer_of("book:file=" + strong.path(), 5, {"c3"}, false), "b4");
  const BookFileForTest weak(with_line(5, book::Role::Answer, {"a1", "b4"}, -0.5, 100));
  EXPECT_EQ(answer_of("book:file=" + weak.path(), 5, {"a1"}, true), "b4");
  // After a swap the first player answers a stone mirrored on the long diagonal.
  const BookFileForTest mirrored(with_line(5, book::Role::Answer, {"b1", "e3"}, 0.5, 100));
  EXPECT_EQ(answer_of("book:file=" + mirrored.path(), 5, {"b1", "swap-pieces"}, true), "c5");

  auto openings = with_line(5, book::Role::Start, {"c3"}, 1, 100);
  auto& tree = openings.tree(book::Role::Start);
  const auto even = tree.add_child(book::kRoot, hex::checked_cell(5, "a2"));
  tree.add(even, book::kWin * 4, 20);
  const BookFileForTest file(openings);
  EXPECT_EQ(answer_of("book:file=" + file.path(), 5, {}, true), "a2");
  EXPECT_EQ(answer_of("book:file=" + file.path(), 5, {}, false), "c3");
}

TEST(BookPlayer, OffTheBookItPlaysOnAShortestPathNearOthersAndTheEnemy) {
  const hex::Config config{9, false};
  game::GameRecord record(game::GameSetup{.size = 9, .swap = false});
  const auto player = make_player("book");
  for (Side side = Side::First;; side = game::other(side)) {
    const auto position = replay<hex::Hex<2>>(record, config);
    if (position.outcome() != game::Outcome::Ongoing) break;
    const auto move = player->choose(record, {}, {}, {}).move;
    const auto paths = hex::shortest_paths(position, side);
    const int cell = hex::checked_cell(9, move);
    ASSERT_TRUE(paths.cells.test(cell)) << move;
    const auto score = [&](int of) {
      int sum = 0;
      for (const int near : position.geometry().around[static_cast<std::size_t>(of)]) {
        if (near < 0) continue;
        sum += paths.cells.test(near) || position.stones(game::other(side)).test(near) ? 1 : 0;
      }
      return sum;
    };
    paths.cells.for_each([&](int other) { EXPECT_LE(score(other), score(cell)) << move; });
    record.play({side, move});
  }
  EXPECT_GE(record.moves().size(), 17u);
}

TEST(OpeningBook, EveryEngineOpensFromABookAndThenThinks) {
  const BookFileForTest file(with_line(5, book::Role::Start, {"a5"}, 0.5, 5000));
  for (const auto& strategy : strategies()) {
    EXPECT_EQ(strategy.opens_from_book,
              strategy.engine && strategy.plays("hex") && strategy.name != "book")
        << strategy.name;
  }
  for (const std::string name : {"random", "montecarlo", "mcts", "yopt"}) {
    EXPECT_EQ(answer_of(name + ":book=" + file.path(), 5, {}), "a5") << name;
    const std::string settings =
        name == "mcts" || name == "yopt" ? ":descents=200,book=" : ":book=";
    EXPECT_NE(answer_of(name + settings + file.path(), 5, {"a5", "b2"}), "") << name;
  }
  EXPECT_NE(answer_of("montecarlo:book_visits=5001,book=" + file.path(), 5, {}), "a5");
}

TEST(OpeningBook, ErrorsNameTheFileAndTheRemedy) {
  const auto error_of = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(error_of([] { make_player("random:book=/no/such.book"); }),
              HasSubstr("/no/such.book"));
  const BookFileForTest file(with_line(5, book::Role::Start, {"a5"}, 0.5, 5000));
  EXPECT_THAT(error_of([&] { answer_of("random:book=" + file.path(), 6, {}); }),
              HasSubstr("losange book learn --size 6"));
}

TEST(OpeningBook, APositionThatIsNoGameFromTheEmptyBoardIsLeftToTheEngine) {
  const BookFileForTest file(with_line(5, book::Role::Start, {"a5"}, 0.5, 5000));
  game::GameRecord record(game::GameSetup{.size = 5, .swap = false});
  const auto id = record.add_setup_child(game::kRoot);
  record.node(id).setup.push_back({"a5", Side::First});
  record.node(id).to_move = Side::First;
  record.go_to(id);
  const auto answer = make_player("random:book=" + file.path())->choose(record, {}, {}, {});
  EXPECT_NE(answer.move, "a5");
}

}  // namespace
}  // namespace losange::players
