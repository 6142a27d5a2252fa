#include "base/system/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/threads/parallel.h"

namespace losange::base {
namespace {

using namespace std::chrono_literals;

TEST(Process, ExchangesLines) {
  Process cat("cat");
  std::string line;
  for (const std::string text : {"hello", "", "world"}) {
    ASSERT_TRUE(cat.write(text + "\n"));
    ASSERT_EQ(cat.read_line(line, Clock::now() + 5s), Process::Read::Line);
    EXPECT_EQ(line, text);
  }
}

TEST(Process, HandsOverWhatTheChildWritesToItsStandardError) {
  std::vector<std::string> lines;
  {
    Process child("echo one >&2; printf 'two\\r\\n' >&2; printf three >&2; echo out",
                  [&](std::string_view line) { lines.emplace_back(line); });
    std::string line;
    ASSERT_EQ(child.read_line(line, Clock::now() + 5s), Process::Read::Line);
    EXPECT_EQ(line, "out");
    EXPECT_TRUE(child.ends_within(5s));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "three"}));
}

// More than a pipe holds, while nobody reads the child's output.
TEST(Process, IsNotHeldUpByItsStandardError) {
  std::size_t bytes = 0;
  {
    Process child("yes | head -c 300000 >&2; echo done",
                  [&](std::string_view line) { bytes += line.size() + 1; });
    std::string line;
    ASSERT_EQ(child.read_line(line, Clock::now() + 20s), Process::Read::Line);
    EXPECT_TRUE(child.ends_within(5s));
  }
  EXPECT_EQ(bytes, 300000u);
}

TEST(Process, NamesThatNoProgramHasAreKnownBeforeItIsStarted) {
  for (const char* found :
       {"cat", "cat -u", " /bin/sh -c true", "exec sleep 1", "A=b cat", "'/x y/z'", "cd / && cat"})
    EXPECT_TRUE(may_be_found(found)) << found;
  for (const char* none :
       {"", " ", "losange-no-such-program", "/nowhere/program --fast", "/tmp", "/etc/passwd"})
    EXPECT_FALSE(may_be_found(none)) << none;
}

TEST(Process, TimesOutAndSaysHowTheChildEnded) {
  Process sleeper("sleep 100");
  std::string line;
  EXPECT_EQ(sleeper.read_line(line, Clock::now() + 30ms), Process::Read::TimedOut);
  EXPECT_TRUE(sleeper.running());
  sleeper.kill();
  EXPECT_EQ(sleeper.status().english, "was ended by signal 9");

  Process quitter("exit 3");
  EXPECT_EQ(quitter.read_line(line, Clock::now() + 5s), Process::Read::Ended);
  quitter.kill();
  EXPECT_EQ(quitter.status().english, "ended with code 3");
}

TEST(Process, StopsWaitingWhenAsked) {
  Process sleeper("sleep 100");
  std::stop_source source;
  source.request_stop();
  std::string line;
  EXPECT_EQ(sleeper.read_line(line, Clock::now() + 1h, source.get_token()), Process::Read::Stopped);
}

// Lines that are there already must not hide that the wait is over: a child may write faster than it is read.
TEST(Process, LinesOutlastNeitherTheDeadlineNorAStop) {
  Process talker("printf 'one\\ntwo\\nthree\\n'; exec sleep 100");
  std::string line;
  ASSERT_EQ(talker.read_line(line, Clock::now() + 1h), Process::Read::Line);
  EXPECT_EQ(talker.read_line(line, Clock::now()), Process::Read::TimedOut);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(talker.read_line(line, Clock::now() + 1h, source.get_token()), Process::Read::Stopped);
  // Nothing is lost by it.
  ASSERT_EQ(talker.read_line(line, Clock::now() + 1h), Process::Read::Line);
  EXPECT_EQ(line, "two");
}

TEST(Process, KillsWhatTheChildStarted) {
  std::string line;
  pid_t grandchild = 0;
  {
    Process shell("sleep 100 & echo $!; wait");
    ASSERT_EQ(shell.read_line(line, Clock::now() + 5s), Process::Read::Line);
    grandchild = static_cast<pid_t>(*parse_integer(line));
    ASSERT_EQ(::kill(grandchild, 0), 0);
  }
  // The grandchild belongs to init now, which may take a moment to collect it.
  for (int i = 0; i < 500 && ::kill(grandchild, 0) == 0; ++i) std::this_thread::sleep_for(10ms);
  std::string state;
  if (FILE* stat = std::fopen(("/proc/" + line + "/stat").c_str(), "r")) {
    char text[256] = {};
    if (std::fgets(text, sizeof text, stat) != nullptr) state = text;
    std::fclose(stat);
  }
  EXPECT_TRUE(state.empty() || state.find(") Z") != std::string::npos) << state;
}

TEST(Process, SurvivesAChildThatDoesNotListen) {
  Process quitter("exec true");
  std::string line;
  EXPECT_EQ(quitter.read_line(line, Clock::now() + 5s), Process::Read::Ended);
  while (quitter.running()) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(quitter.write("anyone there?\n"));
}

TEST(Parallel, CallsEachItemOnceAndPassesErrorsOn) {
  std::vector<std::atomic<int>> calls(1000);
  parallel_for(calls.size(), 4, [&](std::size_t i) { ++calls[i]; });
  for (const auto& count : calls) EXPECT_EQ(count, 1);
  EXPECT_THROW(run_on_threads(3,
                              [](int i) {
                                if (i == 2) throw std::runtime_error("x");
                              }),
               std::runtime_error);
}

}  // namespace
}  // namespace losange::base
