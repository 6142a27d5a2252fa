// The sets of openings that come with the program: what matches between players without chance need of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "match/openings/opening_maker.h"
#include "match/openings/openings.h"
#include "places.h"

namespace losange::match {
namespace {

TEST(OpeningSets, HaveFiveHundredDifferentOpeningsASize) {
  for (const int size : {9, 11, 13, 15, 19}) {
    const auto file = std::filesystem::path(testing_places::source()) / "docs/openings" /
                      fmt::format("hex-{}.txt", size);
    game::GameSetup setup;
    setup.size = size;
    setup.swap = false;
    const auto openings = find_openings(file.string(), setup).openings;
    EXPECT_GE(openings.size(), 500u) << file;
    std::set<std::string> keys;
    std::map<std::size_t, int> stones;
    for (const auto& opening : openings) {
      keys.insert(opening_key(size, opening.moves));
      ++stones[opening.moves.size()];
    }
    EXPECT_EQ(keys.size(), openings.size()) << file;
    ASSERT_FALSE(stones.empty());
    EXPECT_GE(stones.begin()->first, 2u) << file;
    EXPECT_LE(stones.rbegin()->first, 5u) << file;
    // On small boards few stones leave the game even; four and five do everywhere.
    for (const std::size_t count : {4, 5}) EXPECT_GE(stones[count], 100) << file;
  }
}

}  // namespace
}  // namespace losange::match
