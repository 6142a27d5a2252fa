#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>

#include "book/file.h"
#include "book/keep.h"
#include "book/learn.h"
#include "error_of.h"
#include "oracle.h"
#include "surroundings.h"
#include "temporary.h"

namespace losange::book {
namespace {

using ::testing::HasSubstr;

Book learned(int size, std::uint64_t scenarios, std::uint64_t seed, LearnSettings settings = {}) {
  Book book;
  book.size = size;
  book.seed = seed;
  for (const Role role : {Role::Start, Role::Answer}) learn(book, role, scenarios, settings, {});
  return book;
}

game::Side winner_after(int size, std::initializer_list<int> cells) {
  hex::Position<2> position(size, false);
  for (const int cell : cells) position.play(hex::Move::at(cell));
  oracle::Solver solver;
  return solver.winner(position);
}

TEST(BookLearn, FindsTheWinningFirstMoveAndTheBestAnswers) {
  const Book book = learned(3, 100'000, 1, {.exploration = 0.5, .even_openings = true});
  const Tree& start = book.tree(Role::Start);
  const auto best = start.ranked_children(kRoot).front();
  EXPECT_EQ(winner_after(3, {start.node(best).cell}), game::Side::First);
  EXPECT_GT(start.node(best).value(), 0.8);
  EXPECT_LT(start.node(kRoot).value(), -0.5)
      << "the root's value is for the side that does not move";
  // Wherever a lost opening allows it, the answer wins.
  const Tree& answer = book.tree(Role::Answer);
  int lost_openings = 0;
  answer.for_each_child(kRoot, [&](NodeIndex opening) {
    const int cell = answer.node(opening).cell;
    if (winner_after(3, {cell}) == game::Side::First) return;
    ++lost_openings;
    const auto reply = answer.ranked_children(opening).front();
    EXPECT_EQ(winner_after(3, {cell, answer.node(reply).cell}), game::Side::Second)
        << hex::cell_name(3, cell);
  });
  EXPECT_GT(lost_openings, 0);
}

TEST(BookLearn, EveryScenarioIsAVisitOfTheRootAndAddsAtMostOneNode) {
  const Book book = learned(11, 5'000, 2);
  for (const Tree& tree : book.trees) {
    EXPECT_EQ(tree.node(kRoot).visits, 5'000u);
    EXPECT_EQ(tree.size(), 5'001u);
    for (NodeIndex i = 0; i < tree.size(); ++i) {
      const Node& node = tree.node(i);
      std::uint64_t below = 0;
      std::int64_t score_below = 0;
      tree.for_each_child(i, [&](NodeIndex child) {
        below += tree.node(child).visits;
        score_below += tree.node(child).score;
      });
      const bool leaf_visit = i != kRoot;  // the scenario that added the node ended in it
      ASSERT_EQ(node.visits, below + (leaf_visit ? 1 : 0));
      // What is good for the mover is bad for who moves next.
      ASSERT_LE(std::abs(node.score + score_below), leaf_visit ? kWin : 0);
    }
  }
  EXPECT_FALSE(book.trees[0] == book.trees[1]) << "each tree has its own scenarios";
}

TEST(BookLearn, ResumedEqualsUncut) {
  const Book whole = learned(5, 3'000, 3);
  Book parts;
  parts.size = 5;
  parts.seed = 3;
  for (const std::uint64_t until : {1, 17, 1'000, 1'001, 3'000}) {
    for (const Role role : {Role::Answer, Role::Start}) learn(parts, role, until, {}, {});
    parts = read_book(write_book(parts));
  }
  EXPECT_EQ(parts, whole);
  EXPECT_EQ(write_book(parts), write_book(whole));
  EXPECT_FALSE(learned(5, 3'000, 4) == whole);
}

TEST(BookLearn, AStopRequestEndsItWithAWholeTree) {
  std::stop_source source;
  source.request_stop();
  Book book;
  learn(book, Role::Start, 1'000'000'000, {}, source.get_token());
  EXPECT_EQ(book.tree(Role::Start).node(kRoot).visits, 0u);
}

TEST(BookLearn, EvenOpeningsGiveEveryFirstMoveAsManyScenarios) {
  const Book book = learned(4, 1'600, 5, {.even_openings = true});
  const Tree& answer = book.tree(Role::Answer);
  answer.for_each_child(kRoot, [&](NodeIndex i) { EXPECT_EQ(answer.node(i).visits, 100u); });
  const Tree& start = book.tree(Role::Start);
  EXPECT_GT(start.node(start.ranked_children(kRoot).front()).visits, 100u);
}

TEST(BookLearn, EverySizeLearns) {
  for (const int size : {1, 2, 12, 19}) {
    const Book book = learned(size, 300, 6);
    EXPECT_EQ(book.tree(Role::Start).node(kRoot).visits, 300u);
    EXPECT_EQ(read_book(write_book(book)), book);
  }
}

class BookKept : public ::testing::Test {
 protected:
  BookKept() { std::filesystem::create_directories(folder_); }
  ~BookKept() override { std::filesystem::remove_all(folder_); }

  std::string keep(const std::filesystem::path& path, std::stop_token stop) const {
    return testing_errors::error_of(
        [&] { keep_book(path, book_, stop, [&](const std::string& text) { tell_(text); }); });
  }

  std::filesystem::path folder_ = testing_files::temporary("kept_books");
  testing_files::Environment data_{"XDG_DATA_HOME", (folder_ / "data").c_str()};
  testing_files::Environment temporary_{"TMPDIR", folder_.c_str()};
  Book book_ = learned(3, 200, 7);
  std::function<void(const std::string&)> tell_ = [](const std::string&) {};
};

TEST_F(BookKept, ElsewhereWhenItsPlaceIsFull) {
  std::filesystem::create_symlink("/dev/full", folder_ / "my.book");
  const std::string error = keep(folder_ / "my.book", {});
  const auto data = folder_ / "data" / "losange";
  EXPECT_THAT(error, HasSubstr("No space left"));
  EXPECT_THAT(error, HasSubstr("What was learnt is kept in " + (data / "my.").string()));
  EXPECT_EQ(load_book(std::filesystem::directory_iterator(data)->path()), book_);
}

TEST_F(BookKept, InMemoryUntilThereIsRoom) {
  save_book(folder_ / "my.book", Book{});
  std::vector<std::string> told;
  std::optional<testing_files::SmallFilesOnly> full(std::in_place, 16);
  tell_ = [&](const std::string& text) {
    told.push_back(text);
    full.reset();
  };
  EXPECT_EQ(keep(folder_ / "my.book", {}), "");
  EXPECT_EQ(told.size(), 1u);
  EXPECT_EQ(load_book(folder_ / "my.book"), book_);
}

TEST_F(BookKept, UntilAStopIsRequestedAndTheOldOneIsWhole) {
  save_book(folder_ / "my.book", Book{});
  std::stop_source stop;
  const testing_files::SmallFilesOnly full(16);
  tell_ = [&](const std::string&) { stop.request_stop(); };
  EXPECT_THAT(keep(folder_ / "my.book", stop.get_token()), HasSubstr("is lost"));
  EXPECT_EQ(load_book(folder_ / "my.book"), Book{});
}

}  // namespace
}  // namespace losange::book
