#include "base/text.h"

#include <gtest/gtest.h>

#include <limits>

namespace losange::base {
namespace {

TEST(Text, TrimsSplitsAndLowers) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(split_words("  play  black\tf6 "), (std::vector<std::string>{"play", "black", "f6"}));
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string>{"a", "", "b", ""}));
  EXPECT_EQ(lower("F6-Z"), "f6-z");
}

TEST(Text, ReadsWholeNumbersOnly) {
  EXPECT_EQ(parse_integer("-42"), -42);
  for (const char* bad : {"", " 1", "1 ", "1x", "+1", "0x1", "99999999999999999999"}) {
    EXPECT_FALSE(parse_integer(bad)) << bad;
  }
  EXPECT_EQ(parse_real("2.5"), 2.5);
  for (const char* bad : {"", "nan", "inf", "1.5s", "1e999"}) EXPECT_FALSE(parse_real(bad)) << bad;
}

TEST(Text, FindsTheNearestWord) {
  const std::vector<std::string> known{"random", "montecarlo", "human"};
  EXPECT_EQ(nearest_word("montecalro", known), "montecarlo");
  EXPECT_EQ(nearest_word("Randm", known), "random");
  EXPECT_EQ(nearest_word("alphabeta", known), "");
}

TEST(Text, MakesForeignTextPrintable) {
  EXPECT_EQ(printable("a\x1b[0m\n"), "a\\x1b[0m\\x0a");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
}

TEST(Text, QuotesForTheShell) {
  EXPECT_EQ(shell_quoted("out/duel-2"), "out/duel-2");
  EXPECT_EQ(shell_quoted("my duel"), "'my duel'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
}

TEST(Text, FormatsDurations) {
  EXPECT_EQ(format_duration(3.21), "3.2 s");
  EXPECT_EQ(format_duration(250), "4 min 10 s");
  EXPECT_EQ(format_duration(7500), "2 h 05 min");
  EXPECT_EQ(format_duration(std::numeric_limits<double>::quiet_NaN()), "?");
}

}  // namespace
}  // namespace losange::base
