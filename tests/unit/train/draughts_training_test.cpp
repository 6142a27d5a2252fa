// How the evaluation of draughts is learnt: a run that is cut anywhere goes on, and a fit lowers the loss.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>

#include "base/clock.h"
#include "base/error.h"
#include "base/system/file.h"
#include "draughts/evaluation/pattern_file.h"
#include "draughts/rules/variant.h"
#include "error_of.h"
#include "json.h"
#include "temporary.h"
#include "train/draughts/run.h"

namespace losange::draughts {
namespace {

using testing::HasSubstr;

TEST(DraughtsTraining, LearnsResumesAndRepeats) {
  const auto folder = testing_files::temporary("draughts_training");
  train::DraughtsTraining training;
  training.folder = folder;
  training.games_a_round = 12;
  training.games.nodes = 60;
  training.max_rounds = 1;
  train::train_draughts(training, {});
  const auto after_one = base::read_file(folder / "weights");
  train::train_draughts(training, {});
  EXPECT_NE(base::read_file(folder / "weights"), after_one);
  EXPECT_THAT(base::read_file(folder / "state.json"), HasSubstr("\"round\": 2"));

  const auto log = folder / "log.jsonl";
  ASSERT_TRUE(train::is_draughts_log(log));
  EXPECT_THAT(
      train::plot_draughts_log(log),
      testing::AllOf(HasSubstr("after it"), HasSubstr("share of games"), HasSubstr("</svg>")));
  // A log of days is longer than other files that are read.
  std::filesystem::copy_file(log, folder / "long.jsonl");
  std::filesystem::resize_file(folder / "long.jsonl", (64u << 20) + 1);
  EXPECT_TRUE(train::is_draughts_log(folder / "long.jsonl"));
  base::append_file(log, "{}\n");
  EXPECT_THAT(testing_errors::error_of([&] { train::plot_draughts_log(log); }),
              HasSubstr("line 3 is not a line of a log of draughts"));

  const auto twin = testing_files::temporary("draughts_training_twin");
  training.folder = twin;
  training.threads = 2;
  train::train_draughts(training, {});
  EXPECT_EQ(base::read_file(twin / "weights"), after_one)
      << "a run repeats on any number of threads";

  training.rules = "english";
  EXPECT_THROW(train::train_draughts(training, {}), base::UserError)
      << "the folder is of other rules";
  base::write_file(twin / "samples", "x");
  training.rules = "international";
  EXPECT_THROW(train::train_draughts(training, {}), base::UserError);
  base::write_file(twin / "state.json", "{\"rules\": 5}");
  EXPECT_THAT(testing_errors::error_of([&] { train::train_draughts(training, {}); }),
              HasSubstr("its state is damaged"));
  std::filesystem::remove_all(folder);
  std::filesystem::remove_all(twin);
}

// Days of games are more than fits in memory: what no fit looks back on is only in the file.
TEST(DraughtsTraining, GoesOnWithAFileOfAnyLength) {
  const auto folder = testing_files::temporary("draughts_long");
  train::DraughtsTraining training;
  training.folder = folder;
  training.games_a_round = 4;
  training.games.nodes = 20;
  training.window = 100;
  for (int round = 1; round <= 3; ++round) {
    training.max_rounds = 1;
    train::train_draughts(training, {});
  }
  const auto weights = base::read_file(folder / "weights");
  const auto samples = base::read_file(folder / "samples");
  ASSERT_GT(samples.size(), 2 * training.window * train::kSampleBytes);
  std::filesystem::remove_all(folder);
  training.max_rounds = 3;  // in one sitting it comes to the same
  training.save_minutes = 0;
  train::train_draughts(training, {});
  EXPECT_TRUE(base::read_file(folder / "weights") == weights);
  EXPECT_TRUE(base::read_file(folder / "samples") == samples);

  const std::uintmax_t count = (std::uintmax_t{1} << 32) / train::kSampleBytes + 1;
  auto state = base::read_file(folder / "state.json");
  const auto at = state.find("\"samples\": ") + std::string("\"samples\": ").size();
  state.replace(at, state.find(',', at) - at, std::to_string(count));
  base::write_file(folder / "state.json", state);
  std::filesystem::resize_file(folder / "samples", count * train::kSampleBytes);
  training.stopped = [] { return true; };
  EXPECT_EQ(train::train_draughts(training, {}).round, 3u);
  EXPECT_THAT(base::read_file(folder / "state.json"), HasSubstr(std::to_string(count)));
  std::filesystem::remove_all(folder);
}

// Sittings of any length, each cut off wherever it stood, come to the same as one.
TEST(DraughtsTraining, StopsInsideARoundAndGoesOnAsIfItHadNot) {
  const auto whole = testing_files::temporary("draughts_whole");
  const auto parts = testing_files::temporary("draughts_parts");
  train::DraughtsTraining training;
  training.games_a_round = 40;
  training.games.nodes = 30;
  training.max_rounds = 1;
  training.folder = whole;
  train::train_draughts(training, {});

  training.folder = parts;
  training.minutes = 1e-5;
  bool kept_inside = false;
  for (int round = 0; round == 0; training.minutes *= 2) {
    train::train_draughts(training, {});
    const testing_files::Json state(base::read_file(parts / "state.json"));
    round = static_cast<int>(state.at("round").number());
    kept_inside = kept_inside || (round == 0 && state.at("inside").number() > 0);
  }
  EXPECT_TRUE(kept_inside);
  for (const char* name : {"weights", "samples", "state.json"}) {
    EXPECT_EQ(base::read_file(parts / name), base::read_file(whole / name)) << name;
  }
  std::filesystem::remove_all(whole);
  std::filesystem::remove_all(parts);
}

train::DraughtsTraining small_training(const std::filesystem::path& folder) {
  std::filesystem::remove_all(folder);
  train::DraughtsTraining training;
  training.folder = folder;
  training.games_a_round = 30;
  training.games.nodes = 20;
  training.max_rounds = 2;
  return training;
}

// In a game, between games or in the fit: the run goes on as if it had not been stopped.
TEST(DraughtsTraining, ARunThatIsStoppedAnywhereGivesTheSameWeights) {
  const auto uncut = testing_files::temporary("draughts_uncut"),
             cut = testing_files::temporary("draughts_cut");
  train::train_draughts(small_training(uncut), {});
  auto training = small_training(cut);
  std::uint64_t round = 0;
  int sittings = 0, inside = 0;
  for (; round < 2; ++sittings) {
    ASSERT_LT(sittings, 50);
    training.max_rounds = 2 - round;
    training.stopped = [looks = std::make_shared<std::atomic<int>>(0)] { return ++*looks > 12; };
    const auto summary = train::train_draughts(training, {});
    round = summary.round;
    inside += summary.inside ? 1 : 0;
  }
  EXPECT_GT(inside, 4);
  EXPECT_EQ(base::read_file(cut / "weights"), base::read_file(uncut / "weights"));
  EXPECT_EQ(base::read_file(cut / "samples"), base::read_file(uncut / "samples"));
  EXPECT_EQ(base::read_file(cut / "state.json"), base::read_file(uncut / "state.json"));
  std::filesystem::remove_all(uncut);
  std::filesystem::remove_all(cut);
}

TEST(DraughtsTraining, MinutesEndALongRoundAndALongSearch) {
  const auto folder = testing_files::temporary("draughts_minutes");
  auto training = small_training(folder);
  training.games_a_round = 100'000;
  training.minutes = 0.5 / 60;
  const base::Stopwatch watch;
  const auto summary = train::train_draughts(training, {});
  EXPECT_LT(watch.seconds(), 2.5);
  EXPECT_TRUE(summary.inside);
  EXPECT_EQ(summary.round, 0u);
  training.games.nodes = 1'000'000'000;
  const base::Stopwatch again;
  EXPECT_EQ(train::train_draughts(training, {}).round, 0u);
  EXPECT_LT(again.seconds(), 2.5);
  std::filesystem::remove_all(folder);
}

TEST(DraughtsTraining, AFitThatIsLeftChangesNothing) {
  const auto& v = variant<Bits64>(find_rules("international"), 10);
  const auto weights = train::material_weights(*v.rules, 10);
  std::vector<train::DraughtsSample> samples;
  for (std::uint64_t seed = 0; samples.size() < 5000; ++seed) {
    const auto game = train::play_draughts_game(v, PatternSet(weights), {.nodes = 20}, seed);
    samples.insert(samples.end(), game->begin(), game->end());
  }
  auto fitted = weights;
  double last = 0;
  EXPECT_FALSE(train::fit_patterns(fitted, samples, {}, 1, [&](double done) {
    EXPECT_GT(done, last);
    last = done;
    return done > 0.7;
  }));
  EXPECT_GT(last, 0.7);
  EXPECT_EQ(write_weights(fitted), write_weights(weights));
  EXPECT_TRUE(train::fit_patterns(fitted, samples, {}, 1, [](double) { return false; }));
  EXPECT_NE(write_weights(fitted), write_weights(weights));
}

TEST(DraughtsTraining, AFitLowersTheLossOnGamesLeftOut) {
  const auto& v = variant<Bits64>(find_rules("international"), 10);
  auto weights = train::material_weights(*v.rules, 10);
  // A fiftieth is left out: with many fewer it is a handful of games, and says nothing.
  std::vector<train::DraughtsSample> samples;
  for (std::uint64_t seed = 0; samples.size() < 150'000; ++seed) {
    const auto game = train::play_draughts_game(v, PatternSet(weights), {.nodes = 30}, seed);
    ASSERT_TRUE(game);
    samples.insert(samples.end(), game->begin(), game->end());
  }
  const auto report = train::fit_patterns(weights, samples, {}, 1);
  ASSERT_TRUE(report);
  EXPECT_LT(report->loss_after, 0.9 * report->loss_before);
}

}  // namespace
}  // namespace losange::draughts
