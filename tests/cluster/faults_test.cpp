// What goes wrong on one rank ends all of them soon, with one message, and leaves what can be gone on with.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/text.h"
#include "ranks.h"

namespace losange {
namespace {

using testing::HasSubstr;
using testing_cluster::Folder;
using testing_cluster::games_of;

constexpr double kSoon_s = 10;

int count_of(const std::string& word, const std::string& text) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += word.size()) ++count;
  return count;
}

// Whatever mpirun adds, one line is ours.
void expect_one_message(const testing_files::Ran& ran, const std::string& words, int code = 1) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_EQ(count_of("losange: ", ran.err), 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("losange: " + words));
}

// Between two files that `date +%s.%N` wrote.
double seconds_between(const Folder& folder, const std::string& begin, const std::string& end) {
  const auto time = [&](const std::string& name) {
    return base::parse_real(base::trim(folder.read(name))).value();
  };
  return time(end) - time(begin);
}

TEST(RankFaults, WrongUsageIsSaidOnce) {
  const Folder folder("rank_usage");
  expect_one_message(folder.run(3, "match random"), "name two players", 2);
  expect_one_message(folder.run(3, "match random nobody"), "there is no player 'nobody'", 2);
}

TEST(RankFaults, RanksThatDifferAreRefused) {
  const Folder folder("rank_differ");
  const base::Stopwatch watch;
  expect_one_message(folder.run("MPIRUN -n 1 PROGRAM match random random --size 4 : "
                                "-n 1 PROGRAM match random random --size 5"),
                     "rank 1 on ");
  EXPECT_LT(watch.seconds(), kSoon_s);
}

TEST(RankFaults, RanksOnDifferentCpusAreRefused) {
  const Folder folder("rank_cpu");
  const base::Stopwatch watch;
  if (folder.run("LOSANGE_CPU=baseline PROGRAM version").out == folder.run(0, "version").out) {
    GTEST_SKIP() << "this CPU knows no better instructions than the baseline";
  }
  const auto ran = folder.run(
      "MPIRUN -n 1 PROGRAM match random random --size 4 : -n 1 -x LOSANGE_CPU=baseline "
      "PROGRAM match random random --size 4");
  expect_one_message(ran, "rank 1 on ");
  EXPECT_THAT(ran.err, HasSubstr("another kind of CPU"));
  EXPECT_LT(watch.seconds(), kSoon_s);
}

// Each rank has a folder of its own; the net in one of them is cut short.
TEST(RankFaults, AModelThatOneRankCannotReadEndsAll) {
  const Folder folder("rank_model");
  const auto ran = folder.run(fmt::format(
      "mkdir r0 r1 r2; for i in 0 1 2; do cp {0}/models/hex-mlp.safetensors r$i/net.safetensors; "
      "done; head -c 100 {0}/models/hex-mlp.safetensors > r1/net.safetensors; "
      "MPIRUN -n 3 sh -c 'cd r$OMPI_COMM_WORLD_RANK; date +%s.%N > ../fault; exec PROGRAM match "
      "negamax-mlp:model=net.safetensors random --size 5 --games 100000 --nodes 10 --seed 1'; "
      "code=$?; date +%s.%N > ended; exit $code",
      testing_places::source()));
  expect_one_message(ran, "rank 1 on ");
  EXPECT_THAT(ran.err, HasSubstr("net.safetensors"));
  EXPECT_LT(seconds_between(folder, "fault", "ended"), kSoon_s);
}

TEST(RankFaults, APlayerThatOneRankLacksEndsAll) {
  const Folder folder("rank_player");
  const auto ran = folder.run(
      "echo 'test $OMPI_COMM_WORLD_RANK = 2 && { date +%s.%N > fault; exit 3; }; "
      "exec PROGRAM htp --player random' > e.sh; "
      "MPIRUN -n 3 PROGRAM match random 'htp:sh e.sh@name=e' --size 11 --games 100000 --seed 1 "
      "--out m; code=$?; date +%s.%N > ended; exit $code");
  expect_one_message(ran, "rank 2 on ");
  EXPECT_THAT(ran.err, HasSubstr("player 'e' cannot start"));
  EXPECT_LT(seconds_between(folder, "fault", "ended"), kSoon_s);
  EXPECT_THAT(folder.run(0, "match --out m --games 2").err, HasSubstr("not as short as 2"));
}

TEST(RankFaults, AFullDiskOnRankZeroEndsAll) {
  const Folder folder("rank_disk");
  const base::Stopwatch watch;
  const auto ran = folder.run(
      "mkdir m; ln -s /dev/full m/games.sgf; "
      "MPIRUN -n 3 PROGRAM match random random --size 11 --games 100000 --seed 1 --out m");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(count_of("No space left", ran.err), 1) << ran.err;
  EXPECT_EQ(count_of("To go on: losange match --out m", ran.err), 1) << ran.err;
  EXPECT_LT(watch.seconds(), kSoon_s);
}

// Where a rank is killed, mpirun says so and ends the others.
TEST(RankFaults, AKilledRankEndsAllAndTheMatchGoesOn) {
  const Folder folder("rank_killed");
  const std::string match =
      "match montecarlo:playouts=100 random --size 6 --games 600 --seed 1 --concurrency 1 --out ";
  const auto ran = folder.run(
      "MPIRUN -n 3 sh -c 'echo $$ > pid-$OMPI_COMM_WORLD_RANK; exec PROGRAM " + match +
      "cut' & job=$!; "
      "for i in $(seq 1200); do test -s cut/games.jsonl && break; sleep 0.05; done; "
      "kill -9 $(cat pid-1); date +%s.%N > killed; wait $job; code=$?; date +%s.%N > ended; "
      "exit $code");
  EXPECT_NE(ran.code, 0);
  EXPECT_EQ(count_of("losange: ", ran.err), 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("exited on signal 9"));
  EXPECT_LT(seconds_between(folder, "killed", "ended"), kSoon_s);
  const auto before = count_of("\n", folder.read("cut/games.jsonl"));
  EXPECT_GT(before, 0);
  EXPECT_LT(before, 600);
  const auto on = folder.run(2, match + "cut");
  EXPECT_EQ(on.code, 0) << on.err;
  ASSERT_EQ(folder.run(0, match + "uncut").code, 0);
  EXPECT_EQ(games_of(folder, "cut"), games_of(folder, "uncut"));
}

TEST(RankFaults, AnInterruptSavesFirst) {
  const Folder folder("rank_interrupt");
  const auto ran = folder.run(
      "MPIRUN " + testing_cluster::kPatience +
      " -n 3 PROGRAM match random random --size 11 --games 300000 --seed 1 --out m & job=$!; "
      "for i in $(seq 600); do sleep 0.1; test -s m/games.jsonl && break; done; "
      "kill -INT $job; wait $job");
  EXPECT_THAT(ran.err, HasSubstr("To go on: losange match --out m"));
  EXPECT_THAT(ran.out, HasSubstr("stopped"));
  const auto text = folder.read("m/games.jsonl");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace losange
