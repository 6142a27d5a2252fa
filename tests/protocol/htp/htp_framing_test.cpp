#include <gtest/gtest.h>

#include "protocol/lines/framing.h"

namespace losange::protocol {
namespace {

TEST(HtpFraming, LinesWithoutACommandGetNoReply) {
  for (const char* line : {"", "   ", "\t\r", "# a comment", "  # interrupt", "\x01\x7f"}) {
    EXPECT_FALSE(parse_command(line)) << line;
  }
}

TEST(HtpFraming, ReadsIdNameAndArguments) {
  struct Case {
    const char* line;
    Command command;
  };
  const Case cases[] = {
      {"play b a1", {"", "play", {"b", "a1"}, "b a1"}},
      {"  play\tb   a1 \r", {"", "play", {"b", "a1"}, "b   a1"}},
      {"12 name", {"12", "name", {}, ""}},
      {"007 echo x", {"007", "echo", {"x"}, "x"}},
      {"12", {"", "12", {}, ""}},
      {"1 2 3", {"1", "2", {"3"}, "3"}},
      {"-1 name", {"", "-1", {"name"}, "name"}},
      {"1x name", {"", "1x", {"name"}, "name"}},
      {"play b a1 # my move", {"", "play", {"b", "a1"}, "b a1"}},
      {"loadsgf game#3.sgf", {"", "loadsgf", {"game#3.sgf"}, "game#3.sgf"}},
      {"loadsgf \"my game #3.sgf\" 4",
       {"", "loadsgf", {"my game #3.sgf", "4"}, "\"my game #3.sgf\" 4"}},
      {"echo a\\\"b \"\" c\\d", {"", "echo", {"a\"b", "", "c\\d"}, "a\\\"b \"\" c\\d"}},
      {"echo \"never closed", {"", "echo", {"never closed"}, "\"never closed"}},
      {"na\x01me\x7f", {"", "name", {}, ""}},
  };
  for (const auto& [line, expected] : cases) {
    const auto command = parse_command(line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(command->id, expected.id) << line;
    EXPECT_EQ(command->name, expected.name) << line;
    EXPECT_EQ(command->arguments, expected.arguments) << line;
    EXPECT_EQ(command->rest, expected.rest) << line;
  }
}

TEST(HtpFraming, KnowsTheInterruptByItsExactText) {
  EXPECT_TRUE(is_interrupt(" # interrupt\r"));
  for (const char* other : {"#interrupt", "# Interrupt", "# interrupt now", "interrupt"}) {
    EXPECT_FALSE(is_interrupt(other)) << other;
  }
}

TEST(HtpFraming, AReplyEndsAtItsFirstEmptyLine) {
  EXPECT_EQ(format_reply("", {true, ""}), "= \n\n");
  EXPECT_EQ(format_reply("7", {true, "a1"}), "=7 a1\n\n");
  EXPECT_EQ(format_reply("7", {false, "unknown command: x"}), "?7 unknown command: x\n\n");
  EXPECT_EQ(format_reply("", {true, "a\n"}), "= a\n\n");
  EXPECT_EQ(format_reply("", {true, "\n"}), "= \n\n");
  EXPECT_EQ(format_reply("", {true, "\nfirst\n\n\nlast"}), "= \nfirst\n \n \nlast\n\n");
  EXPECT_EQ(format_reply("", {true, "a\n\n"}), "= a\n \n\n");
  EXPECT_EQ(format_reply("", {true, "a\r\n\r\nb\tc\x01"}), "= a\n \nb\tc\n\n");
}

}  // namespace
}  // namespace losange::protocol
