#include "players/outside/program_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace losange::players {
namespace {

using base::Millis;
using testing::HasSubstr;
using Kind = PlayerFailure::Kind;

constexpr Millis kLong{20'000}, kShort{100};

// The failure that work() throws, with what it says.
std::pair<Kind, std::string> failure(const std::function<void()>& work) {
  try {
    work();
  } catch (const PlayerFailure& error) {
    return {error.kind, error.what()};
  }
  ADD_FAILURE() << "no failure";
  return {};
}

TEST(ProgramLink, AsksAndIsAnsweredLineByLine) {
  ProgramLink link("while read -r a; do printf '%s one\\r\\n%s two\\n' $a $a; done", {});
  EXPECT_FALSE(link.running());
  link.start();
  EXPECT_TRUE(link.running());
  auto question = link.ask("who", kLong);
  EXPECT_EQ(link.next_line(question), "who one");
  EXPECT_EQ(link.next_line(question), "who two");
  link.kill();
  EXPECT_FALSE(link.running());
}

TEST(ProgramLink, SilenceIsAHangThatNamesTheQuestion) {
  ProgramLink link("sleep 60", {});
  link.start();
  const auto [kind, text] = failure([&] {
    auto question = link.ask("who", kShort);
    question.remark = base::Message::verbatim("; it smiled");
    link.next_line(question);
  });
  EXPECT_EQ(kind, Kind::Hang);
  EXPECT_EQ(text, "the program 'sleep 60' did not answer 'who' within 0.1 s; it smiled");
}

// However much it says: only an answer ends the wait.
TEST(ProgramLink, TalkDoesNotLengthenTheWait) {
  ProgramLink link("yes", {});
  link.start();
  EXPECT_EQ(failure([&] {
              auto question = link.ask("who", kShort);
              while (true) link.next_line(question);
            }).first,
            Kind::Hang);
}

TEST(ProgramLink, AnEndIsACrash) {
  ProgramLink link("read -r a; exit 3", {});
  link.start();
  const auto [kind, text] = failure([&] {
    auto question = link.ask("who", kLong);
    link.next_line(question);
  });
  EXPECT_EQ(kind, Kind::Crash);
  EXPECT_THAT(text, HasSubstr("ended with code 3 at 'who'"));
  EXPECT_FALSE(link.running());
  EXPECT_EQ(failure([&] { link.send("more"); }).first, Kind::Crash);
}

TEST(ProgramLink, WhatFailedLeavesNoProgramBehind) {
  ProgramLink link("cat", {});
  link.start();
  EXPECT_EQ(link.or_kill([] { return 7; }), 7);
  EXPECT_TRUE(link.running());
  EXPECT_THROW(link.or_kill([] { throw 1; }), int);
  EXPECT_FALSE(link.running());
}

TEST(ProgramLink, AfterAStopItIsInterruptedAndAnswers) {
  ProgramLink link("while read -r a; do [ $a = enough ] && echo 'a move'; done", {});
  link.start();
  std::stop_source stop;
  stop.request_stop();
  auto question = link.ask("think", kLong, stop.get_token(), "enough");
  EXPECT_EQ(link.next_line(question), "a move");
}

// Who stopped it knows why there is no move: nobody loses a game by that.
TEST(ProgramLink, AStopThatIsNotHeardIsNoFailureOfThePlayer) {
  ProgramPatience patience;
  patience.interrupt = kShort;
  std::stop_source stop;
  stop.request_stop();
  for (const char* interrupt : {"", "enough"}) {
    ProgramLink link("sleep 60", patience);
    link.start();
    try {
      auto question = link.ask("think", kLong, stop.get_token(), interrupt);
      link.next_line(question);
      ADD_FAILURE() << "it answered";
    } catch (const PlayerFailure& failure) {
      ADD_FAILURE() << failure.what();
    } catch (const base::UserError& error) {
      EXPECT_STREQ(error.what(), "the program 'sleep 60' was stopped");
    }
  }
}

TEST(ProgramPatience, AMoveHasItsTimeAndSomeGrace) {
  const ProgramPatience patience{.grace = Millis(5), .unlimited = Millis(1000)};
  search::Limits limits;
  EXPECT_EQ(patience.for_move(limits), Millis(1000));
  limits.time = Millis(200);
  EXPECT_EQ(patience.for_move(limits), Millis(205));
  limits.clock = search::ClockState{Millis(7000), Millis(0)};
  EXPECT_EQ(patience.for_move(limits), Millis(7005));
}

TEST(ProgramPatience, NothingButAStartWaitsLongerThanAReply) {
  const auto patience = ProgramPatience::of(Millis(5'000), Millis(400'000));
  EXPECT_EQ(patience.unlimited, Millis(5'000));
  EXPECT_EQ(patience.startup, Millis(400'000));
  EXPECT_EQ(patience.command, Millis(5'000));
  EXPECT_EQ(ProgramPatience::of(Millis(15'000), Millis(1)).command, ProgramPatience{}.command);
}

}  // namespace
}  // namespace losange::players
