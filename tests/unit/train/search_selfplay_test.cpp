// Self-play by small trees, with evaluations that need no net.
#include "train/selfplay/search_selfplay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "oracle.h"
#include "train/selfplay/gumbel_tree.h"

namespace losange::train {
namespace {

// Knows nothing: every move alike, even chances.
void blank_evaluation(const EvaluationRequest&, const EvaluationResult& out) {
  std::fill(out.logits.begin(), out.logits.end(), 0.0f);
  std::fill(out.values.begin(), out.values.end(), 0.5f);
}

Round play_round(GameGroup& group, std::uint64_t seed, int steps,
                 const EvaluatePositions& evaluate = blank_evaluation) {
  Round round;
  group.play({seed, 0.5, steps}, {{}, evaluate}, round);
  return round;
}

hex::Position<2> position_at(const Round& round, std::size_t at) {
  const auto begin = round.codes.begin() + static_cast<long>(at * round.cells());
  const std::vector<int> codes(begin, begin + static_cast<long>(round.cells()));
  return hex::Position<2>::from_flat(codes, hex::Side::First);
}

TEST(GumbelTree, HalvingVisitsTheBestHalfMore) {
  const auto schedule = halving_schedule({64, 16});
  ASSERT_EQ(schedule.size(), 64u);
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), 0), 16);  // each once
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), 1), 8);   // the better half again
  EXPECT_EQ(std::count(schedule.begin(), schedule.end(), 3), 4);
  EXPECT_EQ(halving_schedule({5, 16}).size(), 5u);
  EXPECT_EQ(halving_schedule({3, 1}).size(), 3u);
}

// A search of the whole game tree of a 3x3 board finds a winning move wherever there is one, though the
// evaluation knows nothing.
TEST(GumbelTree, FindsTheWinnersOfSmallBoards) {
  base::Random random(4);
  oracle::Solver solver;
  int won = 0, checked = 0;
  for (int trial = 0; trial < 60; ++trial) {
    hex::Position<2> position(3, false);
    for (std::uint32_t i = 0; i < 1 + random.below(3); ++i) {
      hex::Position<2>::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const auto mover = position.to_move();
    if (position.outcome() != hex::Outcome::Ongoing || solver.winner(position) != mover) continue;
    GumbelTree<2> tree;
    const std::vector<float> logits(9, 0.0f);
    tree.reset(position);
    tree.back_up(logits, 0.5);
    const GumbelSearch search{600, 16, 0};
    tree.consider(search, random);
    for (const int visits : halving_schedule(search)) {
      if (!tree.decided() && tree.descend(visits)) tree.back_up(logits, 0.5);
    }
    ++checked;
    std::vector<float> policy(9);
    const double value = tree.improved_policy(policy);
    if (!tree.decided()) {
      EXPECT_GT(value, 0.7);
    }
    position.play(hex::Move::at(tree.best_cell()));
    won += solver.winner(position) == mover ? 1 : 0;
  }
  EXPECT_GT(checked, 20);
  EXPECT_EQ(won, checked);
}

TEST(SearchSelfPlay, GamesFollowTheRulesAndPoliciesAreChances) {
  const auto group = make_search_group(4, 30, 0, 3, {32, 8, 0.5});
  const Round round = play_round(*group, 5, 40);
  int full = 0, fast = 0, surprised = 0;
  for (std::size_t at = 0; at < round.moves.size(); ++at) {
    auto position = position_at(round, at);
    ASSERT_TRUE(position.is_legal(hex::Move::at(round.moves[at])));
    const std::span policy(round.policies.data() + at * 16, 16);
    const float sum = std::accumulate(policy.begin(), policy.end(), 0.0f);
    full += sum > 0.5f ? 1 : 0;
    fast += sum == 0.0f ? 1 : 0;
    // There is something to learn where a full search was made that had a choice.
    if (sum == 0.0f) {
      EXPECT_EQ(round.surprises[at], Round::kNoSurprise);
    } else {
      EXPECT_GE(round.surprises[at], 0.0f);
    }
    surprised += round.surprises[at] > 0 ? 1 : 0;
    if (sum != 0.0f) {
      EXPECT_NEAR(sum, 1, 1e-4);
      for (int cell = 0; cell < 16; ++cell) {
        EXPECT_TRUE(position.is_empty(cell) || policy[static_cast<std::size_t>(cell)] == 0);
      }
    }
    // A win at once is never missed, and ends the game.
    const bool wins = position.winning_cells(hex::Side::First).any();
    EXPECT_EQ(round.won[at] != 0, wins);
    if (wins) {
      EXPECT_EQ(round.values[at], 1.0f);
    }
  }
  EXPECT_EQ(full + fast, 1200);
  EXPECT_GT(full, 300);
  EXPECT_GT(fast, 300);
  EXPECT_GT(surprised, 200);
  EXPECT_GT(round.games_ended, 60u);
}

// An evaluation that likes stones in the upper half sees openings of two to six stones, those near balance most.
TEST(SearchSelfPlay, WideOpeningsAreManyAndNearBalance) {
  const int cells = 81;
  const auto evaluate = [&](const EvaluationRequest& request, const EvaluationResult& out) {
    std::fill(out.logits.begin(), out.logits.end(), 0.0f);
    for (std::size_t i = 0; i < out.values.size(); ++i) {
      const auto codes = request.codes.subspan(i * cells, cells);
      const bool odd = std::count(codes.begin(), codes.begin() + 40, 1) % 2 == 1;
      out.values[i] = odd ? 0.999f : 0.5f;
    }
  };
  const auto openings_of = [&](double share) {
    const auto group = make_search_group(9, 40, 0, 3, {2, 2, 1, share});
    const Round round = play_round(*group, 5, 150, evaluate);
    std::map<int, int> balanced, decided;
    for (int game = 0; game < 40; ++game) {
      for (int step = 1; step < 150; ++step) {
        if (round.won[round.index(step - 1, game)] == 0) continue;
        const auto begin = round.codes.begin() + static_cast<long>(round.index(step, game) * cells);
        const auto stones = cells - std::count(begin, begin + cells, 0);
        const bool odd = std::count(begin, begin + 40, 1) % 2 == 1;
        (odd ? decided : balanced)[static_cast<int>(stones)]++;
      }
    }
    return std::pair(balanced, decided);
  };
  const auto [balanced, decided] = openings_of(1);
  int all = 0;
  for (const auto& [stones, count] : balanced) {
    EXPECT_TRUE(stones >= 2 && stones <= 6) << stones;
    all += count;
  }
  EXPECT_EQ(balanced.size(), 5u);
  EXPECT_GT(all, 40);
  EXPECT_TRUE(decided.empty());
  const auto [narrow, unwished] = openings_of(0);
  for (const auto& [stones, count] : narrow) EXPECT_LE(stones, 2);
}

TEST(SearchSelfPlay, IsRepeatableAndGoesOnFromItsState) {
  const SearchPlan plan{16, 4, 0.5};
  const auto one = make_search_group(4, 12, 7, 3, plan),
             other = make_search_group(4, 12, 7, 3, plan);
  EXPECT_EQ(play_round(*one, 1, 9).moves, play_round(*other, 1, 9).moves);
  const auto resumed = make_search_group(4, 12, 7, 99, plan);
  resumed->set_state(one->state());
  const Round a = play_round(*one, 2, 9), b = play_round(*resumed, 2, 9);
  EXPECT_EQ(a.moves, b.moves);
  EXPECT_EQ(a.policies, b.policies);
  EXPECT_EQ(one->state(), resumed->state());
}

// An evaluation that gives the side to move no chance at all: after three such turns of one side the game is
// over, but for those that play on to the last move.
TEST(SearchSelfPlay, EndsHopelessGamesEarly) {
  const auto group = make_search_group(5, 64, 0, 3, {4, 4, 0});
  const Round round =
      play_round(*group, 5, 60, [](const EvaluationRequest&, const EvaluationResult& out) {
        std::fill(out.logits.begin(), out.logits.end(), 0.0f);
        std::fill(out.values.begin(), out.values.end(), 0.001f);
      });
  int early = 0, played_out = 0;
  for (std::size_t at = 0; at < round.moves.size(); ++at) {
    if (round.won[at] == 0) continue;
    auto position = position_at(round, at);
    position.play(hex::Move::at(round.moves[at]));
    ++(position.outcome() == hex::Outcome::Ongoing ? early : played_out);
  }
  EXPECT_GT(early, 5 * played_out);
  EXPECT_GT(played_out, 0);
}

// First stones are drawn where the evaluation sees an even game.
TEST(SearchSelfPlay, OpensWhereTheGameIsEven) {
  const auto even_after_corner = [](const EvaluationRequest& request, const EvaluationResult& out) {
    const auto cells = static_cast<std::size_t>(request.size * request.size);
    std::fill(out.logits.begin(), out.logits.end(), 0.0f);
    for (std::size_t i = 0; i < out.values.size(); ++i) {
      out.values[i] = request.codes[i * cells] != 0 ? 0.5f : 0.999f;
    }
  };
  const auto group = make_search_group(4, 200, 0, 3, {2, 2, 0});
  const Round round = play_round(*group, 5, 40, even_after_corner);
  std::map<int, int> first_stones;
  for (std::size_t at = 0; at < round.moves.size(); ++at) {
    const auto position = position_at(round, at);
    if (position.stone_count() != 1) continue;
    ++first_stones[position.stones(hex::Side::Second).first()];
  }
  int others = 0;
  for (const auto& [cell, count] : first_stones) others += cell == 0 ? 0 : count;
  EXPECT_GT(first_stones[0], others / 3);
}

}  // namespace
}  // namespace losange::train
