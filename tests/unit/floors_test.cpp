// No include points up a floor of the house (docs/architecture.md). A room may include its own files,
// rooms of lower floors, and those of its own floor that are listed here.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "places.h"

namespace {

const std::map<std::string, int> kFloors{
    {"base", 1},     {"game", 2},  {"hex", 3},     {"search", 3},  {"draughts", 3},
    {"net", 4},      {"book", 4},  {"players", 5}, {"window", 6},  {"terminal", 6},
    {"protocol", 6}, {"match", 6}, {"train", 6},   {"commands", 7}};

TEST(Floors, NoIncludePointsUp) {
  const std::filesystem::path source =
      std::filesystem::path(losange::testing_places::source()) / "src";
  const std::regex include("^\\s*#include \"([a-z_]+)/");
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const auto inside = std::filesystem::relative(entry.path(), source);
    if (inside.begin() == std::prev(inside.end())) continue;  // main.cpp stands above all
    const std::string room = inside.begin()->string();
    ASSERT_TRUE(kFloors.contains(room)) << "a room without a floor: " << room;
    ++files;
    std::ifstream file(entry.path());
    std::string line;
    for (std::smatch match; std::getline(file, line);) {
      if (!std::regex_search(line, match, include)) continue;
      const std::string other = match[1];
      ASSERT_TRUE(kFloors.contains(other)) << inside << " includes unknown room " << other;
      EXPECT_TRUE(other == room || kFloors.at(other) < kFloors.at(room))
          << inside << " (floor " << kFloors.at(room) << ") includes " << other << " (floor "
          << kFloors.at(other) << ")";
    }
  }
  EXPECT_GT(files, 20);
}

}  // namespace
