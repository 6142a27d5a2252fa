// What is said of long work: a line that fits its terminal, and one that goes on while nothing happens.
#include "base/threads/progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "base/text.h"
#include "base/threads/ticker.h"
#include "terminal_stderr.h"

namespace losange::base {
namespace {

TEST(Progress, FitsTheTerminal) {
  testing_files::TerminalStderr terminal(50);
  {
    EXPECT_TRUE(Progress::moves());
    Progress progress("training", 1000, 10);
    progress.update(1000, "losses: Q 0.1, " + std::string(200, 'x'));
  }
  std::size_t lines = 0;
  for (const auto& part : split(terminal.seen(), '\r')) {
    if (!part.starts_with("\x1b[K")) continue;
    ++lines;
    EXPECT_EQ(part.size() - 3, 49u) << part;
    EXPECT_TRUE(part.starts_with("\x1b[Ktraining: 1000/1000, losses: Q 0.1, xx")) << part;
    EXPECT_TRUE(part.ends_with("x...")) << part;
  }
  EXPECT_EQ(lines, 1u);
}

TEST(Ticker, BeginsAtOnceGoesOnAndEndsWithItsObject) {
  std::atomic<int> ticks = 0;
  {
    const Ticker ticker(Millis(1), [&] { ++ticks; });
    while (ticks < 3) std::this_thread::yield();
  }
  const int then = ticks;
  std::this_thread::sleep_for(Millis(20));
  EXPECT_EQ(ticks, then);
  {
    const Ticker slow(Millis(3'600'000), [&] { ++ticks; });
    while (ticks == then) std::this_thread::yield();
  }
  EXPECT_EQ(ticks, then + 1);
}

}  // namespace
}  // namespace losange::base
