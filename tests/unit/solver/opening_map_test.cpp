// Maps of openings: what they look like, and runs that go on where another one stopped.
#include "solver/map/opening_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/system/file.h"
#include "error_of.h"
#include "temporary.h"
#include "thread_cluster.h"

namespace losange::solver {
namespace {

using testing::HasSubstr;
using testing_errors::error_of;

TEST(OpeningMap, LooksAsItShould) {
  auto map = solve_openings({.size = 3, .bytes = 1 << 20});
  map.seconds = 0.25;
  map.search_seconds = 0.5;
  map.nodes = 7;
  EXPECT_EQ(to_text(map), "   a b c\n 1 l l W\n  2 W W W\n   3 W l l\n");
  EXPECT_EQ(
      to_json(map),
      "{\"size\":3,\"openings\":{\"a1\":\"loss\",\"b1\":\"loss\",\"c1\":\"win\",\"a2\":\"win\","
      "\"b2\":\"win\",\"c2\":\"win\",\"a3\":\"win\",\"b3\":\"loss\",\"c3\":\"loss\"},"
      "\"open\":[],\"seconds\":0.250,\"search_seconds\":0.500,\"nodes\":7}");
  const std::string svg = to_svg(map);
  std::size_t wins = 0;
  for (auto at = svg.find("#9d7"); at != svg.npos; at = svg.find("#9d7", at + 1)) ++wins;
  EXPECT_EQ(wins, 5U);
  EXPECT_EQ(svg.find("not known"), svg.npos);
  map.results[4] = OpeningResult::Open;
  EXPECT_THAT(to_svg(map), HasSubstr("on white it is not known"));
  EXPECT_THAT(to_json(map), HasSubstr("\"open\":[\"b2\"]"));
}

// Someone who waits sees that it works, and a search that was stopped has cost what it cost.
TEST(OpeningMap, CountsTheWorkOfSearchesThatHaveNotEnded) {
  std::stop_source stop;
  std::uint64_t told = 0;
  const auto map = solve_openings({.size = 9,
                                   .bytes = 1 << 20,
                                   .observer =
                                       [&](const OpeningMap& now, int solved, int) {
                                         if (solved > 0 || now.nodes == 0) return;
                                         told = now.nodes;
                                         stop.request_stop();
                                       },
                                   .stop = stop.get_token()});
  EXPECT_GT(told, 0U);
  EXPECT_EQ(map.open(), 41);
  EXPECT_GE(map.nodes, told);
  EXPECT_GT(map.search_seconds, 0);
  EXPECT_EQ(map.worst, -1);
}

TEST(OpeningMap, LeavesOutWhatIsOpen) {
  std::stop_source stopped;
  stopped.request_stop();
  auto map = solve_openings({.size = 2, .bytes = 1 << 20, .stop = stopped.get_token()});
  EXPECT_EQ(map.open(), 2);
  map.seconds = 0;
  EXPECT_EQ(to_json(map),
            "{\"size\":2,\"openings\":{},\"open\":[\"a1\",\"b1\",\"a2\",\"b2\"],\"seconds\":0.000,"
            "\"search_seconds\":0.000,\"nodes\":0}");
}

TEST(OpeningMap, GoesOnWhereARunStopped) {
  const auto path = testing_files::temporary("openings.txt");
  std::stop_source stop;
  int told = 0;
  const auto part = solve_openings({.size = 4,
                                    .bytes = 1 << 20,
                                    .kept = path,
                                    .observer =
                                        [&](const OpeningMap&, int solved, int all) {
                                          EXPECT_EQ(all, 8);
                                          told = solved;
                                          if (solved == 3) stop.request_stop();
                                        },
                                    .stop = stop.get_token()});
  EXPECT_EQ(part.open(), 5);
  EXPECT_EQ(told, 3);
  // A line that was cut off is solved again.
  const std::string text = base::read_file(path);
  base::append_file(path, "d1 wi");
  const auto again = solve_openings({.size = 4, .bytes = 1 << 20, .threads = 2, .kept = path});
  const auto whole = solve_openings({.size = 4, .bytes = 1 << 20});
  EXPECT_EQ(again.open(), 0);
  EXPECT_EQ(again.results, whole.results);
  EXPECT_EQ(again.nodes, whole.nodes);
  EXPECT_TRUE(base::read_file(path).starts_with(text));
  EXPECT_EQ(solve_openings({.size = 4, .bytes = 1 << 20, .kept = path}).nodes, whole.nodes);
  std::filesystem::remove(path);
}

// What one waited for, and what the searches took on all threads and ranks and before.
// Nothing says so to whoever writes to a file that is gone.
TEST(OpeningMap, IsWrittenAnewWhereItsFileIsTakenAway) {
  const auto path = testing_files::temporary("openings-gone.txt");
  solve_openings({.size = 4,
                  .bytes = 1 << 20,
                  .kept = path,
                  .observer = [&](const OpeningMap&, int solved, int) {
                    if (solved == 3) std::filesystem::remove(path);
                  }});
  EXPECT_EQ(read_openings(4, base::read_file(path)).open(), 0);
  std::filesystem::remove(path);
}

TEST(OpeningMap, TellsTheClockFromTheWork) {
  const auto path = testing_files::temporary("openings.txt");
  base::write_file(path, "losange openings 3\na1 loss 5000.5 5\n");
  const auto map = solve_openings({.size = 3, .bytes = 1 << 20, .kept = path});
  EXPECT_GE(map.search_seconds, 5000.5);
  EXPECT_LT(map.seconds, 5000);
  EXPECT_GT(map.seconds, 0);
  std::filesystem::remove(path);
}

// Rank 0 has the map; what was not searched in time is left by all.
TEST(OpeningMap, IsTheSameWhereRanksShareIt) {
  const auto path = testing_files::temporary("openings.txt");
  const auto whole = solve_openings({.size = 4, .bytes = 1 << 20});
  for (const int ranks : {2, 3}) {
    for (const bool hasty : {true, false}) {
      OpeningMap map;
      testing_cluster::run_ranks(ranks, [&](cluster::Cluster& cluster) {
        OpeningRun run{.size = 4, .bytes = 1 << 20, .kept = path, .cluster = &cluster};
        if (hasty) run.time = base::Millis(0);
        if (!cluster.is_first()) return help_solve_openings(run);
        map = solve_openings(run);
      });
      if (hasty) continue;
      EXPECT_EQ(map.results, whole.results);
      EXPECT_EQ(map.nodes, whole.nodes);
      EXPECT_EQ(solve_openings({.size = 4, .bytes = 1 << 20, .kept = path}).nodes, whole.nodes);
    }
    std::filesystem::remove(path);
  }
}

// Cut off in its first line, or empty: nothing is lost by beginning.
TEST(OpeningMap, BeginsInAFileThatHasNotBegun) {
  const auto path = testing_files::temporary("openings.txt");
  for (const char* text : {"", "losange ope", "losange openings 3"}) {
    base::write_file(path, text);
    EXPECT_EQ(solve_openings({.size = 3, .bytes = 1 << 20, .kept = path}).open(), 0) << text;
    EXPECT_TRUE(base::read_file(path).starts_with("losange openings 3\na1 loss ")) << text;
  }
  std::filesystem::remove(path);
}

TEST(OpeningMap, RefusesAFileOfSomethingElse) {
  const auto path = testing_files::temporary("openings.txt");
  const OpeningRun run{.size = 3, .bytes = 1 << 20, .kept = path};
  for (const char* text :
       {"losange openings 4\n", "hello\n", "hello", "hello\nyou", "losange openings 3\na1 draw\nb",
        "losange openings 3\na1 loss\n", "losange openings 3\nd1 loss 0.1 5\n",
        "losange openings 3\na1 draw 0.1 5\n", "losange openings 3\na1 loss 1e308 5\n",
        "losange openings 3\na1 loss 0.1 9223372036854775807\n",
        "losange openings 3\na1 loss 0.1 5\nc3 loss 0.1 5\n"}) {
    base::write_file(path, text);
    EXPECT_THAT(error_of([&] { solve_openings(run); }), HasSubstr("name another file")) << text;
    EXPECT_EQ(base::read_file(path), text) << "and leaves it as it was";
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace losange::solver
