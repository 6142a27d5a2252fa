// Training end to end on a CPU: a cut run gives the same net as an uncut one, and a tiny run learns to
// judge every opening of its board.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/system/file.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"
#include "train/common/log.h"
#include "train/gates/arena.h"
#include "train/gates/openings.h"
#include "train/learner/learner.h"
#include "train/policy/run.h"
#include "train/policy/state.h"

namespace losange::train {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Training : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!net::has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
    net::set_net_threads(1);
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunRequest request(const std::string& name) const {
    RunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    auto& o = request.options;
    o.net = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
    o.sizes = "3:1,4:1";
    o.games = 24;
    o.group_games = 8;
    o.steps = 6;
    o.batch = 16;
    o.total_positions = 24 * 6 * 8;
    o.check_rounds = 2;
    return request;
  }

  std::filesystem::path folder_ = testing_files::temporary("training");
};

TEST_F(Training, ACutRunGivesTheSameNetAsAnUncutOne) {
  auto uncut = request("uncut"), cut = request("cut");
  const auto summary = run_training(uncut, {});
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.round, 8u);
  cut.max_rounds = 3;
  EXPECT_FALSE(run_training(cut, {}).complete);
  // A round that was played after the last save is lost with its line of the log.
  base::append_file(cut.folder / "log.jsonl",
                    to_text(read_log(uncut.folder / "log.jsonl").at(4)) + "\n");
  while (!run_training(cut, {}).complete) {
  }
  const RunState a = load_state(uncut.folder), b = load_state(cut.folder);
  EXPECT_EQ(a.learner.values, b.learner.values);
  EXPECT_EQ(a.learner.average, b.learner.average);
  EXPECT_EQ(a.learner.first_moment, b.learner.first_moment);
  EXPECT_EQ(a.learner.second_moment, b.learner.second_moment);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.gate.values, b.gate.values);
  EXPECT_EQ(a.gate.elo, b.gate.elo);
  EXPECT_EQ(net::read_weights(uncut.folder / "net.safetensors").values,
            net::read_weights(cut.folder / "net.safetensors").values);
  const auto log = read_log(cut.folder / "log.jsonl"), whole = read_log(uncut.folder / "log.jsonl");
  ASSERT_EQ(log.size(), 8u);
  for (std::size_t i = 0; i < log.size(); ++i) {
    EXPECT_EQ(log[i].round, i + 1);
    ASSERT_EQ(log[i].climb.has_value(), i % 2 == 1);  // every second round plays the last gate
    if (log[i].climb) {
      EXPECT_EQ(log[i].climb->elo, whole[i].climb->elo);
    }
    // Without a tree the net is asked once for each position.
    EXPECT_NEAR(log[i].evaluations_per_second * log[i].play_seconds, 24 * 6, 1);
  }
  EXPECT_THAT(plot_log(log), AllOf(HasSubstr("</svg>"), HasSubstr("Elo")));
}

// Heads of the trainer's own, momenta of another kind and a teacher are part of a run: of its state, not of the net it gives.
TEST_F(Training, ACutRunWithAuxiliaryHeadsAndATeacherGivesTheSameNet) {
  auto school = request("school");
  school.options.net.channels = 12;
  school.max_rounds = 1;
  run_training(school, {});
  auto uncut = request("uncut"), cut = request("cut");
  for (auto* run : {&uncut, &cut}) {
    auto& o = run->options;
    o.visits = o.fast_visits = 4;
    o.full_share = 1;
    o.soft_policy_weight = o.reply_weight = o.ending_weight = o.near_value_weight = 1;
    o.optimizer = "muon";
    o.total_positions = 24 * 6 * 4;
    run->teacher = school.folder / "net.safetensors";
  }
  run_training(uncut, {});
  cut.max_rounds = 1;
  while (!run_training(cut, {}).complete) {
  }
  const RunState a = load_state(uncut.folder), b = load_state(cut.folder);
  EXPECT_EQ(a.learner.values, b.learner.values);
  EXPECT_EQ(a.learner.average, b.learner.average);
  EXPECT_EQ(a.learner.first_moment, b.learner.first_moment);
  EXPECT_EQ(a.learner.second_moment, b.learner.second_moment);
  EXPECT_EQ(a.groups, b.groups);
  const auto net = net::read_weights(uncut.folder / "net.safetensors");
  EXPECT_EQ(std::ssize(net.values), net::value_count(uncut.options.net));
  EXPECT_EQ(std::ssize(a.learner.values), net::value_count(uncut.options.net) + 4 * 8 + 4 + 8 + 1);
  EXPECT_EQ(a.teacher, net::read_weights(school.folder / "net.safetensors").hash());
  std::filesystem::copy_file(uncut.folder / "net.safetensors", cut.folder / "teacher.safetensors",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW(run_training(cut, {}), base::UserError);
}

// Stops after so many looks at whether to stop, in every sitting anew.
std::function<bool()> stop_after(int looks) {
  return [looks, seen = std::make_shared<int>(0)] { return ++*seen > looks; };
}

void expect_same_run(const std::filesystem::path& uncut, const std::filesystem::path& cut) {
  const RunState a = load_state(uncut), b = load_state(cut);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.learner.step, b.learner.step);
  EXPECT_EQ(a.learner.values, b.learner.values);
  EXPECT_EQ(a.learner.average, b.learner.average);
  EXPECT_EQ(a.learner.first_moment, b.learner.first_moment);
  EXPECT_EQ(a.learner.second_moment, b.learner.second_moment);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.gate.values, b.gate.values);
  EXPECT_EQ(a.gate.elo, b.gate.elo);
  const auto ours = read_log(cut / "log.jsonl"), theirs = read_log(uncut / "log.jsonl");
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].losses.q, theirs[i].losses.q) << i;
    EXPECT_EQ(ours[i].losses.policy, theirs[i].losses.policy) << i;
    EXPECT_EQ(ours[i].entropy, theirs[i].entropy) << i;
    EXPECT_EQ(ours[i].lengths, theirs[i].lengths) << i;
    ASSERT_EQ(ours[i].climb.has_value(), theirs[i].climb.has_value()) << i;
    if (ours[i].climb) {
      EXPECT_EQ(ours[i].climb->elo, theirs[i].climb->elo);
    }
  }
}

// Wherever a sitting ends, in play, in a minibatch or in a check: the run goes on as if it had not.
TEST_F(Training, ARunThatIsStoppedAnywhereGivesTheSameNet) {
  for (const int visits : {0, 4}) {
    for (const std::uint64_t most_bytes : {std::uint64_t{1} << 30, std::uint64_t{0}}) {
      SCOPED_TRACE(fmt::format("{} visits, {} bytes", visits, most_bytes));
      auto uncut = request(fmt::format("uncut{}{}", visits, most_bytes));
      auto& o = uncut.options;
      o.visits = visits;
      o.fast_visits = 2;
      o.surprise_share = visits > 0 ? 0.5 : 0;
      o.total_positions = 24 * 6 * 3;
      // So little that minibatches are cut into parts and groups into slices.
      uncut.work_at_once = 12.0 * static_cast<double>(net::multiplication_count(o.net, 4));
      auto cut = uncut;
      cut.folder = folder_ / fmt::format("cut{}{}", visits, most_bytes);
      cut.most_round_bytes = most_bytes;
      EXPECT_TRUE(run_training(uncut, {}).complete);
      // Rounds that are not kept need sittings as long as a round.
      const int least = most_bytes > 0 ? 25 : visits > 0 ? 450 : 60;
      int sittings = 0, inside = 0;
      for (bool complete = false; !complete; ++sittings) {
        ASSERT_LT(sittings, 400);
        cut.stopped = stop_after(least + 7 * (sittings % 5));
        complete = run_training(cut, {}).complete;
        inside += load_state(cut.folder).unfinished.begun() ? 1 : 0;
      }
      EXPECT_GT(sittings, 1);
      EXPECT_EQ(inside > 0, most_bytes > 0);
      cut.stopped = {};
      if (load_state(cut.folder).check_due) run_training(cut, {});
      expect_same_run(uncut.folder, cut.folder);
    }
  }
}

// What the log says of a net's climb is what the arena finds: the newborn net is the first gate, the next
// is the first net that wins 55 %.
TEST_F(Training, GatesAreTheNetsThatWonClearly) {
  auto run = request("gates");
  run.options.check_rounds = 1;
  run.options.learning_rate = 1e-2;
  run.options.sizes = "3:1,4:2";
  net::Weights gate;
  gate.config = run.options.net;
  gate.values = net::newborn_values(run.options.net, run.options.seed);
  double elo = 0;
  int passed = 0;
  for (std::uint64_t round = 1; round <= 8; ++round) {
    run.max_rounds = 1;
    run_training(run, {});
    const auto net = net::read_weights(run.folder / "net.safetensors");
    const auto result = play_all_openings(*net::make_evaluator(net, "cpu", "float"),
                                          *net::make_evaluator(gate, "cpu", "float"), 4);
    const auto line = read_log(run.folder / "log.jsonl").back();
    ASSERT_TRUE(line.climb);
    const double over = 400 * std::log10((result.won + 0.5) / (result.games - result.won + 0.5));
    EXPECT_NEAR(line.climb->over_gate, over, 0.1) << round;
    EXPECT_NEAR(line.climb->elo, elo + over, 0.5) << round;
    if (result.won >= 0.55 * result.games) {
      ++passed;
      elo += over;
      gate.values = net.values;
    }
    EXPECT_NEAR(load_state(run.folder).gate.elo, elo, 1e-9) << round;
    EXPECT_EQ(load_state(run.folder).gate.values, gate.values) << round;
  }
  EXPECT_GT(passed, 0);
  EXPECT_LT(passed, 8);
}

TEST_F(Training, RefusesADamagedState) {
  auto run = request("run");
  run.max_rounds = 1;
  run_training(run, {});
  const auto state = run.folder / "state.json";
  const std::string good = base::read_file(state);
  base::write_file(state, good.substr(0, good.size() / 2));
  EXPECT_THROW(run_training(run, {}), base::UserError);
  base::write_file(state, good);
  for (const auto& entry : std::filesystem::directory_iterator(run.folder)) {
    if (entry.path().filename().string().find("second_moment") == std::string::npos) continue;
    base::write_file(entry.path(), base::read_file(entry.path()).substr(0, 200));
  }
  EXPECT_THROW(run_training(run, {}), base::UserError);
}

// A save that fails may be what filled the disk.
TEST_F(Training, ASaveThatFailsLeavesNothingBesideTheOneBefore) {
  auto run = request("run");
  run.max_rounds = 1;
  run_training(run, {});
  const auto names = [&] {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(run.folder))
      all.insert(entry.path().filename().string());
    return all;
  };
  const auto before = names();
  auto state = load_state(run.folder);
  const auto there = run.folder / "state.json", aside = folder_ / "aside.json";
  std::filesystem::rename(there, aside);
  std::filesystem::create_directory(there);  // which no file can replace
  EXPECT_THROW(save_state(run.folder, state), base::UserError);
  std::filesystem::remove(there);
  std::filesystem::rename(aside, there);
  EXPECT_EQ(names(), before);
  EXPECT_EQ(run_training(run, {}).round, 2u);
}

TEST_F(Training, StartsFromANet) {
  auto first = request("first"), second = request("second");
  first.max_rounds = second.max_rounds = 1;
  run_training(first, {});
  second.start_from = first.folder / "net.safetensors";
  run_training(second, {});
  const auto parent = net::read_weights(first.folder / "net.safetensors");
  EXPECT_EQ(net::read_weights(second.folder / "net.safetensors").history.parent, parent.hash());
}

TEST_F(Training, EvaluatesABatchAsItsPositionsOneByOne) {
  net::Weights weights;
  weights.config = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
  weights.values = net::newborn_values(weights.config, 3);
  for (std::size_t i = 0; i < weights.values.size(); i += 7) weights.values[i] += 0.05f;
  const auto evaluator = net::make_evaluator(weights, "cpu", "float");
  const int size = 6;
  std::vector<std::uint8_t> codes(5 * 36);
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<std::uint8_t>(i * i % 7 % 3);
  net::Evaluations together, alone;
  evaluator->evaluate(size, codes, together);
  for (std::size_t i = 0; i < 5; ++i) {
    evaluator->evaluate(size, std::span(codes).subspan(i * 36, 36), alone);
    EXPECT_NEAR(alone.value[0], together.value[i], 1e-4);
    for (std::size_t c = 0; c < 36; ++c) EXPECT_NEAR(alone.q[c], together.q[i * 36 + c], 1e-4);
  }
  EXPECT_NE(together.value[0], together.value[1]);
  // Against itself a net wins each opening with one colour: exactly half.
  const auto result = play_all_openings(*evaluator, *evaluator, 5);
  EXPECT_EQ(result.games, 50);
  EXPECT_EQ(result.won, 25);
  EXPECT_EQ(result.pairs[2], 25u);
}

#ifdef LOSANGE_TEST_LIBTORCH
Losses learnt(Learner& learner, const Curriculum& curriculum, double learning_rate) {
  Learning learning;
  EXPECT_TRUE(learner.learn(curriculum, learning_rate, learning, {}));
  return means_of(learning);
}

TEST_F(Training, DrawsAndJudgesByTheHeadsItIsTold) {
  auto options = request("heads").options;
  net::Weights weights;
  weights.config = options.net;
  weights.values = net::newborn_values(options.net, 5);
  for (std::size_t i = 0; i < weights.values.size(); i += 3) weights.values[i] -= 0.04f;
  const int size = 5;
  std::vector<std::uint8_t> codes(25);
  codes[3] = codes[20] = 1;
  codes[12] = 2;
  net::Evaluations seen;
  net::make_evaluator(weights, "cpu", "float")->evaluate(size, codes, seen);
  const auto best_of = [&](std::span<const float> head) {
    int best = 0;
    for (int cell = 1; cell < 25; ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      if (codes[at] == 0 && head[at] > head[static_cast<std::size_t>(best)]) best = cell;
    }
    return best;
  };
  const auto chance = [](double log_odds) { return 1 / (1 + std::exp(-log_odds)); };
  const int by_q = best_of(seen.q), by_policy = best_of(seen.policy);
  ASSERT_NE(by_q, by_policy);

  for (const bool policy_draws : {false, true}) {
    options.policy_draws = policy_draws;
    options.leaf_value = policy_draws ? 1 : 0.25;
    Learner learner(options, "cpu");
    auto state = learner.state();
    state.values = state.average = weights.values;
    learner.set_state(state);
    learner.freeze();
    const std::vector<float> temperature{1e-4f}, uniform{0.5f};
    std::vector<Choice> choices(1);
    learner.draw_moves({size, codes, temperature, uniform}, choices);
    EXPECT_EQ(choices[0].cell, policy_draws ? by_policy : by_q);
    std::vector<float> logits(25), values(1);
    learner.evaluate({size, codes}, {logits, values});
    EXPECT_NEAR(values[0],
                options.leaf_value * chance(seen.value[0]) +
                    (1 - options.leaf_value) * chance(seen.q[static_cast<std::size_t>(by_q)]),
                1e-4);
  }
}
#endif

#ifdef LOSANGE_TEST_LIBTORCH
// One position of 3x3 with two stones, learnt again and again: every head begins by knowing nothing, then tells it.
TEST_F(Training, AuxiliaryHeadsLearnWhatTheyAreTold) {
  Curriculum curriculum;
  Lessons lessons;
  lessons.size = 3;
  lessons.codes = {1, 0, 0, 0, 2, 0, 0, 0, 0};
  lessons.moves = {1};
  lessons.targets = {1};
  lessons.policies = {0, 0.5f, 0, 0.5f, 0, 0, 0, 0, 0};
  lessons.replies = {5};
  lessons.endings = {1, 1, 0, 1, 2, 2, 0, 2, 0};
  lessons.near_targets = {0};
  curriculum.lessons = {lessons};
  curriculum.order = {{0, 0, 1, false}, {0, 0, 1, true}};
  struct Case {
    double TrainOptions::*weight;
    double unknowing, at_best;
  };
  for (const auto& [weight, unknowing, at_best] :
       {Case{&TrainOptions::soft_policy_weight, std::log(7.0), std::log(2.0)},
        Case{&TrainOptions::reply_weight, std::log(7.0), 0},
        Case{&TrainOptions::ending_weight, std::log(3.0), 0},
        Case{&TrainOptions::near_value_weight, std::log(2.0), 0}}) {
    auto options = request("heads").options;
    options.visits = 4;
    options.*weight = 2;
    Learner learner(options, "cpu");
    Losses losses = learnt(learner, curriculum, 0);
    EXPECT_NEAR(losses.auxiliary, 2 * unknowing, 1e-4);
    for (int i = 0; i < 70; ++i) losses = learnt(learner, curriculum, 2e-2);
    EXPECT_NEAR(losses.auxiliary, 2 * at_best, 0.2) << unknowing;
  }
  // Where the game ended there is no answer to learn.
  curriculum.lessons[0].replies = {-1};
  auto options = request("heads").options;
  options.reply_weight = 1;
  Learner learner(options, "cpu");
  EXPECT_EQ(learnt(learner, curriculum, 0).auxiliary, 0);
}
#endif

// The whole loop, proved without a GPU: it must find the winner of every opening of the 4x4 board.
TEST_F(Training, ATinyRunJudgesEveryOpeningRight) {
  auto run = request("tiny");
  auto& o = run.options;
  o.net = {.blocks = 3, .channels = 20, .pool_every = 3, .value_hidden = 64};
  o.sizes = "4:1";
  o.games = 256;
  o.group_games = 256;
  o.steps = 16;
  o.batch = 256;
  o.learning_rate = 4e-3;
  o.average_rate = 0.05;
  o.value_weight = 1;
  o.total_positions = 250'000;
  run_training(run, {});
  const auto truth = read_openings(testing_places::source() + "/tests/truth/hex-openings.txt");
  const auto evaluator =
      net::make_evaluator(net::read_weights(run.folder / "net.safetensors"), "cpu", "float");
  const auto verdict = judge_openings(*evaluator, 4, truth.at(4));
  EXPECT_EQ(verdict.known, 16);
  EXPECT_EQ(verdict.right_by_move, 16);
  EXPECT_GE(verdict.right_by_value, 14);  // the value of play with its draws of luck: less sharp
}

// As people type it: a net that knows nothing fails, the net that ships passes, and visits of 0 only tell.
TEST_F(Training, TheGateCommandFailsWhereAGateIsNotPassed) {
  std::filesystem::create_directories(folder_);
  base::write_file(folder_ / "openings.txt", "4 lllW/llWl/lWll/Wlll\n");
  net::Weights newborn;
  newborn.config = request("gate").options.net;
  newborn.values = net::newborn_values(newborn.config, 1);
  newborn.history.sizes = {4};
  net::write_weights(folder_ / "newborn.safetensors", newborn);
  const auto gate = [&](const std::string& more) {
    return testing_files::run_shell(
        folder_, testing_places::program() + " gate --openings openings.txt " + more);
  };
  const auto failed = gate("--model newborn.safetensors");
  EXPECT_EQ(failed.code, 1);
  EXPECT_THAT(failed.out, HasSubstr("NOT PASSED"));
  EXPECT_THAT(failed.err, HasSubstr("gates not passed: 4x4"));
  EXPECT_EQ(gate("--model newborn.safetensors --visits 0").code, 0);
  const auto other = gate("--size 5");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("no opening of 5x5 is known there: choose --size from 4x4"));
  const auto known = testing_files::run_shell(
      folder_, testing_places::program() + " gate --size 4 --visits 0 --model newborn.safetensors");
  EXPECT_EQ(known.code, 0) << known.err;
  EXPECT_THAT(known.out, HasSubstr("\n4x4 "));
  EXPECT_THAT(known.out, testing::Not(HasSubstr("5x5")));
  const auto passed = gate("");
  EXPECT_EQ(passed.code, 0) << passed.err;
  EXPECT_THAT(passed.out, HasSubstr("passed"));
}

TEST(Openings, AreReadAndChecked) {
  const auto truth = parse_openings("# a comment\n2 Wl/.W\n");
  ASSERT_EQ(truth.at(2).size(), 3u);
  EXPECT_EQ(truth.at(2)[2].cell, 3);
  EXPECT_TRUE(truth.at(2)[2].wins);
  for (const char* bad : {"2 Wl", "2 Wl/W", "2 Wx/ll", "x Wl/ll", "2 Wl/ll more", "30 W"}) {
    EXPECT_THROW(parse_openings(bad), base::ParseError) << bad;
  }
}

}  // namespace
}  // namespace losange::train
