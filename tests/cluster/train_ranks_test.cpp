// Training by several ranks gives, on CPUs, bit for bit the net of one process, cut and gone on with or not.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ranks.h"

namespace losange {
namespace {

using testing::HasSubstr;
using testing_cluster::Folder;

class TrainRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (folder_.run(0, "version").out.find("libtorch   not built in") != std::string::npos ||
        !std::filesystem::exists(testing_places::program() + "-torch")) {
      GTEST_SKIP() << "this build has no LibTorch";
    }
  }

  static std::string command(const std::string& name, const std::string& more,
                             int positions = 864) {
    return fmt::format(
        "train --folder {} --device cpu --threads 1 --sizes 3:1,4:1 --blocks 3 --channels 8 "
        "--games 24 --group-games 6 --steps 6 --batch 16 --check-rounds 3 --positions {} {}",
        name, positions, more);
  }
  void train(int ranks, const std::string& name, const std::string& more, int positions = 864) {
    const auto ran = folder_.run(ranks, command(name, more, positions));
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  std::string net(const std::string& name) const { return folder_.read(name + "/net.safetensors"); }

  Folder folder_{"train_ranks"};
};

TEST_F(TrainRanks, LearnTheNetOfOneProcess) {
  for (const std::string more :
       {"", "--shards 4",
        "--shards 3 --visits 4 --fast-visits 2 --reply-weight 0.1 --ending-weight 0.1"}) {
    std::filesystem::remove_all(folder_.path() / "alone");
    train(0, "alone", more);
    for (const int ranks : {1, 2, 3, 4}) {
      if (ranks == 1 && more.empty()) continue;
      const auto name = fmt::format("ranks{}", ranks);
      std::filesystem::remove_all(folder_.path() / name);
      train(ranks, name, more);
      EXPECT_TRUE(net(name) == net("alone")) << more << ", " << ranks << " ranks";
    }
  }
}

// Which summation it is decides the last bits: were shards not kept, the test above would see nothing.
TEST_F(TrainRanks, ShardsDecideTheBits) {
  train(0, "one", "");
  train(0, "four", "--shards 4");
  EXPECT_FALSE(net("one") == net("four"));
}

TEST_F(TrainRanks, FinishWhatOneProcessBegan) {
  train(0, "uncut", "--shards 4");
  train(1, "cut", "--shards 4 --rounds 2");
  train(3, "cut", "--rounds 2");
  train(2, "cut", "");
  EXPECT_TRUE(net("cut") == net("uncut"));
}

// Wherever mpirun is interrupted, or a rank killed: the same command goes on, with the bits of an uncut run. The run has
// no end that a quick machine would reach before it is cut.
TEST_F(TrainRanks, GoOnAfterAnInterruptAndAKill) {
  const std::string more = "--shards 4";
  constexpr int kWithoutEnd = 100'000'000;
  const auto interrupted = folder_.run(
      "MPIRUN " + testing_cluster::kPatience + " -n 3 PROGRAM " +
      command("cut", more, kWithoutEnd) +
      " & job=$!; for i in $(seq 1200); do sleep 0.05; test -s cut/log.jsonl && break; done; "
      "kill -INT $job; wait $job");
  EXPECT_THAT(interrupted.err, HasSubstr("the same command goes on"));
  const auto killed = folder_.run(
      "lines=$(wc -l < cut/log.jsonl); "
      "MPIRUN -n 3 sh -c 'echo $$ > pid-$OMPI_COMM_WORLD_RANK; exec PROGRAM " +
      command("cut", "--save-minutes 0 " + more, kWithoutEnd) +
      "' & job=$!; for i in $(seq 1200); do sleep 0.05; "
      "test $(wc -l < cut/log.jsonl) -gt $((lines + 2)) && break; done; "
      "kill -9 $(cat pid-2); wait $job");
  EXPECT_THAT(killed.err, HasSubstr("exited on signal 9"));
  train(2, "cut", more + " --rounds 5", kWithoutEnd);
  const std::string log = folder_.read("cut/log.jsonl");
  const auto rounds = std::count(log.begin(), log.end(), '\n');
  EXPECT_GT(rounds, 5);
  train(0, "uncut", fmt::format("{} --rounds {}", more, rounds), kWithoutEnd);
  EXPECT_TRUE(net("cut") == net("uncut"));
}

TEST_F(TrainRanks, AFullDiskEndsAll) {
  train(0, "run", "--rounds 1");
  const auto ran = folder_.run(
      "mv run/log.jsonl log; ln -s /dev/full run/log.jsonl; MPIRUN -n 2 PROGRAM " +
      command("run", "") + "; code=$?; rm run/log.jsonl; mv log run/log.jsonl; exit $code");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("run/log.jsonl"));
  train(2, "run", "");
  train(0, "uncut", "");
  EXPECT_TRUE(net("run") == net("uncut"));
}

TEST_F(TrainRanks, OtherTrainingIsRefused) {
  const auto ran = folder_.run(2, "train --game draughts --rounds 1 --folder d");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("ranks train the policy-value net of Hex together"));
}

}  // namespace
}  // namespace losange
