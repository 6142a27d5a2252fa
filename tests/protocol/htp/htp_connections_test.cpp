// HTP: connections and the solver, in the forms that HexGui draws; what they say is checked by the solved boards and by shapes
// that every player knows.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "base/system/file.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "places.h"
#include "protocol/htp/engine.h"

namespace losange::protocol {
namespace {

using testing::HasSubstr;

class HtpConnections : public testing::Test {
 protected:
  Reply ask(const std::string& line) { return engine_.execute(*parse_command(line)); }
  std::string told(const std::string& line) {
    const auto reply = ask(line);
    EXPECT_TRUE(reply.good) << line << ": " << reply.text;
    return reply.text;
  }
  std::string refused(const std::string& line) {
    const auto reply = ask(line);
    EXPECT_FALSE(reply.good) << line << ": " << reply.text;
    return reply.text;
  }
  std::set<std::string> cells(const std::string& line) {
    std::istringstream words(told(line));
    return {std::istream_iterator<std::string>(words), {}};
  }
  static HtpSetup setup() {
    HtpSetup setup;
    setup.player = players::PlayerSpec::parse("random");
    return setup;
  }

  std::ostringstream log_;
  HtpEngine engine_{setup(), "test", log_};
};

TEST_F(HtpConnections, BridgesAndEdgesAreFull) {
  told("boardsize 9");
  told("play b e5");
  EXPECT_EQ(told("vc-between-cells-full b e5 d7"), "\nblack e5 d7 full or [ d6 e6 ] [ ]");
  told("play b e8");
  EXPECT_THAT(told("vc-between-cells-full b e8 south"),
              HasSubstr("\nblack e8 south full or [ d9 e9 ] [ ]"));
  told("play w h5");
  EXPECT_THAT(told("vc-between-cells-full w h5 east"),
              HasSubstr("\nwhite h5 east full or [ i4 i5 ] [ ]"));
  EXPECT_EQ(told("vc-between-cells-full b e5 h5"), "") << "that stone is White's";
  EXPECT_EQ(told("vc-between-cells-full b e5 e5"), "") << "one end";
}

TEST_F(HtpConnections, ASemiConnectionNamesItsKey) {
  told("boardsize 9");
  told("play b e5");
  const std::string lines = told("vc-between-cells-semi b e5 c9");
  for (const auto& line : base::split(lines, '\n')) {
    if (line.empty()) continue;
    const std::string key = line.substr(line.rfind(' ') + 1);
    const auto begin = line.find('['), end = line.find(']');
    EXPECT_THAT(line.substr(begin, end - begin), HasSubstr(" " + key + " "));
    EXPECT_THAT(line, HasSubstr("] [ ] ")) << line;
  }
  EXPECT_THAT(lines, HasSubstr(" semi and [ "));
}

TEST_F(HtpConnections, UnionAndIntersectionAreOfTheSameConnections) {
  told("boardsize 7");
  told("play b d4");
  for (const std::string kind : {"full", "semi"}) {
    for (const std::string end : {"north", "d7", "b6"}) {
      std::set<std::string> all, common;
      bool first = true;
      for (const auto& line :
           base::split(told(fmt::format("vc-between-cells-{} b d4 {}", kind, end)), '\n')) {
        if (line.empty()) continue;
        std::istringstream words(line.substr(line.find('[') + 1));
        std::set<std::string> carrier;
        for (std::string word; words >> word && word != "]";) carrier.insert(word);
        all.insert(carrier.begin(), carrier.end());
        std::set<std::string> both;
        for (const auto& cell : carrier) {
          if (first || common.contains(cell)) both.insert(cell);
        }
        common = both;
        first = false;
      }
      EXPECT_EQ(cells(fmt::format("vc-union-{} b d4 {}", kind, end)), all) << kind << end;
      EXPECT_EQ(cells(fmt::format("vc-intersection-{} b d4 {}", kind, end)), common) << kind << end;
      EXPECT_EQ(cells(fmt::format("vc-connected-to-{} b {}", kind, end)).contains("d4"), !first);
    }
  }
}

// Every move that wins is in the must-play region, and those that are marked x lose: on all openings of 4x4.
TEST_F(HtpConnections, TheMustPlayRegionHoldsEveryMoveThatWins) {
  int smaller = 0;
  for (int opening = 0; opening < 16; ++opening) {
    told("boardsize 4");
    told("play b " + hex::cell_name(4, opening));
    const auto must_play = cells("vc-must-play w");
    smaller += must_play.size() < 15 ? 1 : 0;
    const std::string marks = " " + told("vc-build w");
    EXPECT_EQ(marks, " " + told("vc-get-mustplay w"));
    for (const auto& winning : cells("dfpn-solver-find-winning w")) {
      EXPECT_TRUE(must_play.contains(winning)) << hex::cell_name(4, opening) << " " << winning;
      EXPECT_EQ(marks.find(" " + winning + " x"), std::string::npos);
    }
    const bool wins = told("dfpn-solve-state w") == "white";
    EXPECT_EQ(wins, !cells("dfpn-solver-find-winning w").empty());
  }
  EXPECT_GT(smaller, 10);
}

TEST_F(HtpConnections, SolvedOpeningsAreTheKnownOnes) {
  std::istringstream truth(base::read_file(std::filesystem::path(testing_places::source()) /
                                           "tests/truth/hex-openings.txt"));
  int sizes = 0;
  for (std::string line; std::getline(truth, line);) {
    if (!line.starts_with("3 ") && !line.starts_with("4 ") && !line.starts_with("5 ")) continue;
    const int size = line[0] - '0';
    std::set<std::string> known;
    const auto rows = base::split(line.substr(2), '/');
    for (int cell = 0; cell < size * size; ++cell) {
      if (rows[static_cast<std::size_t>(cell / size)][static_cast<std::size_t>(cell % size)] == 'W')
        known.insert(hex::cell_name(size, cell));
    }
    told("boardsize " + std::to_string(size));
    EXPECT_EQ(cells("dfpn-solver-find-winning b"), known);
    EXPECT_EQ(told("dfpn-solve-state"), "black");
    EXPECT_EQ(told("dfpn-solve-state w"), "white");
    ++sizes;
  }
  EXPECT_EQ(sizes, 3);
}

TEST_F(HtpConnections, TheLineOfASolvedPositionCanBePlayed) {
  told("boardsize 6");
  told("play b a3");
  std::istringstream line(told("dfpn-get-pv w"));
  bool white = true;
  int moves = 0;
  for (std::string move; line >> move; white = !white, ++moves)
    told((white ? "play w " : "play b ") + move);
  EXPECT_GT(moves, 2);
}

TEST_F(HtpConnections, TheLineIsTheShortOneOnceEveryMoveWasLookedAt) {
  told("boardsize 6");
  for (const char* move : {"b f4", "w a1", "b d3", "w c3"}) told(fmt::format("play {}", move));
  EXPECT_GT(cells("dfpn-solver-find-winning b").size(), 30u);
  EXPECT_EQ(cells("dfpn-get-pv b").size(), 1u) << told("dfpn-get-pv b");
}

TEST_F(HtpConnections, WhereWhatIsFilledInDecidesTheLineJoinsIt) {
  told("boardsize 4");
  for (const char* move : {"b b3", "w d1", "b b2", "w d4"}) told(fmt::format("play {}", move));
  EXPECT_THAT(told("dfpn-get-pv b"), testing::AnyOf("b1", "c1", "a4", "b4"));
}

TEST_F(HtpConnections, ATimeLimitEndsItAndAskingAgainGoesOn) {
  told("boardsize 9");
  told("play b a2");
  told("param_dfpn timelimit 0.05");
  EXPECT_THAT(refused("dfpn-solve-state"), HasSubstr("ask again to go on"));
  std::stop_source stopped;
  stopped.request_stop();
  told("param_dfpn timelimit 0");
  EXPECT_FALSE(
      engine_.execute(*parse_command("dfpn-solver-find-winning w"), stopped.get_token()).good);
  told("boardsize 4");
  EXPECT_EQ(told("dfpn-solve-state"), "black") << "the next command finds all whole";
}

TEST_F(HtpConnections, ProgressIsShownToThoseWhoAsk) {
  std::string shown;
  engine_.show_live([&](const std::string& block) { shown += block; });
  told("boardsize 8");
  told("play b a8");
  told("param_dfpn timelimit 0.3");
  refused("dfpn-solve-state");
  EXPECT_EQ(shown, "");
  told("param_dfpn use_guifx 1");
  refused("dfpn-solve-state");
  EXPECT_THAT(shown, HasSubstr("gogui-gfx:\ndfpn\nVAR\nLABEL\nTEXT "));
  EXPECT_TRUE(shown.ends_with("\n\n"));
}

TEST_F(HtpConnections, WhatCannotBeIsRefused) {
  told("boardsize 3");
  EXPECT_THAT(refused("vc-between-cells-full b a1 east"), HasSubstr("edge of the other colour"));
  EXPECT_THAT(refused("vc-between-cells-full w a1 north"), HasSubstr("edge of the other colour"));
  EXPECT_THAT(refused("vc-connected-to-semi b z9"), HasSubstr("z9"));
  EXPECT_THAT(refused("vc-must-play green"), HasSubstr("must be color"));
  EXPECT_THAT(refused("param_dfpn memory 0"), HasSubstr("from 1"));
  EXPECT_THAT(refused("param_dfpn memory 1000000"), HasSubstr("memory"));
  for (const char* move : {"b1", "b2", "b3"}) told(std::string("play b ") + move);
  for (const char* line : {"vc-build w", "vc-must-play b", "vc-union-full b a1 a2",
                           "dfpn-solve-state", "dfpn-get-pv w", "dfpn-solver-find-winning w"})
    EXPECT_THAT(refused(line), HasSubstr("the game is over")) << line;
}

}  // namespace
}  // namespace losange::protocol
