// Winners of all one-stone openings against tests/truth/hex-openings.txt (its header names the sources),
// solved here by exhaustive search with no knowledge but the rules.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/system/file.h"
#include "oracle.h"
#include "places.h"
#include "solver/map/opening_map.h"

namespace losange {
namespace {

std::string map_of(int size) {
  std::ifstream file(testing_places::source() + "/tests/truth/hex-openings.txt");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first, map;
    if (words >> first >> map && first == std::to_string(size)) return map;
  }
  return "";
}

// What longer runs than a test's have solved of 9x9 (docs/solver.md), as far as others have.
TEST(HexOpenings, WhatDocsHoldSolvedIsAsPublished) {
  std::string truth = map_of(9);
  std::erase(truth, '/');
  const auto map = solver::read_openings(
      9, base::read_file(testing_places::source() + "/docs/solved/openings-9.txt"));
  ASSERT_EQ(truth.size(), map.results.size());
  int compared = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == '.' || map.results[i] == solver::OpeningResult::Open) continue;
    EXPECT_EQ(static_cast<char>(map.results[i]), truth[i]) << "cell " << i;
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

TEST(HexOpenings, ExhaustiveSearchAgreesOnThreeAndFour) {
  for (int size = 3; size <= 4; ++size) {
    const std::string map = map_of(size);
    ASSERT_FALSE(map.empty());
    oracle::Solver solver;
    std::string found;
    for (int cell = 0; cell < size * size; ++cell) {
      hex::Position<2> position(size, false);
      position.play(hex::Move::at(cell));
      if (cell > 0 && cell % size == 0) found += '/';
      found += solver.winner(position) == game::Side::First ? 'W' : 'l';
    }
    EXPECT_EQ(found, map);
  }
}

}  // namespace
}  // namespace losange
