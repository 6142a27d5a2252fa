#include "players/engines/kept_for_setup.h"

#include <gtest/gtest.h>

#include <vector>

namespace losange::players {
namespace {

// Like a search: neither copied nor moved.
struct Table {
  explicit Table(int number) : number(number) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  int number;
};
struct OtherTable : Table {
  using Table::Table;
};

class KeptForSetupTest : public testing::Test {
 protected:
  // The number of the one that is kept, counted as they are made.
  template <class Thing = Table>
  int number(const game::GameSetup& setup) {
    return kept_.get(setup, [&] { return Thing(++made_); }).number;
  }

  KeptForSetup kept_;
  int made_ = 0;
};

TEST_F(KeptForSetupTest, FromMoveToMove) {
  EXPECT_EQ(number({.size = 11}), 1);
  EXPECT_EQ(number({.size = 11}), 1);
  kept_.get({.size = 11}, [] { return Table(0); }).number = 7;
  EXPECT_EQ(number({.size = 11}), 7);
  EXPECT_EQ(made_, 1);
}

TEST_F(KeptForSetupTest, AnewForAnyOtherGame) {
  const std::vector<game::GameSetup> setups{{.size = 11, .swap = true},
                                            {.size = 13, .swap = true},
                                            {.size = 13, .swap = false},
                                            {.game = "draughts", .size = 13, .swap = false},
                                            {.size = 11, .swap = true}};
  int expected = 0;
  for (const auto& setup : setups) EXPECT_EQ(number(setup), ++expected);
}

TEST_F(KeptForSetupTest, AnewForAnotherType) {
  EXPECT_EQ(number({.size = 11}), 1);
  EXPECT_EQ(number<OtherTable>({.size = 11}), 2);
  EXPECT_EQ(number({.size = 11}), 3);
}

TEST_F(KeptForSetupTest, ForgottenWhenAsked) {
  EXPECT_EQ(number({.size = 11}), 1);
  kept_.forget();
  EXPECT_EQ(number({.size = 11}), 2);
}

// What could not be made does not replace what is there.
TEST_F(KeptForSetupTest, AFailureLeavesTheOldOne) {
  EXPECT_EQ(number({.size = 11}), 1);
  EXPECT_THROW(kept_.get({.size = 13}, []() -> Table { throw 1; }), int);
  EXPECT_EQ(number({.size = 11}), 1);
}

}  // namespace
}  // namespace losange::players
