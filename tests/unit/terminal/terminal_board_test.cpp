#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "draughts/text/draughts.h"
#include "players/game/session.h"
#include "players/seat.h"
#include "surroundings.h"
#include "terminal/board/board_text.h"
#include "terminal/board/draughts_text.h"

namespace losange::terminal {
namespace {

using testing_files::Environment;

constexpr Style kPlainUnicode{.colour = false, .unicode = true};
constexpr Style kPlainAscii{.colour = false, .unicode = false};
constexpr Style kColoured{.colour = true, .unicode = true};

players::Session game_of(int size, std::initializer_list<const char*> moves) {
  game::GameSetup setup;
  setup.size = size;
  setup.swap = false;
  players::Session session(setup);
  for (const char* move : moves) session.play(move);
  return session;
}

std::string picture(const std::vector<TextLine>& lines) {
  std::string text = "\n";
  for (const auto& line : lines) text += line.text + "\n";
  return text;
}

// Columns on the screen: escape codes take none, a character of UTF-8 takes one.
int columns(const std::string& text) {
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++count;
    }
  }
  return count;
}

TEST(TerminalBoard, DrawsTheRhombusWithItsCoordinates) {
  const auto session = game_of(3, {"b2", "a3"});
  EXPECT_EQ(picture(board_text(session.view(), {.last_move = 6, .hints = {}}, kPlainUnicode)), R"(
  a b c
 ━━━━━━━━━
1 ╲ · · · ╲ 1
 2 ╲ · ● · ╲ 2
  3 ╲(◆)· · ╲ 3
     ━━━━━━━━━
        a b c
)");
}

TEST(TerminalBoard, LightsTheWinningChainByShape) {
  const auto session =
      game_of(5, {"c1", "a1", "c2", "a2", "b3", "e5", "b4", "a4", "e1", "d5", "b5"});
  ASSERT_TRUE(session.over());
  EXPECT_EQ(picture(board_text(session.view(), {.last_move = 21, .hints = {}}, kPlainAscii)), R"(
  a b c d e
 =============
1 \ o . X . x \ 1
 2 \ o . X . . \ 2
  3 \ . X . . . \ 3
   4 \ o X . . . \ 4
    5 \ .(X). o o \ 5
       =============
          a b c d e
)");
}

TEST(TerminalBoard, ShowsHintsByTheirRank) {
  const auto session = game_of(3, {"b2"});
  const Marks marks{.last_move = 4, .hints = {{2, 1}, {3, 2}}};
  EXPECT_EQ(picture(board_text(session.view(), marks, kPlainAscii)), R"(
  a b c
 =========
1 \ . . 1 \ 1
 2 \ 2(x). \ 2
  3 \ . . . \ 3
     =========
        a b c
)");
}

TEST(TerminalBoard, DrawsElevenByElevenWithinEightyColumns) {
  const auto session = game_of(11, {"f6", "k11", "a1"});
  EXPECT_EQ(picture(board_text(session.view(), {.last_move = 0, .hints = {}}, kPlainUnicode)), R"(
  a b c d e f g h i j k
 ━━━━━━━━━━━━━━━━━━━━━━━━━
1 ╲(●)· · · · · · · · · · ╲ 1
 2 ╲ · · · · · · · · · · · ╲ 2
  3 ╲ · · · · · · · · · · · ╲ 3
   4 ╲ · · · · · · · · · · · ╲ 4
    5 ╲ · · · · · · · · · · · ╲ 5
     6 ╲ · · · · · ● · · · · · ╲ 6
      7 ╲ · · · · · · · · · · · ╲ 7
       8 ╲ · · · · · · · · · · · ╲ 8
        9 ╲ · · · · · · · · · · · ╲ 9
        10 ╲ · · · · · · · · · · · ╲ 10
         11 ╲ · · · · · · · · · · ◆ ╲ 11
             ━━━━━━━━━━━━━━━━━━━━━━━━━
                a b c d e f g h i j k
)");
}

TEST(TerminalBoard, KnowsItsWidthInEveryStyle) {
  for (const int size : {1, 2, 9, 10, 11, 19}) {
    const auto session = game_of(size, {"a1"});
    for (const Style& style : {kPlainUnicode, kPlainAscii, kColoured}) {
      for (const auto& line : board_text(session.view(), {.last_move = 0, .hints = {}}, style)) {
        EXPECT_EQ(columns(line.text), line.width) << size << ": " << line.text;
        EXPECT_LE(line.width, 64);
        EXPECT_TRUE(style.colour || line.text.find('\x1b') == std::string::npos);
      }
    }
  }
}

TEST(TerminalBoard, ColoursTheEdgesOfWhoJoinsThem) {
  const auto lines = board_text(game_of(2, {}).view(), {}, kColoured);
  EXPECT_EQ(lines[1].text, " " + kColoured.paint("━━━━━━━", Ink::First));
  EXPECT_NE(lines[2].text.find(kColoured.paint("╲", Ink::Second)), std::string::npos);
}

TEST(TerminalBoard, PaintsMenInTheColourTheyAreCalledBy) {
  for (const char* rules : {"international", "english"}) {
    const auto& found = draughts::find_rules(rules);
    const auto setup =
        draughts::setup_of({&found, found.first == draughts::Colour::White ? 10 : 8});
    for (const auto side : {game::Side::First, game::Side::Second}) {
      const bool white = std::string(players::side_name(side, setup)) == "White";
      EXPECT_EQ(man_ink(side, setup), white ? Ink::WhitePiece : Ink::BlackPiece) << rules;
      EXPECT_EQ(man_shape(side, setup, kPlainAscii), white ? "w" : "b") << rules;
    }
    const auto lines = draughts_text(setup, players::Session(setup).view(), {}, kColoured);
    EXPECT_NE(lines[1].text.find(kColoured.paint(" ● ", Ink::BlackPiece)), std::string::npos);
    EXPECT_NE(lines[lines.size() - 2].text.find(kColoured.paint(" ○ ", Ink::WhitePiece)),
              std::string::npos);
  }
}

TEST(TerminalBoard, PutsLinesBesideEachOther) {
  const std::vector<TextLine> left{{"abc", 3}, {"abcde", 5}, {"a", 1}};
  const auto lines = beside(left, {{"X", 1}, {"Y", 1}}, 0);
  EXPECT_EQ(picture(lines), "\nabc      X\nabcde    Y\na\n");
  EXPECT_EQ(lines[0].width, 10);
}

TEST(TerminalStyle, IsPlainWhereColourWouldBeInTheWay) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  const int file = ::open("/dev/null", O_WRONLY);
  const Environment able("TERM", "xterm"), quiet("NO_COLOR", nullptr), words("LC_ALL", "C.UTF-8");
  EXPECT_TRUE(detect_style(terminal, false).colour);
  EXPECT_FALSE(detect_style(file, false).colour) << "a pipe or a file";
  {
    const Environment dumb("TERM", "dumb");
    EXPECT_FALSE(detect_style(terminal, false).colour);
  }
  {
    const Environment unwanted("NO_COLOR", "1");
    EXPECT_FALSE(detect_style(terminal, false).colour);
  }
  EXPECT_TRUE(detect_style(file, false).unicode);
  EXPECT_FALSE(detect_style(file, true).unicode) << "--ascii";
  {
    const Environment old("LC_ALL", "C");
    EXPECT_FALSE(detect_style(terminal, false).unicode);
  }
  {
    const Environment not_made("LC_ALL", "xx_YY.UTF-8");
    EXPECT_TRUE(detect_style(terminal, false).unicode) << "it says how its terminal writes";
  }
  const winsize narrow{.ws_row = 24, .ws_col = 20, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(terminal, TIOCSWINSZ, &narrow);
  EXPECT_EQ(detect_style(terminal, false).columns, 20);
  EXPECT_EQ(detect_style(file, false).columns, 0);
  ::close(terminal);
  ::close(file);
}

TEST(TerminalStyle, WrapsBeforeTheEightiethColumn) {
  const std::vector<std::string> words(30, "stone");
  const std::string text = wrapped(words, " ", 2);
  std::size_t longest = 0, start = 0, lines = 1;
  for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    longest = std::max(longest, end - start);
    EXPECT_EQ(text.substr(end + 1, 3), "  s");
    ++lines;
  }
  EXPECT_EQ(lines, 3u);
  EXPECT_LE(longest, 79u);
  EXPECT_GT(longest, 70u);
}

}  // namespace
}  // namespace losange::terminal
