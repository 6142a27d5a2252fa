// No include points up the house (docs/architecture.md). A room may include its own files, rooms of lower floors, and
// of the folder it is in those that stand on a lower step. Rooms of one floor do not know each other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "places.h"

namespace {

struct Place {
  int floor = 0;
  int step = 0;
};

const std::map<std::string, Place> kPlaces{{"base/containers", {1, 1}},
                                           {"base", {1, 2}},
                                           {"base/threads", {1, 3}},
                                           {"base/system", {1, 3}},
                                           {"cluster", {2}},
                                           {"game", {2}},
                                           {"hex/board", {3, 1}},
                                           {"hex/shapes", {3, 2}},
                                           {"hex/connections", {3, 2}},
                                           {"hex/evaluation", {3, 3}},
                                           {"hex/files", {3, 2}},
                                           {"draughts/rules", {3, 1}},
                                           {"draughts/text", {3, 2}},
                                           {"draughts/evaluation", {3, 2}},
                                           {"search", {3, 1}},
                                           {"search/alphabeta", {3, 2}},
                                           {"search/montecarlo", {3, 2}},
                                           {"search/proof", {3, 2}},
                                           {"net/file", {4, 1}},
                                           {"net/input", {4, 1}},
                                           {"net/kernels", {4, 1}},
                                           {"net/cpu", {4, 2}},
                                           {"net/evaluators", {4, 3}},
                                           {"net/value_file", {4, 2}},
                                           {"net/value", {4, 3}},
                                           {"net/torch", {4, 4}},
                                           {"net", {4, 5}},
                                           {"book", {4}},
                                           {"proof", {4}},
                                           {"solver", {5, 1}},
                                           {"solver/map", {5, 2}},
                                           {"players/game", {5, 1}},
                                           {"players/kinds", {5, 2}},
                                           {"players/files", {5, 2}},
                                           {"players/told", {5, 2}},
                                           {"players/outside", {5, 2}},
                                           {"players/wrapped", {5, 3}},
                                           {"players/engines", {5, 4}},
                                           {"players/trees", {5, 5}},
                                           {"players/alphabeta", {5, 5}},
                                           {"players", {5, 6}},
                                           {"study/board", {6}},
                                           {"study/engine", {6}},
                                           {"study/solving", {6}},
                                           {"window/words", {7, 1}},
                                           {"window/scene", {7, 1}},
                                           {"window/draw", {7, 2}},
                                           {"window/choices", {7, 3}},
                                           {"window/findings", {7, 3}},
                                           {"window/board", {7, 3}},
                                           {"window/picture", {7, 4}},
                                           {"window/table", {7, 4}},
                                           {"window/kept", {7, 4}},
                                           {"window/common", {7, 5}},
                                           {"window/setup", {7, 6}},
                                           {"window/dialogs", {7, 6}},
                                           {"window/panels", {7, 6}},
                                           {"window/learn", {7, 6}},
                                           {"window/solving", {7, 6}},
                                           {"window/marks", {7, 6}},
                                           {"window/study", {7, 7}},
                                           {"window/screens", {7, 8}},
                                           {"window/ui", {7, 9}},
                                           {"window/sfml", {7, 10}},
                                           {"web", {7, 10}},
                                           {"web/server", {7, 10}},
                                           {"web/program", {7, 11}},
                                           {"terminal/board", {7, 1}},
                                           {"terminal/input", {7, 1}},
                                           {"terminal", {7, 2}},
                                           {"protocol/lines", {7, 1}},
                                           {"protocol/htp", {7, 2}},
                                           {"protocol/hub", {7, 2}},
                                           {"protocol/dxp", {7, 2}},
                                           {"match/openings", {7, 1}},
                                           {"match/statistics", {7, 1}},
                                           {"match", {7, 2}},
                                           {"match/experiment", {7, 3}},
                                           {"train/gates", {7, 1}},
                                           {"train/common", {7, 2}},
                                           {"train/selfplay", {7, 3}},
                                           {"train/learner", {7, 4}},
                                           {"train/policy", {7, 5}},
                                           {"train/samples", {7, 1}},
                                           {"train/value", {7, 4}},
                                           {"train/draughts", {7, 4}},
                                           {"commands/line", {8, 1}},
                                           {"commands/common", {8, 2}},
                                           {"commands/play", {8, 3}},
                                           {"commands/start", {8, 4}},
                                           {"commands/connect", {8, 3}},
                                           {"commands/compare", {8, 3}},
                                           {"commands/learn", {8, 3}},
                                           {"commands", {8, 5}}};

// The page is the window in a second home: it stands on the window's steps.
std::string house_of(const std::string& room) {
  const std::string house = room.substr(0, room.find('/'));
  return house == "web" ? "window" : house;
}

bool may_include(const std::string& room, const std::string& other) {
  if (room == other) return true;
  const Place here = kPlaces.at(room), there = kPlaces.at(other);
  return there.floor < here.floor || (house_of(room) == house_of(other) && there.step < here.step);
}

// Every include of the sources, from room to room: told by the file it stands in.
template <class Told>
void for_each_include(Told&& told) {
  const std::filesystem::path source =
      std::filesystem::path(losange::testing_places::source()) / "src";
  const std::regex include("^\\s*#include \"([a-z_/]+)/[a-z0-9_]+\\.h\"");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const auto inside = std::filesystem::relative(entry.path(), source);
    const std::string room = inside.parent_path().string();
    if (room.empty()) continue;  // main.cpp stands above all
    std::ifstream file(entry.path());
    std::string line;
    for (std::smatch match; std::getline(file, line);) {
      if (std::regex_search(line, match, include)) told(inside.string(), room, match[1].str());
    }
  }
}

TEST(Floors, NoIncludePointsUp) {
  std::set<std::string> seen;
  for_each_include([&](const std::string& file, const std::string& room, const std::string& other) {
    ASSERT_TRUE(kPlaces.contains(room)) << file << ": a room without a place: " << room;
    ASSERT_TRUE(kPlaces.contains(other)) << file << " includes the unknown room " << other;
    seen.insert({room, other});
    EXPECT_TRUE(may_include(room, other)) << file << " includes " << other;
  });
  for (const auto& [room, place] : kPlaces) {
    EXPECT_TRUE(seen.contains(room)) << "no such room: " << room;
  }
}

TEST(Floors, TellUpFromDown) {
  EXPECT_TRUE(may_include("net/cpu", "net/file"));
  EXPECT_TRUE(may_include("window/ui", "players/game"));
  EXPECT_FALSE(may_include("net/file", "net/cpu"));
  EXPECT_FALSE(may_include("net/cpu", "net/value"));
  EXPECT_FALSE(may_include("hex/board", "search"));
  EXPECT_FALSE(may_include("players/engines", "window/words"));
}

}  // namespace
