#include "search/montecarlo/stop_conditions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace losange::search {
namespace {

using base::Millis;

constexpr TimePlan kPlan{.aim = Millis(1000), .most = Millis(3000)};

TEST(DescentLimit, GivesOutNoMoreThanThereIs) {
  DescentLimit limit(10);
  EXPECT_EQ(limit.claim(8), 8u);
  EXPECT_EQ(limit.left(), 2u);
  EXPECT_EQ(limit.claim(8), 2u);
  EXPECT_EQ(limit.claim(8), 0u);
  EXPECT_EQ(limit.claim(8), 0u);
  EXPECT_EQ(limit.made(), 10u);
  EXPECT_EQ(limit.left(), 0u);
  EXPECT_EQ(DescentLimit(0).claim(1), 0u);
}

TEST(ProvenRoot, AnyResultEndsTheSearch) {
  EXPECT_FALSE(ProvenRoot::reached(Proof::Unknown));
  for (const Proof proof : {Proof::Loss, Proof::Draw, Proof::Win})
    EXPECT_TRUE(ProvenRoot::reached(proof));
}

TEST(DescentLimit, WhatIsGivenBackWasNotMade) {
  DescentLimit limit(10);
  limit.claim(8);
  limit.give_back(3);
  EXPECT_EQ(limit.made(), 5u);
  EXPECT_EQ(limit.left(), 5u);
}

TEST(DescentLimit, ThreadsShareItWhole) {
  DescentLimit limit(100'003);
  std::atomic<std::uint64_t> made{0};
  {
    std::vector<std::jthread> threads;
    threads.reserve(3);
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        while (const auto claimed = limit.claim(8)) made += claimed;
      });
    }
  }
  EXPECT_EQ(made, 100'003u);
  EXPECT_EQ(limit.made(), 100'003u);
}

TEST(TimeLimit, IsReachedBeforeALookThatWouldBeTooLate) {
  const TimeLimit limit{kPlan};
  // 16 runs took 1.5 s: as many more end at 3 s.
  EXPECT_TRUE(limit.reached(Millis(1500), 0, 16));
  EXPECT_FALSE(limit.reached(Millis(1400), 0, 16));
  // A thousand looks went by: the next is not far.
  EXPECT_FALSE(limit.reached(Millis(2900), 16'000, 16));
  EXPECT_TRUE(limit.reached(Millis(2998), 16'000, 16));
  EXPECT_FALSE(TimeLimit{}.reached(Millis(1'000'000), 0, 16));
}

// Time that is left over goes to the next move, where nothing else becomes of it.
TEST(TimePlan, ATimeForEachMoveIsOneThatNobodyGetsBackOrWaitsFor) {
  EXPECT_FALSE(is_for_each_move({}));
  Limits limits;
  limits.time = Millis(100);
  EXPECT_TRUE(is_for_each_move(limits));
  for (const auto& change :
       {+[](Limits& l) { l.clock.emplace(); }, +[](Limits& l) { l.nodes = 9; },
        +[](Limits& l) { l.prompt = true; }, +[](Limits& l) { l.every_move = true; }}) {
    Limits other = limits;
    change(other);
    EXPECT_FALSE(is_for_each_move(other));
  }
}

TEST(SettledChoice, TheTimeAimedAtIsEnoughUnlessTheChoiceIsOpen) {
  for (const bool early : {true, false}) {
    const SettledChoice settled{kPlan, early, true};
    const RootChoice close{.candidates = 5, .leader = 100, .runner_up = 99, .open = false};
    RootChoice open = close;
    open.open = true;
    EXPECT_TRUE(settled.reached(close, 1.0, 1000, 1'000'000));
    EXPECT_FALSE(settled.reached(close, 0.999, 1000, 1'000'000));
    EXPECT_FALSE(settled.reached(open, 2.0, 1000, 1'000'000));
  }
}

TEST(SettledChoice, ALeadThatTheRestCannotMakeUp) {
  const SettledChoice settled{{}, true, true};
  const RootChoice choice{.candidates = 2, .leader = 100, .runner_up = 40, .open = false};
  EXPECT_FALSE(settled.reached(choice, 0.1, 140, 60));
  EXPECT_TRUE(settled.reached(choice, 0.1, 140, 59));
  EXPECT_FALSE((SettledChoice{{}, false, true}).reached(choice, 0.1, 140, 59)) << "not asked for";
  EXPECT_FALSE((SettledChoice{{}, true, false}).reached(choice, 0.1, 140, 59))
      << "scores decide, not visits";
  RootChoice open = choice;
  open.open = true;
  EXPECT_FALSE(settled.reached(open, 0.1, 140, 59));
}

TEST(SettledChoice, ThePaceSaysWhatTheTimeAllows) {
  const SettledChoice settled{kPlan, true, true};
  const RootChoice choice{.candidates = 2, .leader = 1000, .runner_up = 0, .open = false};
  // 1000 in half a second: in the other half 1250 at most, a quarter more than the pace.
  EXPECT_FALSE(settled.reached(choice, 0.5, 1000, 1'000'000));
  EXPECT_TRUE(settled.reached(choice, 0.6, 1000, 1'000'000));
  // However clear: before a sixteenth of the time nothing is known of the pace.
  EXPECT_FALSE(settled.reached(choice, 0.06, 1, 1'000'000));
  EXPECT_TRUE(settled.reached(choice, 0.07, 1, 1'000'000));
}

TEST(SettledChoice, APersonWhoWaitsSeesAPlainChoiceAtOnce) {
  const SettledChoice patient{kPlan, true, true}, prompt{kPlan, true, true, true};
  RootChoice choice{.candidates = 5, .leader = 801, .runner_up = 100, .open = false};
  EXPECT_TRUE(prompt.reached(choice, 0.07, 901, 1'000'000));
  EXPECT_FALSE(patient.reached(choice, 0.07, 901, 1'000'000));
  EXPECT_FALSE(prompt.reached(choice, 0.06, 901, 1'000'000)) << "too soon to tell";
  choice.leader = 800;
  EXPECT_FALSE(prompt.reached(choice, 0.07, 900, 1'000'000));
  choice = {.candidates = 5, .leader = 801, .runner_up = 100, .open = true};
  EXPECT_FALSE(prompt.reached(choice, 0.07, 901, 1'000'000)) << "a rival looks better";
}

TEST(SettledChoice, OneMoveNeedsNoThoughtAndNoneIsNoChoice) {
  const RootChoice one{.candidates = 1, .leader = 1, .runner_up = 0, .open = true};
  EXPECT_TRUE((SettledChoice{kPlan, true, false}).reached(one, 0, 1, 1000));
  EXPECT_FALSE((SettledChoice{kPlan, false, false}).reached(one, 0, 1, 1000));
  EXPECT_FALSE((SettledChoice{kPlan, true, true}).reached(RootChoice{}, 5, 1, 1000));
}

}  // namespace
}  // namespace losange::search
