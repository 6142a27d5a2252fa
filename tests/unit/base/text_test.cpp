#include "base/text.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <utility>

#include "base/error.h"

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
  const std::vector<std::string> short_ones{"play", "mcts", "zero"};
  EXPECT_EQ(nearest_word("plya", short_ones), "play") << "two letters changed places";
  EXPECT_EQ(nearest_word("mtcs", short_ones), "mcts");
  EXPECT_EQ(nearest_word("pyal", short_ones), "") << "two mistakes are too many for four letters";
  const std::vector<std::string> players{"hub", "negamax-mlp", "negamax", "human"};
  EXPECT_EQ(nearest_word("hum", players), "human") << "begun, and not mistyped";
  EXPECT_EQ(nearest_word("Nega", players), "negamax") << "the shortest of several";
  EXPECT_EQ(nearest_word("hu", players), "hub") << "two letters are too few to be a beginning";
}

TEST(Text, JoinsWords) {
  EXPECT_EQ(joined({}, ", "), "");
  const std::vector<std::string> words{"", "b", ""};
  EXPECT_EQ(joined(std::span(words).first(1), ", "), "");
  EXPECT_EQ(joined(words, ", "), ", b, ") << "empty words are words";
}

TEST(Text, CountsThings) {
  EXPECT_EQ(counted(0, "game"), "0 games");
  EXPECT_EQ(counted(1, "game"), "1 game");
  EXPECT_EQ(counted(2, "game"), "2 games");
}

TEST(Text, MakesForeignTextPrintable) {
  EXPECT_EQ(printable("a\x1b[0m\n"), "a\\x1b[0m\\x0a");
  EXPECT_EQ(printable("\xC2\x9B[0m \xC3\xA9 \xC2\xA0"), "\\u009b[0m \xC3\xA9 \xC2\xA0");
  EXPECT_EQ(printable_lines("a\x1b[0m\n\n\tb\r\xC2\x9B\n"), "a\\x1b[0m\n\n\tb\\x0d\\u009b\n");
  EXPECT_EQ(printable_lines(std::string(200, 'x')), std::string(200, 'x'));
  EXPECT_EQ(printable("\xC2"), "\\xc2");
  EXPECT_EQ(printable("a\xE9z \x9B[2J"), "a\\xe9z \\x9b[2J");
  EXPECT_EQ(printable("\xE2\x82 \xE2\x82\xAC \xED\xA0\x80"),
            "\\xe2\\x82 \xE2\x82\xAC \\xed\\xa0\\x80");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
}

TEST(Text, FitsIntoColumns) {
  EXPECT_EQ(in_columns("abcdef", 6), "abcdef");
  EXPECT_EQ(in_columns("abcdefg", 6), "abc...");
  EXPECT_EQ(in_columns("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9");
  EXPECT_EQ(in_columns("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9...");
  EXPECT_EQ(in_columns("abcdef", 2), "..");
}

TEST(Text, TellsThePlaceInLinesAndCharacters) {
  const auto place = [](std::string_view text, std::size_t offset) {
    try {
      fail_at(text, offset, Message::verbatim("x"));
    } catch (const ParseError& error) {
      return std::pair(error.line, error.column);
    }
  };
  EXPECT_EQ(place("abc", 0), std::pair(1, 1));
  EXPECT_EQ(place("a\nbc", 3), std::pair(2, 2));
  EXPECT_EQ(place("\xC3\xA9z", 2), std::pair(1, 2));
  EXPECT_EQ(place("a", 99), std::pair(1, 2));
  EXPECT_EQ(first_character("a\xC3\xA9z", 1), "\xC3\xA9");
  EXPECT_EQ(first_character("", 0), "");
}

TEST(Text, ReadsUtf8AndElseLatin1) {
  for (const char* valid : {"plain", "\xC3\xA9", "\xE6\xA3\x8B", "\xF0\x9F\x99\x82"}) {
    EXPECT_EQ(to_utf8(valid), valid);
  }
  EXPECT_EQ(to_utf8("\xE9"), "\xC3\xA9");
  // Cut short, too long, a surrogate, past the last character.
  for (const char* bad : {"\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
    EXPECT_NE(to_utf8(bad), bad);
    EXPECT_EQ(to_utf8(to_utf8(bad)), to_utf8(bad));
  }
}

TEST(Text, QuotesForTheShell) {
  EXPECT_EQ(shell_quoted("out/duel-2"), "out/duel-2");
  EXPECT_EQ(shell_quoted("my duel"), "'my duel'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
}

TEST(Text, FormatsDurations) {
  EXPECT_EQ(format_duration(3.21), "3.2 s");
  EXPECT_EQ(format_duration(59.9), "59.9 s");
  EXPECT_EQ(format_duration(59.96), "1 min 00 s");
  EXPECT_EQ(format_duration(250), "4 min 10 s");
  EXPECT_EQ(format_duration(7500), "2 h 05 min");
  EXPECT_EQ(format_duration(std::numeric_limits<double>::quiet_NaN()), "?");
}

}  // namespace
}  // namespace losange::base
