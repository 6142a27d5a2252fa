#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>

#include "alphabeta_games.h"
#include "cpu_time.h"
#include "hex_position.h"

namespace losange::testing_games {
namespace {

using search::Bound;
using search::Score;
using testing_time::CpuWatch;
using testing_time::kPromise_s;
using HexAlphaBeta = search::AlphaBeta<HexPosition, HashedHex<2>>;
using LeapfrogAlphaBeta = search::AlphaBeta<LeapfrogPosition, LeapfrogEvaluator>;

search::Limits nodes(std::uint64_t count) {
  search::Limits limits;
  limits.nodes = count;
  return limits;
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
  search::TranspositionTable table(1 << 12);
  EXPECT_EQ(table.bytes(), 1u << 12);
  EXPECT_FALSE(table.find(7, 0));
  for (const Score score :
       {0, 1, -1, 123456, -123456, search::kMostEvaluation, -search::kMostEvaluation}) {
    table.store(7, 3, {42, score, 9, Bound::Lower});
    const auto entry = table.find(7, 11);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->score, score);
    EXPECT_EQ(entry->move, 42);
    EXPECT_EQ(entry->depth, 9);
    EXPECT_EQ(entry->bound, Bound::Lower);
  }
  table.clear();
  EXPECT_FALSE(table.find(7, 0));
}

// A win five plies from a node is one wherever the node is met.
TEST(TranspositionTable, WinsCountFromTheNode) {
  search::TranspositionTable table(64);
  table.store(1, 10, {0, search::win_at(15), 3, Bound::Exact});
  EXPECT_EQ(table.find(1, 2)->score, search::win_at(7));
  table.store(1, 10, {0, -search::win_at(14), 3, Bound::Exact});
  EXPECT_EQ(table.find(1, 0)->score, -search::win_at(4));
}

TEST(TranspositionTable, KeepsDeepEntriesOfThisSearchAndGivesUpOldOnes) {
  search::TranspositionTable table(64);  // one line of four
  for (std::uint64_t key = 1; key <= 4; ++key)
    table.store(key, 0, {1, 0, static_cast<int>(key), Bound::Exact});
  table.store(5, 0, {1, 0, 1, Bound::Exact});
  EXPECT_FALSE(table.find(1, 0));  // the shallowest went
  EXPECT_TRUE(table.find(4, 0));
  table.new_search();
  for (std::uint64_t key = 11; key <= 14; ++key) table.store(key, 0, {1, 0, 0, Bound::Exact});
  for (std::uint64_t key = 11; key <= 14; ++key) EXPECT_TRUE(table.find(key, 0));
  EXPECT_FALSE(table.find(4, 0));
}

TEST(TranspositionTable, ABoundDoesNotReplaceMuchDeeperKnowledge) {
  search::TranspositionTable table(64);
  table.store(1, 0, {5, 100, 8, Bound::Exact});
  table.store(1, 0, {6, 50, 2, Bound::Upper});
  EXPECT_EQ(table.find(1, 0)->depth, 8);
  table.store(1, 0, {search::kNoMoveKey, 50, 7, Bound::Upper});
  EXPECT_EQ(table.find(1, 0)->depth, 7);
  EXPECT_EQ(table.find(1, 0)->move, 5) << "the move stays where a search found none";
}

TEST(AlphaBeta, KeepsToEveryLimit) {
  HexAlphaBeta search({}, {});
  const auto position = hex_position(7, "d4");
  EXPECT_EQ(search.think(position, to_depth(3)).depth, 3);
  for (const std::uint64_t count : {1u, 100u, 1024u, 5000u}) {
    EXPECT_EQ(search.think(position, nodes(count)).nodes, count);
  }
  search::Limits limits;
  limits.time = base::Millis(100);
  const base::Stopwatch watch;
  CpuWatch used;
  EXPECT_TRUE(position.is_legal(search.think(position, limits).best));
  EXPECT_GE(watch.seconds(), 0.099);
  EXPECT_LT(used.seconds(), 0.1 + kPromise_s);

  for (const auto parallel : {search::Parallel::RootSplit, search::Parallel::LazySmp}) {
    search::AlphaBetaSettings settings;
    settings.parallel = parallel;
    HexAlphaBeta threaded(settings, {});
    std::stop_source source;
    int reports = 0;
    limits = {};
    limits.threads = 3;
    const auto report = threaded.think(
        position, limits, {}, {},
        [&](const auto& running) {
          EXPECT_EQ(running.depth, ++reports);
          if (reports == 3) {
            used.restart();
            source.request_stop();
          }
        },
        source.get_token());
    EXPECT_LT(used.seconds(), kPromise_s);
    EXPECT_GE(report.depth, 3);
    EXPECT_TRUE(position.is_legal(report.best));
  }
}

// Some values take a thousand times as long as others, so that no number of nodes tells how much time went by.
struct MoodyHex : HashedHex<2> {
  static Score evaluate(const HexPosition& position) {
    for (const CpuWatch watch; dear && watch.seconds() < 0.001;) {
    }
    ++(dear ? dear_values : cheap_values);
    return HashedHex<2>::evaluate(position);
  }
  static inline std::atomic<bool> dear{false};
  static inline std::atomic<int> dear_values{0}, cheap_values{0};
};

TEST(AlphaBeta, EndsInTimeWhenNodesBecomeDear) {
  for (const bool plain : {false, true}) {
    search::AlphaBetaSettings settings;
    settings.plain = plain;
    search::AlphaBeta<HexPosition, MoodyHex> search(settings, {});
    std::stop_source source;
    MoodyHex::dear = false;
    MoodyHex::dear_values = 0;
    search.think(
        hex_position(7, "d4"), {}, {}, {},
        [&](const auto& running) {
          if (running.depth < 2 || MoodyHex::dear) return;
          MoodyHex::dear = true;
          source.request_stop();
        },
        source.get_token());
    EXPECT_LE(MoodyHex::dear_values, 1) << "values after the stop";

    MoodyHex::dear = false;
    search::Limits limits;
    limits.time = base::Millis(50);
    const CpuWatch used;
    search.think(hex_position(7, "d4"), limits, {}, {},
                 [](const auto& running) { MoodyHex::dear = running.depth >= 2; });
    EXPECT_LT(used.seconds(), 0.05 + kPromise_s);
  }
}

struct BrokenHex : HashedHex<2> {  // one value fails, after so many
  static Score evaluate(const HexPosition& position) {
    if (left-- == 0) throw std::runtime_error("the net is gone");
    return HashedHex<2>::evaluate(position);
  }
  static inline std::atomic<int> left{0};
};

// Without a limit of its own the search would go on for ever.
TEST(AlphaBeta, AnEvaluationThatFailsEndsAllThreads) {
  for (const auto parallel :
       {search::Parallel::RootSplit, search::Parallel::LazySmp, search::Parallel::Tasks}) {
    if (parallel == search::Parallel::Tasks && !search::kHasTasks) continue;
    search::AlphaBetaSettings settings;
    settings.parallel = parallel;
    search::AlphaBeta<HexPosition, BrokenHex> search(settings, {});
    search::Limits limits;
    for (const int values : {0, 100, 5000, 50'000}) {
      for (const int threads : {1, 3}) {
        limits.threads = threads;
        BrokenHex::left = values;
        EXPECT_THROW(search.think(hex_position(7, "d4"), limits), std::runtime_error);
      }
    }
    BrokenHex::left = 1'000'000'000;
    EXPECT_EQ(search.think(hex_position(7, "d4"), to_depth(3, 3)).depth, 3) << "it works again";
  }
}

struct NarrowHex : HashedHex<2> {  // values are seldom where they are expected
  static constexpr Score window() { return 10; }
};

// A search that ends in the middle of a depth plays the move of the depth before unless another one is better at the
// new depth: bounds of moves that failed low are no values to choose by.
TEST(AlphaBeta, AnUnfinishedDepthChangesTheMoveOnlyForABetterOne) {
  search::AlphaBetaSettings settings;
  settings.rules.reductions = false;
  settings.rules.same_depth_only = true;
  settings.win_first = false;
  settings.table_bytes = 1 << 16;
  int changes = 0;
  for (const char* moves : {"a1", "b2 c3 a4 d1", "a2 b3 c1", "d4 a3 b1 c2 d2"}) {
    const auto position = hex_position(4, moves);
    const auto value = [&](hex::Move move, int depth) {
      HashedHex<2> evaluator;
      auto child = position;
      child.play(move);
      return -minimax(child, evaluator, 1, depth - 1);
    };
    for (std::uint64_t count = 101; count < 4000; count += 14) {
      search::AlphaBeta<HexPosition, NarrowHex> search(settings, {});
      hex::Move finished;
      const auto report = search.think(position, nodes(count), {}, {},
                                       [&](const auto& running) { finished = running.best; });
      if (report.depth < 1 || report.depth > 3 || report.best == finished) continue;
      ++changes;
      EXPECT_GT(value(report.best, report.depth + 1), value(finished, report.depth + 1))
          << moves << " with " << count << " nodes";
    }
  }
  EXPECT_GT(changes, 10);
}

// Beside the best move most have been searched only as far as shows that they are not better. Such a value holds as a
// bound, says so, and proves no win.
TEST(AlphaBeta, TellsBoundsFromValues) {
  int bounds = 0, values = 0, proven = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    base::Random random(seed);
    auto position = hex_position(4, "");
    for (int i = static_cast<int>(seed % 10); i > 0; --i) {
      HexPosition::Moves moves;
      position.legal_moves(moves);
      auto next = position;
      next.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      if (next.outcome() == game::Outcome::Ongoing) position = next;
    }
    search::AlphaBetaSettings settings{.win_first = false, .table_bytes = 1 << 16};
    settings.rules = {.reductions = false, .extensions = false, .same_depth_only = true};
    HexAlphaBeta search(settings, {});
    constexpr int kDepth = 3;
    const auto report = search.think(position, to_depth(kDepth));
    HashedHex<2> evaluator;
    EXPECT_FALSE(report.lines.front().at_most);
    for (const auto& line : report.lines) {
      HexPosition child = position;
      child.play(line.move);
      const Score truth = -minimax(child, evaluator, 1, report.depth - 1);
      const double value = search::Hooks<HexPosition, HashedHex<2>>::value(evaluator, truth);
      if (line.at_most) {
        ++bounds;
        EXPECT_LE(value, line.value) << "seed " << seed;
      } else if (!line.proven) {
        ++values;
        EXPECT_DOUBLE_EQ(value, line.value) << "seed " << seed;
      } else {
        ++proven;
        EXPECT_TRUE(search::decided(truth)) << "seed " << seed;
        EXPECT_EQ(truth > 0, line.value > 0) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(bounds, 100);
  EXPECT_GT(values, 40);
  EXPECT_GT(proven, 20);
}

TEST(AlphaBeta, RepeatsOnOneThread) {
  const auto position = hex_position(6, "a2");
  HexAlphaBeta one({}, {}), other({}, {});
  const auto a = one.think(position, to_depth(5)), b = other.think(position, to_depth(5));
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.best, b.best);
  EXPECT_GT(a.cut_offs, a.first_cut_offs);
  EXPECT_GT(a.first_cut_offs, 0u);
}

TEST(AlphaBeta, RefusesAFinishedGame) {
  HexAlphaBeta search({}, {});
  EXPECT_THROW(search.think(hex_position(2, "a1 b1 a2"), to_depth(2)), base::UserError);
}

TEST(AlphaBeta, PlaysTheWinAtOnceWithoutASearch) {
  HexAlphaBeta search({}, {});
  const auto report = search.think(hex_position(5, "c1 a1 c2 a2 c3 a3 c4 a4"), to_depth(9));
  EXPECT_TRUE(report.proven);
  EXPECT_EQ(report.value, 1.0);
  EXPECT_EQ(report.nodes, 1u);
}

TEST(AlphaBeta, VariationsAreLegalAndAsLongAsTheSearch) {
  search::AlphaBetaSettings settings;
  settings.rules.reductions = false;
  settings.table_bytes = 0;
  for (const auto parallel :
       {search::Parallel::RootSplit, search::Parallel::LazySmp, search::Parallel::Tasks}) {
    if (parallel == search::Parallel::Tasks && !search::kHasTasks) continue;
    settings.parallel = parallel;
    HexAlphaBeta search(settings, {});
    auto position = hex_position(5, "a1");
    const auto report =
        search.think(position, to_depth(5, parallel == search::Parallel::LazySmp ? 1 : 2));
    EXPECT_EQ(report.lines.front().variation.size(), 5u);
    HashedHex<2> evaluator;
    for (const auto move : report.lines.front().variation) {
      ASSERT_TRUE(position.is_legal(move));
      position.play(move);
    }
    EXPECT_EQ(-evaluator.evaluate(position), report.score);
  }
}

struct FlatHex : HashedHex<2> {  // every quiet position is worth the same
  static Score evaluate(const HexPosition&) { return 0; }
};

TEST(AlphaBeta, EqualMovesFirstOrRandom) {
  search::AlphaBetaSettings settings;
  search::AlphaBeta<HexPosition, FlatHex> first(settings, {});
  settings.random_equal = true;
  search::AlphaBeta<HexPosition, FlatHex> random(settings, {});
  std::set<int> chosen;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto limits = to_depth(2);
    limits.seed = seed;
    EXPECT_EQ(first.think(HexPosition(4, false), limits).best.cell(), 0);
    chosen.insert(random.think(HexPosition(4, false), limits).best.cell());
  }
  EXPECT_GT(chosen.size(), 12u);

  // Random only among the best: every drawn move has the best value.
  search::AlphaBeta<HexPosition, HashedHex<2>> search(settings, {});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto limits = to_depth(3);
    limits.seed = seed;
    HashedHex<2> evaluator;
    auto child = hex_position(3, "b2");
    const auto report = search.think(child, limits);
    child.play(report.best);
    EXPECT_EQ(-minimax(child, evaluator, 1, 2), report.score);
  }
}

struct KnowingHex : HashedHex<2> {  // "knows" that First wins once b2 is his
  static game::Outcome candidates(const HexPosition& position, hex::Move,
                                  search::OrderedMoves<HexPosition>& out) {
    search::Hooks<HexPosition, HashedHex<2>>::legal_moves(position, out);
    const bool won = position.stones(game::Side::First).test(position.geometry().cell(1, 1));
    return won ? game::Outcome::FirstWins : game::Outcome::Ongoing;
  }
};

TEST(AlphaBeta, BelievesKnowledgeAndPlaysOnFromIt) {
  search::AlphaBeta<HexPosition, KnowingHex> search({}, {});
  const auto report = search.think(HexPosition(5, false), to_depth(4));
  EXPECT_EQ(report.best, hex::Move::at(6));
  EXPECT_TRUE(report.proven);
  EXPECT_EQ(report.depth, 2);
  const auto lost = search.think(hex_position(5, "b2"), to_depth(3));
  EXPECT_EQ(lost.lines.size(), 24u);  // a move must be played all the same
}

struct ForcedLeapfrog : LeapfrogEvaluator {
  static constexpr bool kExtendForced = true;
};

TEST(AlphaBeta, ForcedMovesCostNoDepth) {
  search::AlphaBetaSettings settings;
  settings.table_bytes = 0;
  search::AlphaBeta<LeapfrogPosition, ForcedLeapfrog> extended(settings, {});
  settings.rules.extensions = false;
  search::AlphaBeta<LeapfrogPosition, ForcedLeapfrog> plain(settings, {});
  LeapfrogPosition position;
  std::size_t longer = 0;
  base::Random random(1);
  for (LeapfrogPosition::Moves moves; position.outcome() == game::Outcome::Ongoing;) {
    const auto a = extended.think(position, to_depth(4)), b = plain.think(position, to_depth(4));
    longer += a.lines.front().variation.size() > b.lines.front().variation.size() ? 1 : 0;
    position.legal_moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  EXPECT_GT(longer, 0u);
}

TEST(AlphaBeta, AWidthLeavesMovesOutAndProvesNoLoss) {
  search::AlphaBetaSettings settings;
  settings.rules.width = 3;
  HexAlphaBeta narrow(settings, {});
  // Second to move on 4x4 with First's c-file almost through: lost, but not proven with three moves.
  const auto position = hex_position(4, "c1 a1 c2 a2 c3");
  const auto report = narrow.think(position, to_depth(8));
  EXPECT_EQ(report.lines.size(), 3u);
  EXPECT_FALSE(report.proven);
  HexAlphaBeta whole({}, {});
  EXPECT_TRUE(whole.think(position, to_depth(8)).proven);
}

struct Collected : search::NodeTrace<HexPosition> {
  using NodeTrace::NodeTrace;
  std::vector<search::NodeFacts<hex::Move>> nodes;
  void leave(const HexPosition& position, const search::NodeFacts<hex::Move>& facts) override {
    EXPECT_TRUE(position.outcome() != game::Outcome::Ongoing || facts.ply > 0);
    nodes.push_back(facts);
  }
};

TEST(AlphaBeta, TracesEveryNodeUpToTheBound) {
  search::AlphaBetaSettings settings;
  settings.plain = false;
  HexAlphaBeta search(settings, {});
  Collected all(1'000'000), few(10);
  const auto position = hex_position(4, "b2");
  const auto report = search.think(position, to_depth(3), {}, {}, {}, {}, &all);
  EXPECT_EQ(all.nodes.size(), report.nodes);
  std::set<std::uint64_t> ids;
  std::uint64_t cuts = 0, first = 0;
  for (const auto& node : all.nodes) {
    EXPECT_TRUE(ids.insert(node.id).second);
    EXPECT_LE(node.searched, node.children);
    EXPECT_LT(node.parent, node.id);
    if (node.searched > 0 && node.value >= node.beta) {
      ++cuts;
      first += node.searched == 1 ? 1 : 0;
    }
  }
  EXPECT_EQ(cuts, report.cut_offs);
  EXPECT_EQ(first, report.first_cut_offs);
  search.forget();
  search.think(position, to_depth(3), {}, {}, {}, {}, &few);
  EXPECT_EQ(few.nodes.size(), 10u);
}

// Against moves drawn by lot, from both sides: it never plays what is not legal, and never loses.
TEST(AlphaBeta, LeapfrogPlaysWholeGames) {
  LeapfrogAlphaBeta search({}, {});
  base::Random random(1);
  int wins = 0;
  for (int game = 0; game < 20; ++game) {
    const auto side = game % 2 == 0 ? game::Side::First : game::Side::Second;
    LeapfrogPosition position;
    LeapfrogPosition::Moves moves;
    for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
      auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position.to_move() == side) move = search.think(position, to_depth(6)).best;
      ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
      position.play(move);
    }
    EXPECT_NE(position.outcome(), game::win_for(game::other(side))) << game;
    wins += position.outcome() == game::win_for(side) ? 1 : 0;
  }
  EXPECT_GT(wins, 10);
}

}  // namespace
}  // namespace losange::testing_games
