#include "base/parallel.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>

namespace losange::base {
namespace {

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
