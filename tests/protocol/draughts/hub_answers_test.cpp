// Hub: "go" is followed by "done" with a legal move whatever happens inside, and at the end of the input too.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "places.h"
#include "protocol/hub/engine.h"
#include "scripted_player.h"
#include "shell.h"
#include "temporary.h"

namespace losange::protocol {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_players::Choice;

const std::string kStart = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

// Plays any move, and shows the limits it was given.
class LimitsPlayer : public players::Player {
 public:
  explicit LimitsPlayer(std::function<void(const search::Limits&)> show) : show_(std::move(show)) {}

  players::Answer choose(const game::GameRecord&, const search::Limits& limits,
                         const players::Observer&, std::stop_token) override {
    show_(limits);
    return testing_players::answer("32-28");
  }

 private:
  std::function<void(const search::Limits&)> show_;
};

std::string answers_of(const Choice& choice, std::initializer_list<std::string> lines) {
  std::ostringstream out;
  HubEngine engine(out, "1.2.3", {.endings = 0, .table_mib = 1},
                   [&](const auto&) { return testing_players::scripted(choice); });
  for (const auto& line : lines) engine.handle(line);
  engine.finish();
  return out.str();
}

// Who has moves to make and a time for them is told what remains; the way from a search to the arbiter takes some of it.
TEST(HubAnswers, OfATimeForSomeMovesEachGetsAShareThatLeavesRoom) {
  const auto share = [](const std::string& level) {
    std::optional<base::Millis> given;
    std::ostringstream out;
    HubEngine engine(out, "1.2.3", {.endings = 0, .table_mib = 1}, [&](const auto&) {
      return std::make_unique<LimitsPlayer>([&](const search::Limits& limits) {
        EXPECT_FALSE(limits.clock) << level;
        given = limits.time;
      });
    });
    for (const auto& line : {kStart, "level " + level, std::string("go think")})
      engine.handle(line);
    engine.finish();
    return given.value_or(base::Millis(-1));
  };
  EXPECT_EQ(share("moves=1 time=1"), base::Millis(936));
  EXPECT_EQ(share("moves=10 time=20"), base::Millis(1990));
  for (const int time : {2, 5, 20, 50, 70, 100, 200}) {
    for (const int moves : {1, 2, 10, 1'000'000'000}) {
      const auto given = share(fmt::format("moves={} time={}", moves, time / 1000.0)).count();
      EXPECT_GE(given, 1);
      EXPECT_TRUE(given == 1 || given * moves <= std::max(time - 60, time / 4))
          << given << " of " << time << " for " << moves;
    }
  }
}

players::Answer with_line(std::string move, std::vector<std::string> variation) {
  players::Answer answer;
  answer.move = move;
  answer.report.depth = 3;
  answer.report.lines.push_back({std::move(move), 0, 1, false, std::move(variation)});
  return answer;
}

TEST(HubAnswers, AnEngineThatFailsGivesALegalMoveAndTellsWhy) {
  const Choice failures[] = {
      [](auto&&...) -> players::Answer { throw base::UserError("broken inside"); },
      [](auto&&...) -> players::Answer { throw std::runtime_error("broken inside"); },
      [](auto&&...) -> players::Answer { throw 7; },
      [](auto&&...) { return testing_players::answer("32-99"); },
      [](auto&&...) { return players::Answer{}; },
  };
  for (const auto& failure : failures) {
    EXPECT_THAT(answers_of(failure, {kStart, "level depth=3", "go think"}),
                AllOf(HasSubstr("error message=\"the search failed, 31-26 is any legal move: "),
                      EndsWith("done move=31-26\n")));
  }
  EXPECT_THAT(answers_of([](auto&&...) { return testing_players::resignation(); },
                         {kStart, "level depth=3", "go think"}),
              EndsWith("done move=31-26\n"))
      << "Hub knows no resignation";
}

TEST(HubAnswers, APlayerThatCannotBeMadeGivesALegalMove) {
  std::ostringstream out;
  HubEngine engine(out, "1.2.3", {},
                   [](const auto&) -> std::unique_ptr<players::Player> { throw std::bad_alloc(); });
  EXPECT_TRUE(engine.handle("init"));
  EXPECT_THAT(out.str(), AllOf(HasSubstr("error message="), Not(HasSubstr("ready"))));
  engine.handle("go think");
  engine.finish();
  EXPECT_THAT(out.str(), EndsWith("done move=31-26\n"));
}

TEST(HubAnswers, ALineThatCannotBePlayedIsCutAndTheMoveIsTold) {
  const auto text = answers_of(
      [](const auto&, const players::Observer& observer) {
        observer(with_line("32-28", {"32-28", "20-24", "20-24"}).report);
        return with_line("32-28", {"32-28", "23-29", "34-30"});
      },
      {kStart, "level depth=3", "go think"});
  EXPECT_THAT(text, HasSubstr("pv=\"32-28 20-24\"\n"));
  EXPECT_THAT(text, HasSubstr("pv=32-28\n"));
  EXPECT_THAT(text, EndsWith("done move=32-28\n")) << "and no move to ponder on";
  EXPECT_THAT(text, Not(HasSubstr("error")));
}

// The search was stopped here with a new best move in front of an old line.
TEST(HubAnswers, WhereALineOnceDidNotFitItsMove) {
  const std::string moves =
      "34-30 16-21 31-26 18-22 36-31 11-16 41-36 7-11 30-25 20-24 31-27 22x31x27 36x27x31 19-23 "
      "33-28 14-19 47-41 15-20 25x14x20 9x20x14 39-34 12-18 38-33 17-22 26x17x21 22x31x27 "
      "37x26x31 11x22x17 28x17x22 16-21 17-11 6x17x11 42-38 1-6 32-28 23x32x28 38x16x21x32 6-11 "
      "16x7x11 2x11x7 44-39 17-22 41-37 10-15 37-32 11-16 43-38 19-23 34-30 24-29 33x24x29 "
      "20x29x24 30-25 22-28 32-27 29-33 38x29x33 23x43x29x39 49x38x43 15-20 25x14x20 28-32 50-44 "
      "32x43x38 48x39x43 4-10 14-9 13x4x9 39-33 8-12 35-30 12-17 33-28 4-9 30-24 9-14 46-41 18-23 "
      "28x19x23 14x23x19 44-39 10-14 24-19 23-28 19x10x14 5x14x10 41-37 16-21 27x16x21 3-8 26-21 "
      "17x26x21 16-11 8-12 40-35 12-18 11-7 18-22 7-1 22-27 1-29 27-32 29-47 32x41x37 47x36x41 "
      "28-32 36-41 32-38 41x10x14 38-42 10-14 42-47 14-37 47-24 39-34 24-33 45-40 33-22 37-23 "
      "26-31 34-30 22-6 40-34";
  std::ostringstream out;
  HubEngine engine(out, "1.2.3", {.endings = 0, .table_mib = 64});
  engine.handle("init");
  for (int nodes = 500; nodes <= 700; nodes += 25) {
    engine.handle("new-game");
    engine.handle(fmt::format("{} moves=\"{}\"", kStart, moves));
    engine.handle(fmt::format("level nodes={}", nodes));
    engine.handle("go think");
    engine.finish();
    EXPECT_THAT(out.str(), HasSubstr("done move=")) << nodes;
    EXPECT_THAT(out.str(), Not(HasSubstr("error"))) << nodes;
    out.str("");
  }
}

TEST(HubAnswers, ADrawnGameIsPlayedOnByWhoeverAsks) {
  std::string there_and_back;
  for (int i = 0; i < 6; ++i) there_and_back += "48-42 1-6 42-48 6-1 ";
  std::ostringstream out;
  HubEngine engine(out, "1.2.3", {.endings = 0, .table_mib = 1});
  engine.handle(fmt::format("pos pos=WB{}W{} moves=\"{}\"", std::string(46, 'e'),
                            std::string(2, 'e'), there_and_back));
  engine.handle("level depth=3");
  engine.handle("go think");
  engine.finish();
  EXPECT_THAT(out.str(), HasSubstr("done move="));
  EXPECT_THAT(out.str(), Not(HasSubstr("error")));
}

TEST(HubAnswers, ARefusedPositionIsNotSearchedForTheOneBefore) {
  const auto text = answers_of([](auto&&...) { return testing_players::answer("32-28"); },
                               {kStart, kStart + " moves=\"32-10\"", "level depth=2", "go think"});
  EXPECT_THAT(text, HasSubstr("the last one was refused"));
  EXPECT_THAT(text, Not(HasSubstr("done")));
}

TEST(HubAnswers, WhoPondersOrAnalyzesWaitsForStop) {
  std::ostringstream out;
  HubEngine engine(out, "1.2.3", {.endings = 0}, [](const auto&) {
    return testing_players::scripted([](auto&&...) { return testing_players::answer("32-28"); });
  });
  for (const char* go : {"go ponder", "go analyze"}) {
    engine.handle(kStart);
    engine.handle("level depth=1");
    engine.handle(go);
    engine.handle("ping");  // sent by this thread: whatever the search says at once may come before
    engine.handle("stop");
    EXPECT_EQ(out.str(), "pong\ndone move=32-28\n") << go;
    out.str("");
  }
  engine.handle("go ponder");
  engine.handle("ponder-hit");
  engine.finish();
  EXPECT_EQ(out.str(), "done move=32-28\n") << "once";
}

TEST(HubAnswers, TheEndOfTheInputWaitsForTheAnswer) {
  for (const char* end : {"", "quit\n"}) {
    std::istringstream in(kStart + "\nlevel depth=4\ngo think\n" + end);
    std::ostringstream out;
    serve_hub(in, out, "1.2.3", {.endings = 0, .table_mib = 1});
    EXPECT_THAT(out.str(), HasSubstr("done move=")) << end;
  }
  std::istringstream endless(kStart + "\nlevel infinite\ngo think");
  std::ostringstream out;
  serve_hub(endless, out, "1.2.3", {.endings = 0, .table_mib = 1});
  EXPECT_THAT(out.str(), HasSubstr("done move=")) << "a search without an end is stopped";
}

TEST(HubAnswers, ALineWithoutAnEndIsRefused) {
  std::istringstream in(std::string((1 << 20) + 5, 'x') + "\nping\n");
  std::ostringstream out;
  serve_hub(in, out, "1.2.3", {});
  EXPECT_THAT(out.str(), AllOf(HasSubstr("error message=\"a line is longer"), EndsWith("pong\n")));
}

TEST(HubAnswers, TheExampleOfTheHelpAsTyped) {
  const auto folder = testing_files::temporary("hub_help");
  std::filesystem::create_directories(folder);
  const auto help = testing_files::run_shell(folder, testing_places::program() + " hub --help").out;
  std::string example;
  for (const auto& line : base::split(help, '\n')) {
    if (line.starts_with("  printf ")) example = line;
  }
  const auto at = example.find("losange hub");
  ASSERT_NE(at, std::string::npos) << help;
  example.replace(at, 7, testing_places::program());
  // Nothing of this user's folder: the endings are not there yet.
  const auto ran = testing_files::run_shell(
      folder, "XDG_DATA_HOME=" + folder.string() + "; export XDG_DATA_HOME; " + example);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ready\n"), HasSubstr("\ndone move=")));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace losange::protocol
