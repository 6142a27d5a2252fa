#include "base/threads/parallel.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

namespace losange::base {
namespace {

// Work that has no end of its own until it is told that another failed.
TEST(RunOnThreads, AFailureStopsTheOthersAndIsThrownOnce) {
  for (int failing = 0; failing < 3; ++failing) {
    std::atomic<bool> stop{false};
    std::atomic<int> told{0};
    EXPECT_THROW(run_on_threads(
                     3,
                     [&](int i) {
                       if (i == failing) throw std::runtime_error("broken");
                       while (!stop) std::this_thread::yield();
                       throw std::logic_error("a second failure");
                     },
                     [&] {
                       ++told;
                       stop = true;
                     }),
                 std::runtime_error);
    EXPECT_EQ(told, 1);
  }
}

TEST(ParallelFor, BeginsNothingAfterAFailure) {
  std::atomic<int> begun{0};
  EXPECT_THROW(parallel_for(1'000'000, 3,
                            [&](std::size_t) {
                              ++begun;
                              throw std::runtime_error("broken");
                            }),
               std::runtime_error);
  EXPECT_LE(begun, 3);
}

TEST(Crew, GivesEveryRunToTheSameThreads) {
  Crew crew(3);
  std::array<std::thread::id, 3> first, second;
  crew.run([&](int i) { first[static_cast<std::size_t>(i)] = std::this_thread::get_id(); });
  crew.run([&](int i) { second[static_cast<std::size_t>(i)] = std::this_thread::get_id(); });
  EXPECT_EQ(first, second);
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 3u);
  EXPECT_FALSE(std::set(first.begin(), first.end()).contains(std::this_thread::get_id()));
}

TEST(Crew, HandsOnAnExceptionAndWorksAgain) {
  Crew crew(2);
  std::atomic<int> done{0};
  EXPECT_THROW(crew.run([&](int i) {
    if (i == 1) throw std::runtime_error("broken");
    ++done;
  }),
               std::runtime_error);
  crew.run([&](int) { ++done; });
  EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace losange::base
