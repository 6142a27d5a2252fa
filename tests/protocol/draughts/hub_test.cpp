// Hub: the engine side line by line, and outside programs as players.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "draughts/text/draughts.h"
#include "places.h"
#include "players/game/any_position.h"
#include "players/outside/hub_player.h"
#include "protocol/hub/engine.h"
#include "temporary.h"

namespace losange::protocol {
namespace {

using ::testing::HasSubstr;
using testing::Not;

constexpr const char* kFirstPosition = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

// A game up to an ending of kings, in which the best move changes often while the search deepens.
constexpr const char* kEndgame =
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\""
    "34-30 16-21 31-26 18-22 36-31 11-16 41-36 7-11 30-25 20-24 31-27 22x31x27 36x27x31 "
    "19-23 33-28 14-19 47-41 15-20 25x14x20 9x20x14 39-34 12-18 38-33 17-22 26x17x21 "
    "22x31x27 37x26x31 11x22x17 28x17x22 16-21 17-11 6x17x11 42-38 1-6 32-28 23x32x28 "
    "38x16x21x32 6-11 16x7x11 2x11x7 44-39 17-22 41-37 10-15 37-32 11-16 43-38 19-23 "
    "34-30 24-29 33x24x29 20x29x24 30-25 22-28 32-27 29-33 38x29x33 23x43x29x39 49x38x43 "
    "15-20 25x14x20 28-32 50-44 32x43x38 48x39x43 4-10 14-9 13x4x9 39-33 8-12 35-30 "
    "12-17 33-28 4-9 30-24 9-14 46-41 18-23 28x19x23 14x23x19 44-39 10-14 24-19 23-28 "
    "19x10x14 5x14x10 41-37 16-21 27x16x21 3-8 26-21 17x26x21 16-11 8-12 40-35 12-18 "
    "11-7 18-22 7-1 22-27 1-29 27-32 29-47 32x41x37 47x36x41 28-32 36-41 32-38 41x10x14 "
    "38-42 10-14 42-47 14-37 47-24 39-34 24-33 45-40 33-22 37-23 26-31 34-30 22-6 40-34"
    "\"";

class Hub : public testing::Test {
 protected:
  // Sends lines and gives what was answered since the last call, searches finished.
  std::string after(std::initializer_list<std::string> lines) {
    for (const auto& line : lines) engine_.handle(line);
    engine_.finish();
    const std::string all = out_.str();
    std::string fresh = all.substr(seen_);
    seen_ = all.size();
    return fresh;
  }

  std::ostringstream out_;
  std::size_t seen_ = 0;
  HubEngine engine_{out_, "1.2.3", {.endings = 0, .table_mib = 4}};
};

TEST_F(Hub, IntroducesItself) {
  const auto text = after({"hub"});
  EXPECT_THAT(text, HasSubstr("id name=Losange version=1.2.3 "));
  EXPECT_THAT(text, HasSubstr("param name=variant value=normal type=enum values=\"normal english"));
  EXPECT_TRUE(text.ends_with("wait\n"));
  EXPECT_EQ(after({"init"}), "ready\n");
}

TEST_F(Hub, ThinksAndTells) {
  const auto text = after({"init", fmt::format("pos pos={} moves=\"32-28 19-23\"", kFirstPosition),
                           "level depth=5", "go think"});
  EXPECT_THAT(text, HasSubstr("info depth=5 score="));
  EXPECT_THAT(text, HasSubstr("pv=\"28x19x23 "));
  EXPECT_THAT(text, HasSubstr("done move=28x19x23 ponder="));
}

TEST_F(Hub, EveryKindOfLevelEnds) {
  for (const char* level : {"level depth=3", "level nodes=500", "level move-time=0.02",
                            "level time=1 inc=0.01", "level moves=10 time=0.5"}) {
    EXPECT_THAT(after({fmt::format("pos pos={}", kFirstPosition), level, "go think"}),
                HasSubstr("done move="))
        << level;
  }
}

// The last nodes of these searches are spent on another move than the one whose line was known: the move to ponder on
// belongs to the move that is played.
TEST_F(Hub, TheMoveToPonderOnAnswersTheMovePlayed) {
  for (int nodes = 400; nodes < 800; nodes += 20) {
    const auto text =
        after({"new-game", kEndgame, fmt::format("level nodes={}", nodes), "go think"});
    ASSERT_THAT(text, HasSubstr("done move=")) << nodes;
    ASSERT_THAT(text, Not(HasSubstr("error"))) << nodes;
  }
}

TEST_F(Hub, TheTableIsHeldToTheMemoryOfTheMachine) {
  const auto text = after({"hub"});
  const auto most = std::min<std::size_t>(base::most_mebibytes(), 65536);
  EXPECT_THAT(text,
              HasSubstr(fmt::format("param name=table value=4 type=int min=1 max={}\n", most)));
  EXPECT_THAT(after({fmt::format("set-param name=table value={}", most + 1)}),
              HasSubstr(fmt::format("error message=\"table takes 1 to {}\"", most)));
  EXPECT_EQ(after({"init"}), "ready\n") << "the table is as large as before";
}

TEST_F(Hub, APositionResetsTheLevel) {
  after({fmt::format("pos pos={}", kFirstPosition), "level depth=2"});
  // Without a level the search goes on until it is stopped.
  engine_.handle(fmt::format("pos pos={}", kFirstPosition));
  engine_.handle("go think");
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  const auto text = after({"ping", "stop"});
  const auto done = text.find("done move=");
  EXPECT_NE(done, text.npos);
  EXPECT_LT(text.find("pong"), done) << text;
}

TEST_F(Hub, StopPingAndPonderHit) {
  engine_.handle(fmt::format("pos pos={}", kFirstPosition));
  engine_.handle("level infinite");
  engine_.handle("go analyze");
  engine_.handle("ping");
  engine_.handle("stop");
  EXPECT_THAT(after({}), testing::AllOf(HasSubstr("pong"), HasSubstr("done move=")));
  engine_.handle(fmt::format("pos pos={}", kFirstPosition));
  engine_.handle("level depth=4");
  engine_.handle("go ponder");
  engine_.handle("ponder-hit");
  const auto text = after({});
  EXPECT_THAT(text, HasSubstr("done move="));
  EXPECT_EQ(text.find("done"), text.rfind("done"))
      << "the pondering itself says nothing at its end";
}

TEST_F(Hub, BadLinesAreToldAndUnknownOnesIgnored) {
  EXPECT_EQ(after({"hello", "", "level foo=bar", "set-param name=unknown value=3"}), "");
  EXPECT_THAT(after({"pos pos=Wxx"}), HasSubstr("error message=\"'Wxx' is not a position"));
  EXPECT_THAT(after({fmt::format("pos pos={} moves=\"32-27 99-98\"", kFirstPosition)}),
              HasSubstr("not a square"));
  EXPECT_THAT(after({"set-param name=variant value=chess"}), HasSubstr("no rules"));
  EXPECT_THAT(after({"pos pos=\"unfinished"}), HasSubstr("quote"));
  EXPECT_FALSE(engine_.handle("quit"));
}

TEST_F(Hub, NobodyWaitsForAnAnswerThatThereIsNot) {
  EXPECT_THAT(
      after({"pos pos=W" + std::string(20, 'e') + "b" + std::string(29, 'e'), "go think"}),
      testing::EndsWith("error message=\"the game is over: there is nothing to search\"\ndone\n"));
}

TEST_F(Hub, ALevelThatIsNoneIsToldAndThinkingEnds) {
  for (const std::string bad :
       {"depth=x", "depth=-1", "depth=0", "nodes=-5", "nodes=99999999999999999999999",
        "move-time=nan", "move-time=-1", "move-time=", "time=x", "time=5 inc=x", "time=5 moves=x",
        "moves=3", "inc=1"}) {
    EXPECT_THAT(after({fmt::format("pos pos={}", kFirstPosition), "level " + bad}),
                HasSubstr("error message=\"level: "))
        << bad;
    EXPECT_THAT(after({"go think"}), HasSubstr("done move=")) << bad;
  }
}

TEST_F(Hub, OtherVariants) {
  after({"set-param name=variant value=english"});
  EXPECT_THAT(after({"pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "level depth=4", "go think"}),
              HasSubstr("done move="));
}

class HubProgram : public testing::Test {
 protected:
  players::Answer ask(const std::string& command, const std::vector<std::string>& moves = {}) {
    game::GameRecord record(draughts::setup_of({}));
    auto side = game::Side::First;
    for (auto& move : moves) {
      record.play({side, move});
      side = game::other(side);
    }
    search::Limits limits;
    limits.nodes = 300;
    return players::make_hub_player(command, patience_)->choose(record, limits, {}, {});
  }
  players::PlayerFailure::Kind failure(const std::string& command) {
    try {
      ask(command);
    } catch (const players::PlayerFailure& error) {
      return error.kind;
    }
    ADD_FAILURE() << "no failure: " << command;
    return {};
  }
  players::ProgramPatience patience_{.startup = base::Millis(5000),
                                     .unlimited = base::Millis(20000)};
};

TEST_F(HubProgram, OurOwnEngineAnswers) {
  const auto answer = ask(testing_places::program() + " hub --endings 0", {"32-28", "19-23"});
  EXPECT_EQ(answer.move, "28x19");
  EXPECT_GT(answer.report.nodes, 0u);
}

TEST_F(HubProgram, OneThatSaysWhatItsMoveIsWorthTellsALine) {
  const std::string script =
      "while read -r a b; do case $a in hub) echo wait;; init) echo ready;; "
      "go) {}echo 'done move=32-28';; esac; done";
  const auto told = ask(fmt::format(fmt::runtime(script), "echo 'info score=0.5 nodes=70'; "));
  ASSERT_EQ(told.report.lines.size(), 1u);
  EXPECT_EQ(told.report.lines[0].move, "32-28");
  EXPECT_NEAR(told.report.lines[0].value, std::tanh(0.5), 1e-9);
  EXPECT_EQ(told.report.lines[0].visits, 70u);
  EXPECT_TRUE(
      ask(fmt::format(fmt::runtime(script), "echo 'info nodes=70'; ")).report.lines.empty());
}

TEST_F(HubProgram, BrokenProgramsAreNamed) {
  using Kind = players::PlayerFailure::Kind;
  EXPECT_EQ(failure("exit 3"), Kind::Crash);
  EXPECT_EQ(failure("no-such-program-here"), Kind::Crash);
  EXPECT_EQ(failure("while read -r a b; do case $a in hub) echo wait;; init) echo ready;; "
                    "go) echo 'done move=1-50';; esac; done"),
            Kind::Illegal);
  patience_.startup = base::Millis(100);
  EXPECT_EQ(failure("sleep 5"), Kind::Hang);
}

TEST_F(HubProgram, WhoSpeaksAnotherLanguageIsQuoted) {
  patience_.startup = base::Millis(300);
  try {
    ask("while read -r a; do echo '? unknown'; done");
    ADD_FAILURE() << "it understood";
  } catch (const players::PlayerFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("did not answer 'hub' within 0.3 s; it said "
                                          "'? unknown', which is not Hub"));
  }
}

constexpr const char* kTalksAndNeverMoves =
    "while read -r a b; do case $a in hub) echo wait;; init) echo ready;; go) exec yes info;; "
    "esac; done";

TEST_F(HubProgram, TalkDoesNotReplaceAnAnswer) {
  patience_.unlimited = base::Millis(200);
  EXPECT_EQ(failure(kTalksAndNeverMoves), players::PlayerFailure::Kind::Hang);
}

// It says that there will be no answer: nobody waits for one.
TEST_F(HubProgram, AnErrorInsteadOfAMoveIsAFailureAtOnce) {
  patience_.unlimited = base::Millis(24 * 3'600'000);
  EXPECT_EQ(failure("while read -r a b; do case $a in hub) echo wait;; init) echo ready;; "
                    "go) echo 'error message=\"23-29 is not possible\"';; esac; done"),
            players::PlayerFailure::Kind::Protocol);
}

TEST_F(HubProgram, IsStartedBeforeItIsAskedForAMove) {
  const auto player = players::make_hub_player("/nonexistent 2>/dev/null", patience_);
  try {
    player->prepare();
    ADD_FAILURE() << "it started";
  } catch (const base::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be started: check the command line"));
  }
}

// What it was sent stands in a file.
class NotedProgram {
 public:
  NotedProgram() { base::write_file(said_, ""); }
  // `variant`: its rules at the start; empty: it has no such parameter.
  std::string command(const std::string& variant = "normal") const {
    const std::string parameter =
        variant.empty() ? ""
                        : "echo 'param name=variant value=" + variant +
                              " type=enum values=\"normal english\"'; ";
    return "while read -r a b; do echo \"$a $b\" >> " + said_.string() + "; case $a in hub) " +
           parameter + "echo wait;; init) echo ready;; go) echo 'done move=21-17';; esac; "
           "done";
  }
  std::string said() const { return base::read_file(said_); }

 private:
  std::filesystem::path said_ = testing_files::temporary("hub-said");
};

// The rules are a parameter, and those are for the start alone: none of it is on the clock of a move.
TEST_F(HubProgram, IsStartedForItsRulesAheadOfItsMoves) {
  const NotedProgram program;
  const auto player = players::make_hub_player(program.command(), patience_);
  const game::GameRecord record(
      game::GameSetup{.game = "draughts", .size = 8, .swap = false, .variant = "english"});
  player->set_up(record, {});
  EXPECT_THAT(program.said(), HasSubstr("set-param name=variant value=english\ninit"));
  const auto before = program.said();
  try {
    player->choose(record, {}, {}, {});
  } catch (const players::PlayerFailure&) {  // whether that move is legal is not the point
  }
  EXPECT_THAT(program.said().substr(before.size()), Not(HasSubstr("init")));
}

// One that was started with other rules is told those of the game; one that has not got them is
// refused before a move.
TEST_F(HubProgram, PlaysTheRulesOfTheGameOrNotAtAll) {
  const auto set_up = [&](const std::string& variant, const draughts::Config& config) {
    const NotedProgram program;
    const auto player = players::make_hub_player(program.command(variant), patience_);
    std::string refused;
    try {
      player->set_up(game::GameRecord(draughts::setup_of(config)), {});
    } catch (const players::PlayerFailure& failure) {
      ADD_FAILURE() << failure.what();
    } catch (const base::UserError& error) {
      refused = error.what();
    }
    return std::pair(refused, program.said());
  };
  const draughts::Config usual{&draughts::find_rules("international"), 10};
  const draughts::Config frisian{&draughts::find_rules("frisian"), 10};
  const draughts::Config small{&draughts::find_rules("international"), 8};
  EXPECT_THAT(set_up("english", usual).second, HasSubstr("set-param name=variant value=normal\n"));
  EXPECT_THAT(set_up("normal", usual).second, Not(HasSubstr("set-param")));
  EXPECT_EQ(set_up("", usual), std::pair(std::string(), std::string("hub \ninit \n")));
  EXPECT_THAT(set_up("normal", frisian).first, HasSubstr("it has normal, english"));
  EXPECT_THAT(set_up("", frisian).first, HasSubstr("does not play 'frisian'"));
  EXPECT_THAT(set_up("normal", small).first, HasSubstr("10x10 alone, not on 8x8"));
}

TEST_F(HubProgram, IsToldAllThatLimitsAMove) {
  const auto told = [&](const search::Limits& limits) {
    const NotedProgram program;
    const game::GameRecord record(draughts::setup_of({}));
    try {
      players::make_hub_player(program.command(), patience_)->choose(record, limits, {}, {});
    } catch (const players::PlayerFailure&) {
    }
    const auto said = program.said();
    const auto begin = said.find("level "), end = said.find('\n', begin);
    return said.substr(begin, end - begin);
  };
  search::Limits limits;
  EXPECT_EQ(told(limits), "level move-time=1");
  limits.nodes = 500;
  EXPECT_EQ(told(limits), "level nodes=500");
  limits.time = base::Millis(250);
  EXPECT_EQ(told(limits), "level move-time=0.25 nodes=500");
  limits.clock = search::ClockState{base::Millis(9000), base::Millis(500)};
  EXPECT_EQ(told(limits), "level time=9 inc=0.5 nodes=500");
}

}  // namespace
}  // namespace losange::protocol
