// Self-play, targets and minibatches with a sampler that needs no net.
#include "train/selfplay/selfplay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/error.h"
#include "hex/board/position.h"
#include "train/common/schedule.h"
#include "train/learner/auxiliary.h"
#include "train/learner/minibatches.h"

namespace losange::train {
namespace {

// Plays the empty cell at the drawn share of all empty cells.
void draw_uniformly(const DrawRequest& request, std::span<Choice> out) {
  const auto cells = static_cast<std::size_t>(request.size * request.size);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::vector<int> empty;
    for (std::size_t c = 0; c < cells; ++c) {
      if (request.codes[i * cells + c] == 0) empty.push_back(static_cast<int>(c));
    }
    const auto at =
        static_cast<std::size_t>(static_cast<double>(empty.size()) * (1.0 - request.uniforms[i]));
    out[i] = {empty[std::min(at, empty.size() - 1)], 0.5f, 1.0f};
  }
}

Round play(GameGroup& group, std::uint64_t seed, int steps) {
  Round round;
  group.play({seed, 0.5, steps}, {draw_uniformly, {}}, round);
  return round;
}

TEST(SelfPlay, EveryRecordedGameFollowsTheRules) {
  const auto group = make_group(4, 40, 0, 3);
  const Round round = play(*group, 5, 50);
  std::uint64_t ended = 0;
  for (int game = 0; game < 40; ++game) {
    for (int step = 0; step + 1 < 50; ++step) {
      const std::size_t at = round.index(step, game), after = round.index(step + 1, game);
      std::vector<int> codes(round.codes.begin() + static_cast<long>(at * 16),
                             round.codes.begin() + static_cast<long>(at * 16 + 16));
      auto position = hex::Position<2>::from_flat(codes, hex::Side::First);
      ASSERT_TRUE(position.is_legal(hex::Move::at(round.moves[at])));
      position.play(hex::Move::at(round.moves[at]));
      const bool over = position.outcome() != hex::Outcome::Ongoing;
      ASSERT_EQ(round.won[at], over ? 1 : 0);
      ended += over ? 1 : 0;
      if (over) continue;
      // The next view is the opponent's: mirrored, colours exchanged.
      const std::vector<int> next(round.codes.begin() + static_cast<long>(after * 16),
                                  round.codes.begin() + static_cast<long>(after * 16 + 16));
      EXPECT_EQ(position.transposed().to_flat(), next);
    }
  }
  EXPECT_GT(ended, 40u);
  EXPECT_GE(round.games_ended, ended);
}

TEST(SelfPlay, RepeatsAndResumes) {
  const auto one = make_group(5, 20, 7, 3), other = make_group(5, 20, 7, 3);
  const Round first = play(*one, 5, 10);
  EXPECT_EQ(first.moves, play(*other, 5, 10).moves);
  const auto resumed = make_group(5, 20, 7, 99);
  resumed->set_state(one->state());
  const Round onward = play(*one, 6, 10);
  const Round again = play(*resumed, 6, 10);
  EXPECT_EQ(onward.moves, again.moves);
  EXPECT_EQ(onward.codes, again.codes);
  EXPECT_NE(onward.moves, first.moves);
  EXPECT_EQ(one->state(), resumed->state());
  EXPECT_THROW(resumed->set_state(std::vector<std::uint8_t>(7)), base::UserError);
}

TEST(SelfPlay, SharesGamesOutOverSizes) {
  TrainOptions options;
  options.sizes = "11:60,7:40";
  options.games = 1000;
  options.group_games = 256;
  std::map<int, int> games;
  for (const auto& group : make_groups(options)) {
    EXPECT_LE(group->games(), 256);
    games[group->size()] += group->games();
  }
  EXPECT_EQ(games, (std::map<int, int>{{7, 400}, {11, 600}}));
  for (const char* bad : {"", "11:", "2:1", "20", "11:0", "11:1,11:2", "11:1:1", "x"}) {
    EXPECT_THROW(parse_sizes(bad), base::UserError) << bad;
  }
}

TEST(SelfPlay, SharesManyGamesOutOverManyGroups) {
  TrainOptions options;
  options.sizes = "3";
  options.games = 50'000;
  options.group_games = 1;
  const auto groups = make_groups(options);
  EXPECT_EQ(groups.size(), 50'000u);
  for (const auto& group : groups) ASSERT_EQ(group->games(), 1);
}

TEST(Targets, FollowTheRecurrence) {
  Round round;
  round.size = 3;
  round.steps = 4;
  round.games = 1;
  round.moves.resize(4);
  round.values = {0.9f, 0.2f, 0.6f, 0.3f};
  round.won = {0, 1, 0, 0};
  const auto y = targets(round, 0.85);
  ASSERT_EQ(y.size(), 3u);
  EXPECT_NEAR(y[2], 1 - 0.3, 1e-6);  // the last step closes with its value
  EXPECT_EQ(y[1], 1.0f);             // won at once
  EXPECT_NEAR(y[0], 1 - (0.15 * 0.2 + 0.85 * 1.0), 1e-6);
}

// Followed through the games: what is told of a position is what happened after it.
TEST(Targets, TellTheAnswerAndTheEndingAsTheMoverSeesThem) {
  const int steps = 30;
  const Round round = play(*make_group(4, 20, 0, 3), 5, steps);
  const auto answers = replies(round);
  const auto last_steps = ends(round);
  ASSERT_EQ(answers.size(), static_cast<std::size_t>(20 * (steps - 1)));
  ASSERT_EQ(last_steps.size(), answers.size());
  const auto board = [&](std::size_t at) {
    const auto begin = round.codes.begin() + static_cast<long>(at * 16);
    return hex::Position<2>::from_flat(std::vector<int>(begin, begin + 16), hex::Side::First);
  };
  int ended = 0, cut = 0;
  for (int game = 0; game < 20; ++game) {
    for (int step = 0; step + 1 < steps; ++step) {
      const std::size_t at = round.index(step, game);
      auto position = board(at);
      int last = step;
      bool over = false;
      for (; !over && last < steps; ++last) {
        const std::size_t now = round.index(last, game);
        const bool turned = (last - step) % 2 == 1;
        const int cell =
            turned ? position.geometry().transposed(round.moves[now]) : round.moves[now];
        position.play(hex::Move::at(cell));
        if (last == step + 1) {
          ASSERT_EQ(answers[at], cell);
        }
        over = round.won[now] != 0;
      }
      --last;
      if (last == step) {
        ASSERT_EQ(answers[at], -1);
      }
      ASSERT_EQ(static_cast<int>(last_steps[at]), last);
      (over ? ended : cut)++;
      std::vector<std::uint8_t> ending(16);
      write_ending(round, at, last_steps[at], ending);
      ASSERT_EQ(std::vector<int>(ending.begin(), ending.end()), position.to_flat());
    }
  }
  EXPECT_GT(ended, 100);
  EXPECT_GT(cut, 20);
}

TEST(Minibatches, CarryWhatAuxiliaryHeadsLearn) {
  TrainOptions options;
  options.batch = 50;
  options.reuse = 1;
  const std::vector<Round> rounds{play(*make_group(4, 10, 0, 1), 2, 16)};
  const auto plain = make_curriculum(rounds, options, 9).lessons.at(0);
  EXPECT_TRUE(plain.replies.empty() && plain.endings.empty() && plain.near_targets.empty());
  options.reply_weight = options.ending_weight = options.near_value_weight = 1;
  options.near_lambda = options.lambda;
  const auto full = make_curriculum(rounds, options, 9).lessons.at(0);
  EXPECT_EQ(full.codes, plain.codes);
  EXPECT_EQ(full.near_targets, plain.targets);
  ASSERT_EQ(full.replies.size(), 150u);
  ASSERT_EQ(full.endings.size(), 150u * 16);
  for (std::size_t i = 0; i < 150; ++i) {
    const auto cell = [&](const auto& boards, std::int64_t at) {
      return boards[i * 16 + static_cast<std::size_t>(at)];
    };
    EXPECT_EQ(cell(full.endings, full.moves[i]), 1);
    if (full.replies[i] >= 0) {
      EXPECT_EQ(cell(full.codes, full.replies[i]), 0);
      EXPECT_EQ(cell(full.endings, full.replies[i]), 2);
    }
  }
}

TEST(Minibatches, AreWholeAndDrawnWithoutRepetition) {
  TrainOptions options;
  options.batch = 64;
  options.reuse = 0.5;
  std::vector<Round> rounds;
  rounds.push_back(play(*make_group(5, 30, 0, 1), 2, 11));
  rounds.push_back(play(*make_group(5, 20, 30, 1), 2, 11));
  rounds.push_back(play(*make_group(4, 10, 50, 1), 2, 11));
  // Each value is its own, so that a repetition would be seen in the targets.
  float mark = 0;
  for (auto& round : rounds) {
    std::fill(round.won.begin(), round.won.end(), std::uint8_t{0});
    for (auto& value : round.values) value = (mark += 1e-3f);
  }
  options.lambda = 0;
  const Curriculum curriculum = make_curriculum(rounds, options, 9);
  ASSERT_EQ(curriculum.lessons.size(), 2u);
  EXPECT_EQ(curriculum.lessons[0].size, 4);
  EXPECT_EQ(curriculum.lessons[0].moves.size(), 64u);   // 100 positions: one minibatch
  EXPECT_EQ(curriculum.lessons[1].moves.size(), 192u);  // 250 of 500: three minibatches
  EXPECT_EQ(curriculum.order.size(), 4u);
  const auto& wanted = curriculum.lessons[1].targets;
  EXPECT_EQ(std::set<float>(wanted.begin(), wanted.end()).size(), wanted.size());
  EXPECT_EQ(curriculum.lessons[1].targets, make_curriculum(rounds, options, 9).lessons[1].targets);
  EXPECT_NE(curriculum.lessons[1].targets, make_curriculum(rounds, options, 10).lessons[1].targets);
}

// Twice the surprise, twice the lessons, of the share that goes by it; positions without a searched policy keep theirs.
TEST(Minibatches, GoWhereSearchesSurprise) {
  TrainOptions options;
  options.batch = 50;
  options.reuse = 3;
  options.visits = 8;
  options.lambda = 0;
  const int games = 200, steps = 11;
  std::vector<Round> rounds{play(*make_group(4, games, 0, 1), 2, steps)};
  Round& round = rounds[0];
  std::fill(round.won.begin(), round.won.end(), std::uint8_t{0});
  round.policies.resize(round.codes.size());
  // The target of a position tells its kind: no search, no surprise, some, twice as much.
  const std::array<float, 4> surprise = {Round::kNoSurprise, 0, 1, 2};
  for (int step = 0; step < steps; ++step) {
    for (int game = 0; game < games; ++game) {
      round.surprises.push_back(surprise[static_cast<std::size_t>(game % 4)]);
      round.values[round.index(step, game)] = 1 - 0.1f * static_cast<float>(game % 4);
    }
  }
  for (const double share : {0.5, 1.0}) {
    options.surprise_share = share;
    const Curriculum curriculum = make_curriculum(rounds, options, 9);
    const auto& targets = curriculum.lessons.at(0).targets;
    ASSERT_EQ(targets.size(), 6000u);
    std::array<double, 4> count{};
    for (const float target : targets) ++count[static_cast<std::size_t>(std::lround(target * 10))];
    for (std::size_t kind = 0; kind < 4; ++kind) {
      const double weight = kind == 0 ? 1 : 1 - share + share * static_cast<double>(surprise[kind]);
      EXPECT_NEAR(count[kind], 1500 * weight, 60) << share << ", kind " << kind;
    }
    EXPECT_EQ(targets, make_curriculum(rounds, options, 9).lessons[0].targets);
    EXPECT_NE(targets, make_curriculum(rounds, options, 10).lessons[0].targets);
  }
  // Where nothing surprises, all are alike.
  std::fill(round.surprises.begin(), round.surprises.end(), 0.0f);
  EXPECT_EQ(make_curriculum(rounds, options, 9).lessons[0].targets.size(), 6000u);
}

TEST(Schedule, WarmsUpAndCoolsDown) {
  EXPECT_LT(rate_at(0, 0.03), 0.05);
  EXPECT_NEAR(rate_at(kWarmUp, 0.03), 1, 1e-9);
  EXPECT_NEAR(rate_at(1, 0.03), 0.03, 1e-9);
  EXPECT_NEAR(rate_at(2, 0.03), 0.03, 1e-9);
  EXPECT_NEAR(temperature_floor(0, false), 0.5, 1e-9);
  EXPECT_NEAR(temperature_floor(0.2, false), 0.1, 1e-9);
  EXPECT_NEAR(temperature_floor(0.9, true), 0.4, 1e-9);
  EXPECT_NEAR(temperature_at(0, 0.1), 0.7, 1e-9);
  EXPECT_NEAR(temperature_at(40, 0.1), 0.1, 1e-9);
}

}  // namespace
}  // namespace losange::train
