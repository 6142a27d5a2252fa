// Matches, experiments, self-play and maps of openings by several ranks give what one process gives.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "ranks.h"

namespace losange {
namespace {

using testing::HasSubstr;
using testing_cluster::Folder;
using testing_cluster::games_of;

std::string without_times(const std::string& text) {
  std::string result;
  for (const auto& line : base::split(text, '\n')) {
    if (!line.starts_with("time a move")) result += line + "\n";
  }
  return result;
}

const std::string kMatch =
    "match random montecarlo:playouts=30 --size 4 --nodes 30 --games 60 --seed 5 --out ";

TEST(MatchRanks, PlayTheGamesOfOneProcess) {
  const Folder folder("match_ranks");
  const auto alone = folder.run(0, kMatch + "alone");
  ASSERT_EQ(alone.code, 0) << alone.err;
  const auto games = games_of(folder, "alone");
  EXPECT_EQ(games.size(), 60u);
  for (const int ranks : {1, 2, 3, 4}) {
    const auto out = fmt::format("ranks{}", ranks);
    const auto ran = folder.run(ranks, kMatch + out);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(without_times(ran.out), without_times(alone.out)) << ranks;
    EXPECT_EQ(games_of(folder, out), games) << ranks;
  }
}

TEST(MatchRanks, EveryRankPlays) {
  const Folder folder("match_ranks_share");
  // An engine that leaves its rank in a file for each of its starts.
  const auto ran = folder.run(
      "echo 'touch engine-$OMPI_COMM_WORLD_RANK; exec PROGRAM htp --player random' > engine.sh; "
      "MPIRUN -n 3 PROGRAM match random 'htp:sh engine.sh' --size 5 --games 100 --seed 1 "
      "--concurrency 1");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const int rank : {0, 1, 2}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / fmt::format("engine-{}", rank))) << rank;
  }
}

TEST(MatchRanks, GoOnWithWhatAnotherNumberBegan) {
  const Folder folder("match_ranks_resume");
  ASSERT_EQ(folder.run(0, kMatch + "whole").code, 0);
  auto begun = kMatch;
  begun.replace(begun.find("--games 60"), 10, "--games 22");
  ASSERT_EQ(folder.run(1, begun + "cut").code, 0);
  ASSERT_EQ(folder.run(3, kMatch + "cut").code, 0);
  EXPECT_EQ(games_of(folder, "cut"), games_of(folder, "whole"));
}

TEST(MatchRanks, EndASequentialTest) {
  const Folder folder("match_ranks_sprt");
  const std::string match =
      "match montecarlo:playouts=200 random --size 4 --nodes 200 --sprt 0,100 --seed 2 --out ";
  const auto alone = folder.run(0, match + "alone"), ranks = folder.run(3, match + "ranks");
  EXPECT_EQ(alone.code, 0) << alone.err;
  EXPECT_EQ(ranks.code, 0) << ranks.err;
  const auto verdict = [](const std::string& text) {
    for (const auto& line : base::split(text, '\n')) {
      if (line.starts_with("SPRT")) return line;
    }
    return std::string("none");
  };
  EXPECT_NE(verdict(alone.out), "none") << alone.out;
  EXPECT_EQ(verdict(ranks.out), verdict(alone.out));
}

TEST(MatchRanks, PlayExperiments) {
  const Folder folder("experiment_ranks");
  const std::string experiment =
      "experiment yopt --games 2 --tables 3 --standard yopt:descents=5 --seed 1 --out ";
  const auto alone = folder.run(0, experiment + "alone"), ranks = folder.run(2, experiment + "two");
  ASSERT_EQ(alone.code, 0) << alone.err;
  ASSERT_EQ(ranks.code, 0) << ranks.err;
  for (const char* row : {"table-3/uct=0.1", "table-3/uct=0.7"}) {
    EXPECT_EQ(games_of(folder, std::string("two/") + row),
              games_of(folder, std::string("alone/") + row));
  }
}

TEST(SolveRanks, MapTheOpeningsOfOneProcess) {
  const Folder folder("solve_ranks");
  const auto solve = [&](int ranks, const std::string& more) {
    const auto ran = folder.run(ranks, "solve --all --size 5 --json " + more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return testing_files::Json(ran.out).without("seconds").without("search_seconds");
  };
  const auto alone = solve(0, "");
  EXPECT_EQ(alone.at("openings").size(), 25u);
  EXPECT_EQ(solve(2, "--keep two"), alone);
  EXPECT_EQ(solve(3, "--threads 2 --keep three"), alone);
  // Gone on with by another number of ranks, from what a run had when it was cut.
  folder.run("head -n 6 two > cut");
  EXPECT_EQ(solve(3, "--keep cut"), alone);
  EXPECT_EQ(solve(0, "--keep cut"), alone);
}

// Which nobody shares.
TEST(SolveRanks, SolveAPositionOnce) {
  const Folder folder("solve_position");
  for (const int ranks : {0, 2, 3}) {
    const auto ran = folder.run(ranks, "solve --size 4 a1 --json --proof proof");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(base::split(ran.out, '\n').size(), 2u) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("\"winner\":\"second\""));
    EXPECT_EQ(ran.err.find("wrote"), ran.err.rfind("wrote")) << ran.err;
    EXPECT_EQ(ran.err.find("only --all is shared") != ran.err.npos, ranks > 0) << ran.err;
  }
}

TEST(SelfplayRanks, WriteTheBytesOfOneProcess) {
  const Folder folder("selfplay_ranks");
  const auto selfplay = [&](int ranks, int games, const char* format, const std::string& output) {
    const auto ran =
        folder.run(ranks, fmt::format("selfplay --sizes 6,7 --games {} --player random "
                                      "--format {} --output {}",
                                      games, format, output));
    EXPECT_EQ(ran.code, 0) << ran.err;
  };
  for (const auto& [format, ending] : {std::pair("jsonl", "jsonl"), {"packed", "positions"}}) {
    selfplay(0, 45, format, "alone");
    for (const int ranks : {2, 3}) {
      const auto output = fmt::format("ranks{}", ranks);
      selfplay(1, 20, format, output);  // cut, and gone on with by more
      selfplay(ranks, 45, format, output);
      for (const int size : {6, 7}) {
        EXPECT_EQ(folder.read(fmt::format("{}_N{}.{}", output, size, ending)),
                  folder.read(fmt::format("alone_N{}.{}", size, ending)));
      }
    }
  }
}

}  // namespace
}  // namespace losange
