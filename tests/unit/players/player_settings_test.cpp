// Every setting of every player, found by walking the registry: it keeps to its range, is given once, and is not
// taken where it would do nothing. And who plays what: every player against every game and board.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "book/file.h"
#include "draughts/text/draughts.h"
#include "error_of.h"
#include "players/alphabeta/negamax.h"
#include "players/check_plays.h"
#include "players/registry.h"
#include "record_of.h"
#include "temporary.h"

namespace losange::players {
namespace {

using testing::HasSubstr;
using testing_errors::error_of;

std::string spec_error(const std::string& text) {
  return error_of([&] { PlayerSpec::parse(text); });
}

// "NAME:" with what a setting needs beside it in order to do anything, where the player has that.
std::string stem_of(const Strategy& strategy, const Parameter& parameter) {
  static const std::map<std::string, std::string> kNeeds{{"inferior", "solver=true"},
                                                         {"bridge_wire", "eval=resistance"},
                                                         {"template_wire", "eval=resistance"},
                                                         {"book_visits", "book=some"},
                                                         {"report_lines", "report=some"},
                                                         {"report_most", "report=some"},
                                                         {"distance", "eval=mix"},
                                                         {"threat", "eval=mix"},
                                                         {"joints", "eval=mix"},
                                                         {"bridges", "eval=mix"},
                                                         {"liberties", "eval=mix"},
                                                         {"centre", "eval=mix"},
                                                         {"stones", "eval=mix"}};
  const auto found = kNeeds.find(parameter.name);
  if (found == kNeeds.end()) return strategy.name + ":";
  const std::string name = found->second.substr(0, found->second.find('='));
  const bool has = std::any_of(strategy.parameters.begin(), strategy.parameters.end(),
                               [&](const Parameter& other) { return other.name == name; });
  return strategy.name + ":" + (has ? found->second + "," : "");
}

void for_each_setting(const std::function<void(const Strategy&, const Parameter&)>& f) {
  for (const auto& strategy : strategies()) {
    for (const auto& parameter : strategy.parameters) f(strategy, parameter);
  }
}

void expect_refused(const std::string& spec) {
  const std::string told = spec_error(spec);
  EXPECT_NE(told, "") << spec << " is taken";
  EXPECT_EQ(told.find('\n'), std::string::npos) << told;
}

TEST(PlayerSettings, NumbersKeepToTheirRange) {
  int numbers = 0;
  for_each_setting([&](const Strategy& strategy, const Parameter& parameter) {
    const std::string start = stem_of(strategy, parameter) + parameter.name + "=";
    const bool whole = parameter.kind == Parameter::Kind::Integer;
    if (!whole && parameter.kind != Parameter::Kind::Real) return;
    ++numbers;
    const auto text = [&](double value) {
      return whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
    };
    EXPECT_EQ(spec_error(start + text(parameter.least)), "");
    EXPECT_EQ(spec_error(start + text(parameter.most)), "");
    expect_refused(start + text(parameter.least - (whole ? 1 : 1e-6)));
    expect_refused(start + text(parameter.most + (whole ? 1 : 1e-6 * parameter.most + 1e-6)));
    for (const char* value : {"", "word", "1x", "nan", "-inf", "0x1", "1e999", "1 2",
                              "99999999999999999999999999", "-99999999999999999999999999"}) {
      expect_refused(start + value);
    }
    EXPECT_THAT(spec_error(start + "word"), HasSubstr(parameter.range().english));
  });
  EXPECT_GE(numbers, 100);
}

TEST(PlayerSettings, ChoicesFlagsAndTextsKeepToTheirs) {
  for_each_setting([&](const Strategy& strategy, const Parameter& parameter) {
    const std::string start = stem_of(strategy, parameter) + parameter.name + "=";
    expect_refused(start);
    if (parameter.kind == Parameter::Kind::Text) return;
    for (const char* value : {"word", "-1e99", "999999999999999999999999"}) {
      expect_refused(start + value);
    }
    for (const auto& value : parameter.choices) EXPECT_EQ(spec_error(start + value), "") << start;
  });
}

TEST(PlayerSettings, TheirDefaultsAreInTheirRange) {
  for_each_setting([&](const Strategy& strategy, const Parameter& parameter) {
    EXPECT_NO_THROW(parameter.check(parameter.fallback)) << strategy.name << " " << parameter.name;
  });
}

TEST(PlayerSettings, GivenTwiceAreRefused) {
  for_each_setting([&](const Strategy& strategy, const Parameter& parameter) {
    const std::string setting = parameter.name + "=" + parameter.fallback;
    EXPECT_THAT(spec_error(stem_of(strategy, parameter) + setting + "," + setting),
                HasSubstr(parameter.name + " is given twice"));
  });
}

TEST(PlayerSettings, ThatWouldDoNothingAreRefused) {
  EXPECT_EQ(spec_error("mcts:inferior=true,solver=false"),
            "player 'mcts:inferior=true,solver=false': inferior does nothing with solver=false: "
            "give solver=true, or leave inferior out");
  EXPECT_NE(spec_error("yopt:inferior=true"), "");
  EXPECT_EQ(spec_error("mcts:inferior=false,solver=false"), "");
  EXPECT_EQ(spec_error("mcts:solver=false"), "");
  EXPECT_THAT(spec_error("random:book_visits=5"), HasSubstr("does nothing without book"));
  EXPECT_THAT(spec_error("zero:report_most=5"), HasSubstr("does nothing without report"));
  EXPECT_THAT(spec_error("negamax:eval=resistance,joints=5"),
              HasSubstr("joints does nothing with eval=resistance: give eval=mix or distance"));
  EXPECT_EQ(spec_error("negamax:eval=resistance,joints=auto"), "");
  EXPECT_THAT(spec_error("negamax:eval=mix,bridge_wire=0.5"), HasSubstr("give eval=resistance"));
  EXPECT_EQ(spec_error("negamax:inferior=true"), "") << "alpha-beta has no solver";
}

TEST(CheckPlays, EveryPlayerIsAskedAboutEveryGame) {
  const game::GameSetup hex, draughts = draughts::setup_of({});
  for (const auto& strategy : strategies()) {
    std::string spec = strategy.name;
    if (strategy.takes_rest) spec += strategy.name == "hybrid" ? ":random" : ":program";
    for (const auto& setup : {hex, draughts}) {
      const std::string told = error_of([&] { check_plays(spec, setup); });
      if (strategy.plays(setup.game)) {
        EXPECT_EQ(told, "") << spec;
      } else {
        EXPECT_THAT(told, HasSubstr("does not play " + setup.game + ": choose from random"))
            << spec;
      }
    }
  }
  EXPECT_THAT(error_of([&] { check_plays("hybrid:draughts", hex); }), HasSubstr("choose from"));
  EXPECT_THAT(error_of([&] { check_plays("draughts", hex); }), HasSubstr("zero"));
  EXPECT_THAT(error_of([&] { check_plays("zero", draughts); }), HasSubstr("mcts, draughts"));
}

TEST(CheckPlays, AFileOfAGameNamesNobodyWhoDoesMoreThanPlay) {
  const auto safe = [](const std::string& spec) { return safe_from_file(PlayerSpec::parse(spec)); };
  for (const char* spec : {"human", "zero", "zero:level=3,visits=100", "hybrid:mcts:level=2",
                           "negamax:eval=mix,depth=3", "draughts:level=5", "net:choose=q"})
    EXPECT_TRUE(safe(spec)) << spec;
  for (const char* spec :
       {"htp:touch /tmp/file", "hub:touch /tmp/file", "hybrid:htp:touch /tmp/file",
        "hybrid:hybrid:random", "zero:report=/tmp/file", "random:book=/tmp/file", "book:file=file",
        "net:model=file", "draughts:weights=file", "hybrid:zero:level=3,report=file"})
    EXPECT_FALSE(safe(spec)) << spec;
  for (const auto& strategy : strategies()) {
    for (const auto& parameter : strategy.parameters) {
      if (parameter.kind != Parameter::Kind::Text) continue;
      PlayerSpec spec{strategy.name, {{parameter.name, "/tmp/file"}}, ""};
      EXPECT_FALSE(safe_from_file(spec)) << spec.text();
    }
  }
}

// Cells are ordered by what they promise, which says nothing of a swap. The centre wins on 5x5.
TEST(PlayerSettings, NoWidthLeavesTheSwapOut) {
  for (const auto& evaluation : evaluation_names()) {
    const auto player = make_player("negamax:width=2,eval=" + evaluation);
    search::Limits limits;
    limits.depth = 2;
    const auto answer = player->choose(testing_games::record_of(5, {"c3"}, true), limits, {}, {});
    EXPECT_EQ(answer.move, "swap-pieces") << evaluation;
  }
}

TEST(CheckPlays, ABookForAnotherBoardIsRefused) {
  const std::string file = testing_files::temporary("five.book").string();
  book::Book five;
  five.size = 5;
  book::save_book(file, five);
  for (const std::string& spec : {"book:file=" + file, "random:book=" + file}) {
    EXPECT_EQ(error_of([&] { check_plays(spec, {.size = 5}); }), "");
    EXPECT_THAT(error_of([&] { check_plays(spec, {.size = 7}); }), HasSubstr("is for 5x5"));
  }
  EXPECT_THAT(error_of([&] { check_plays("random:book=" + file, draughts::setup_of({})); }),
              HasSubstr("is for Hex"));
  std::filesystem::remove(file);
}

TEST(CheckPlays, WeightsThatAreNoneAreRefused) {
  EXPECT_THAT(error_of([&] { check_plays("draughts:weights=/none/w", draughts::setup_of({})); }),
              HasSubstr("/none/w"));
}

}  // namespace
}  // namespace losange::players
