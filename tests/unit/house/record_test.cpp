#include "game/record.h"

#include <gtest/gtest.h>

namespace losange::game {
namespace {

GameRecord branched() {
  GameRecord record;
  record.play({Side::First, "a1"});
  record.play({Side::Second, "b2"});
  record.back();
  record.play({Side::Second, "c3"});
  record.play({Side::First, "d4"});
  return record;
}

TEST(GameRecord, GrowsATreeAndReusesEqualMoves) {
  GameRecord record = branched();
  EXPECT_EQ(record.size(), 5u);
  EXPECT_EQ(record.moves(), (std::vector<std::string>{"a1", "c3", "d4"}));
  record.go_to(kRoot);
  record.play({Side::First, "a1"});
  record.play({Side::Second, "c3"});
  EXPECT_EQ(record.size(), 5u);
  record.go_to_end_of_main_line();
  EXPECT_EQ(record.moves(), (std::vector<std::string>{"a1", "b2"}));
  EXPECT_FALSE(record.forward());
}

TEST(GameRecord, WalksBackToTheRootOnly) {
  GameRecord record = branched();
  EXPECT_TRUE(record.back());
  EXPECT_TRUE(record.back());
  EXPECT_TRUE(record.back());
  EXPECT_FALSE(record.back());
  EXPECT_EQ(record.cursor(), kRoot);
}

TEST(GameRecord, RemovesASubtreeAndKeepsTheRest) {
  GameRecord record = branched();
  record.node(record.cursor()).comment = "last";
  const auto line = record.line();
  record.remove(record.node(line[1]).children[0]);  // b2
  EXPECT_EQ(record.size(), 4u);
  EXPECT_EQ(record.moves(), (std::vector<std::string>{"a1", "c3", "d4"}));
  EXPECT_EQ(record.node(record.cursor()).comment, "last");
  record.remove(record.line()[2]);  // c3 with d4 below: the cursor moves out
  EXPECT_EQ(record.moves(), (std::vector<std::string>{"a1"}));
  EXPECT_EQ(record.size(), 2u);
  EXPECT_TRUE(record.node(record.cursor()).children.empty());
}

}  // namespace
}  // namespace losange::game
