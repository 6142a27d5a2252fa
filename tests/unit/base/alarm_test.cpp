#include "base/threads/alarm.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace losange::base {
namespace {

// Long enough for a busy machine, and never waited for when all is well.
bool comes_true(const auto& condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(Millis(1));
  return condition();
}

TEST(Alarm, RingsAtItsMomentAndNotBefore) {
  std::atomic<bool> rang = false;
  const auto when = Clock::now() + Millis(20);
  std::atomic<bool> early = false;
  const Alarm alarm(when, [&] {
    early = Clock::now() < when;
    rang = true;
  });
  EXPECT_TRUE(comes_true([&] { return rang.load(); }));
  EXPECT_FALSE(early);
}

TEST(Alarm, RingsAtOnceWhenTheMomentHasPassed) {
  bool rang = false;
  const Alarm alarm(Clock::now() - Millis(1), [&] { rang = true; });
  EXPECT_TRUE(rang);
}

TEST(Alarm, IsSilentOnceItIsGone) {
  bool rang = false;
  {
    const Alarm alarm(Clock::now() + Millis(3'600'000), [&] { rang = true; });
  }
  EXPECT_FALSE(rang);
}

TEST(StopAfter, PassesARequestOn) {
  std::stop_source source;
  const StopAfter ending(source.get_token(), 3600);
  EXPECT_FALSE(ending.token().stop_requested());
  source.request_stop();
  EXPECT_TRUE(ending.token().stop_requested());
}

TEST(StopAfter, AsksWhenItsTimeIsOver) {
  const StopAfter ending({}, 0.005);
  EXPECT_TRUE(comes_true([&] { return ending.token().stop_requested(); }));
}

TEST(StopAfter, HasNoBoundWithoutSeconds) {
  const StopAfter ending({}, 0);
  std::this_thread::sleep_for(Millis(5));
  EXPECT_FALSE(ending.token().stop_requested());
}

}  // namespace
}  // namespace losange::base
