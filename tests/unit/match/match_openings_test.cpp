#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/system/file.h"
#include "error_of.h"
#include "hex/board/geometry.h"
#include "match/openings/openings.h"

namespace losange::match {
namespace {

using testing_errors::error_of;

game::GameSetup board(int size) { return {.size = size, .swap = false}; }

TEST(Openings, AllAreEveryCell) {
  for (const int size : {2, 3, 11, 19}) {
    const auto set = find_openings("all", board(size));
    std::set<std::string> names;
    for (const auto& opening : set.openings) {
      EXPECT_EQ(opening.moves.size(), 1u);
      names.insert(opening.name);
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(size * size));
  }
}

// No opening of a balanced set is another one after a half turn, which would count it twice.
TEST(Openings, BalancedSetsHaveNoTwins) {
  for (int size = 3; size <= 19; ++size) {
    std::set<std::string> seen;
    const auto set = find_openings("balanced", board(size));
    EXPECT_GE(set.openings.size(), 2u) << size;
    for (const auto& opening : set.openings) {
      std::string turned;
      for (const auto& move : opening.moves) {
        const auto cell = hex::parse_cell(size, move);
        ASSERT_TRUE(cell) << move;
        turned += (turned.empty() ? "" : " ") + hex::cell_name(size, size * size - 1 - *cell);
      }
      EXPECT_FALSE(seen.contains(turned)) << size << ": " << opening.name;
      EXPECT_TRUE(seen.insert(opening.name).second) << size << ": " << opening.name;
    }
  }
  EXPECT_EQ(find_openings("balanced", board(2)).openings.size(), 4u);
}

TEST(Openings, ReadsListsAndTheEmptyBoard) {
  const auto set = find_openings("a3, C2 g5", board(11));
  ASSERT_EQ(set.openings.size(), 2u);
  EXPECT_EQ(set.openings[1], (Opening{"c2 g5", {"c2", "g5"}}));
  EXPECT_EQ(find_openings("empty", board(1)).openings[0], (Opening{"empty", {}}));
}

TEST(Openings, ReadsFilesWithComments) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("losange_openings_" + std::to_string(::getpid()) + ".txt");
  base::write_file(path, "\xEF\xBB\xBF# near fair\na3\n\n  c2 g5   # two stones\r\nk11");
  const auto set = find_openings(path.string(), board(11));
  ASSERT_EQ(set.openings.size(), 3u);
  EXPECT_EQ(set.openings[0].name, "a3");
  EXPECT_EQ(set.openings[1].name, "c2 g5");
  EXPECT_EQ(set.openings[2].name, "k11");
  base::write_file(path, "a3\nb2 b2\n");
  const auto error = error_of([&] { find_openings(path.string(), board(11)); });
  EXPECT_NE(error.find(path.string() + ": line 2: b2 is taken"), std::string::npos) << error;
  std::filesystem::remove(path);
}

TEST(Openings, ReadsHexWorldLinks) {
  const auto openings = read_openings("https://hexworld.org/board/#11,c2g5 # twice\n", board(11));
  ASSERT_EQ(openings.size(), 1u);
  EXPECT_EQ(openings[0].name, "c2 g5");
  EXPECT_EQ(find_openings("https://hexworld.org/board/#11,c2g5", board(11)).openings, openings);
  const auto error =
      error_of([] { read_openings("https://hexworld.org/board/#13,c2", board(11)); });
  EXPECT_NE(error.find("line 1: this link is for a board of size 13"), std::string::npos) << error;
}

TEST(Openings, ExplainsMistakes) {
  EXPECT_NE(error_of([] { find_openings("nofile", board(11)); }).find("no such file"),
            std::string::npos);
  EXPECT_NE(error_of([] { find_openings("a12", board(11)); }).find("not a cell"),
            std::string::npos);
  // Nor is an opening made of a comma too many.
  for (const char* text : {"a3,", "a3,,b2", ",a3", "", "  "}) {
    EXPECT_NE(error_of([&] { find_openings(text, board(11)); }).find("has no moves"),
              std::string::npos)
        << text;
  }
  EXPECT_NE(error_of([] { find_openings("all", board(1)); }).find("nothing to play"),
            std::string::npos);
  EXPECT_NE(error_of([] { read_openings("a1 b1 a2", board(2)); }).find("line 1: the game is over"),
            std::string::npos);
  EXPECT_NE(error_of([] { read_openings("a1 swap-pieces", board(5)); }).find("swap"),
            std::string::npos);
}

TEST(Openings, EveryRoundPlaysEachOnceAndPartsAreSpread) {
  for (const std::size_t count : {1u, 2u, 3u, 9u, 10u, 13u, 25u, 121u, 361u}) {
    std::vector<int> used(count, 0);
    for (std::size_t n = 0; n < 3 * count; ++n) ++used[opening_of_pair(n, count)];
    EXPECT_EQ(used, std::vector<int>(count, 3)) << count;
  }
  // The first 20 of 121 leave no gap wider than twice the fair one.
  std::set<std::size_t> first;
  for (std::size_t n = 0; n < 20; ++n) first.insert(opening_of_pair(n, 121));
  std::size_t widest = 121 - *first.rbegin() + *first.begin();
  for (auto it = first.begin(); std::next(it) != first.end(); ++it) {
    widest = std::max(widest, *std::next(it) - *it);
  }
  EXPECT_LE(widest, 12u);
}

}  // namespace
}  // namespace losange::match
