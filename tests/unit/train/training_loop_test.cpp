// The loop of all training, with a trainer that only counts.
#include "train/common/training_loop.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "base/clock.h"
#include "base/system/file.h"
#include "error_of.h"
#include "json.h"
#include "temporary.h"
#include "train/common/run_folder.h"

namespace losange::train {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Three of ten units a round, in five steps; its state is a file as draughts has it.
class CountingTrainer : public Trainer {
 public:
  CountingTrainer(std::filesystem::path folder, TrainingLoop& loop, bool keeps)
      : folder_(std::move(folder)), loop_(loop), keeps_(keeps) {
    if (!std::filesystem::exists(folder_ / "state.json")) return;
    const testing_files::Json state(base::read_file(folder_ / "state.json"));
    round_ = static_cast<std::uint64_t>(state.at("round").number());
    step_ = static_cast<int>(state.at("step").number());
  }

  Workload workload() const override { return {.label = "counting", .total = total, .a_round = 3}; }
  std::uint64_t rounds() const override { return round_; }
  std::uint64_t done() const override { return 3 * round_; }
  void begin_folder() override { write(); }
  std::optional<RoundReport> do_round() override {
    loop_.progress().learns(5);
    for (; step_ < 5; ++step_) {
      if (loop_.leaves()) {
        if (!keeps_) step_ = 0;
        return std::nullopt;
      }
      ++steps;
      std::this_thread::sleep_for(step_time);
    }
    step_ = 0;
    ++round_;
    return RoundReport{"{\"round\":" + std::to_string(round_) + "}", "well", 0, 1};
  }
  bool keeps_left_rounds() const override { return keeps_; }
  bool is_inside_round() const override { return step_ > 0; }
  void save() override {
    EXPECT_FALSE(finished);
    ++saves;
    write();
  }
  void keep_net() const override { kept.push_back(done()); }
  void finish() override { finished = true; }

  std::uint64_t total = 10;
  int steps = 0, saves = 0;
  bool finished = false;
  mutable std::vector<std::uint64_t> kept;
  std::chrono::milliseconds step_time{0};

 private:
  void write() const {
    base::write_file(folder_ / "state.json",
                     fmt::format(R"({{"rules":"counting","round":{},"step":{}}})", round_, step_));
  }

  std::filesystem::path folder_;
  TrainingLoop& loop_;
  bool keeps_;
  std::uint64_t round_ = 0;
  int step_ = 0;
};

class TrainingLoopTest : public ::testing::Test {
 protected:
  TrainingLoopTest() {
    std::filesystem::remove_all(folder_);
    request_.folder = folder_;
  }
  ~TrainingLoopTest() override { std::filesystem::remove_all(folder_); }

  // One sitting; `trainer_` is the one that did it.
  TrainingSummary sit(bool keeps = true, std::uint64_t total = 10,
                      std::chrono::milliseconds step_time = {}) {
    trainer_.reset();
    loop_.reset();
    loop_ = std::make_unique<TrainingLoop>(request_, kDraughtsRun, std::stop_token());
    trainer_ = std::make_unique<CountingTrainer>(folder_, *loop_, keeps);
    trainer_->total = total;
    trainer_->step_time = step_time;
    return loop_->run(*trainer_);
  }
  std::string log() const { return base::read_file(folder_ / "log.jsonl"); }

  std::filesystem::path folder_ = testing_files::temporary("training_loop");
  TrainingRequest request_;
  std::unique_ptr<TrainingLoop> loop_;
  std::unique_ptr<CountingTrainer> trainer_;
};

TEST_F(TrainingLoopTest, GoesOnUntilAllIsDoneAndSavesAtTheEnd) {
  const auto summary = sit();
  EXPECT_TRUE(summary.complete);
  EXPECT_FALSE(summary.inside);
  EXPECT_EQ(summary.round, 4u);
  EXPECT_EQ(summary.done, 12u);
  EXPECT_EQ(trainer_->steps, 20);
  EXPECT_EQ(trainer_->saves, 1);
  EXPECT_TRUE(trainer_->finished);
  EXPECT_EQ(log(), "{\"round\":1}\n{\"round\":2}\n{\"round\":3}\n{\"round\":4}\n");
  EXPECT_TRUE(sit().complete);
  EXPECT_EQ(trainer_->steps, 0);
}

TEST_F(TrainingLoopTest, StopsAfterSoManyRoundsAndDropsLinesOfWorkThatWasLost) {
  request_.max_rounds = 2;
  const auto summary = sit();
  EXPECT_FALSE(summary.complete);
  EXPECT_EQ(summary.round, 2u);
  base::append_file(folder_ / "log.jsonl", "{\"round\":3}\n{\"rou");
  request_.max_rounds = 1;
  EXPECT_EQ(sit().round, 3u);
  EXPECT_EQ(log(), "{\"round\":1}\n{\"round\":2}\n{\"round\":3}\n");
  EXPECT_TRUE(sit().complete);
}

TEST_F(TrainingLoopTest, LeavesARoundWhereverItIsStopped) {
  for (const bool keeps : {true, false}) {
    std::filesystem::remove_all(folder_);
    int sittings = 0, inside = 0, steps = 0;
    for (bool complete = false; !complete; ++sittings) {
      ASSERT_LT(sittings, 50);
      // Two looks are the loop's own.
      request_.stopped = [looks = std::make_shared<int>(0)] { return ++*looks > 8; };
      const auto summary = sit(keeps);
      complete = summary.complete;
      inside += summary.inside ? 1 : 0;
      steps += trainer_->steps;
      EXPECT_EQ(trainer_->saves, 1);
    }
    EXPECT_EQ(steps == 20, keeps) << "what is kept is not done again";
    EXPECT_EQ(inside > 0, keeps);
    EXPECT_GT(sittings, 2);
    EXPECT_EQ(log(), "{\"round\":1}\n{\"round\":2}\n{\"round\":3}\n{\"round\":4}\n");
  }
}

TEST_F(TrainingLoopTest, MinutesEndARoundToo) {
  request_.minutes = 0.05 / 60;
  const base::Stopwatch watch;
  const auto summary = sit(true, 1'000'000, std::chrono::milliseconds(20));
  EXPECT_LT(watch.seconds(), 2);
  EXPECT_FALSE(summary.complete);
  EXPECT_GT(trainer_->steps, 0);
}

TEST_F(TrainingLoopTest, SavesBetweenRoundsAndInsideLongOnes) {
  request_.save_minutes = 0;
  sit();
  EXPECT_EQ(trainer_->saves, 5) << "after each of four rounds and at the end";
  std::filesystem::remove_all(folder_);
  request_.save_minutes = 0.001 / 60;
  EXPECT_TRUE(sit(true, 10, std::chrono::milliseconds(5)).complete);
  EXPECT_GT(trainer_->saves, 8);
  EXPECT_EQ(trainer_->steps, 20);
  std::filesystem::remove_all(folder_);
  EXPECT_TRUE(sit(false, 10, std::chrono::milliseconds(5)).complete);
  EXPECT_LE(trainer_->saves, 5) << "where that would lose what was done of it, it is not left";
}

TEST_F(TrainingLoopTest, KeepsANetEverySoOften) {
  request_.keep_every = 4;
  sit(true, 20);
  EXPECT_THAT(trainer_->kept, ElementsAre(6u, 9u, 12u, 18u, 21u));
}

TEST_F(TrainingLoopTest, HasNoEndWhereThereIsNoTotal) {
  request_.max_rounds = 7;
  const auto summary = sit(true, 0);
  EXPECT_FALSE(summary.complete);
  EXPECT_EQ(summary.round, 7u);
}

// Who read the state of a run that still works would lose what that saves after it.
TEST_F(TrainingLoopTest, HasTheFolderBeforeATrainerReadsIt) {
  const TrainingLoop first(request_, kDraughtsRun, {});
  EXPECT_THAT(testing_errors::error_of([&] { TrainingLoop(request_, kDraughtsRun, {}); }),
              HasSubstr("another run of losange works on"));
}

TEST_F(TrainingLoopTest, TouchesNoFolderThatIsNotItsOwn) {
  base::make_folder(folder_);
  base::write_file(folder_ / "weights", "precious");
  EXPECT_THAT(testing_errors::error_of([&] { sit(); }), HasSubstr("no state of a run"));
  EXPECT_EQ(trainer_->steps, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "state.json"));
}

}  // namespace
}  // namespace losange::train
