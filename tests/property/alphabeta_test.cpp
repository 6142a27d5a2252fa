// Every variant of alpha-beta finds the value of exhaustive minimax, on thousands of random positions.
#include <gtest/gtest.h>

#include <deque>

#include "alphabeta_games.h"
#include "base/random.h"

namespace losange::testing_games {
namespace {

using search::AlphaBetaSettings;
using search::Parallel;

struct Variant {
  std::string name;
  AlphaBetaSettings settings;
  int threads = 1;
};

// No reductions, and entries of the table at their own depth only: with these the values are exact.
std::vector<Variant> exact_variants() {
  AlphaBetaSettings exact;
  exact.rules.reductions = false;
  exact.rules.same_depth_only = true;
  exact.win_first = false;
  exact.table_bytes = 1 << 16;
  std::vector<Variant> variants;
  const auto add = [&](const char* name, int threads, auto&& change) {
    Variant variant{name, exact, threads};
    change(variant.settings);
    variants.push_back(variant);
  };
  add("plain", 1, [](auto& s) { s.plain = true; });
  add("plain on threads", 2, [](auto& s) {
    s.plain = true;
    s.parallel = Parallel::RootSplit;
  });
  add("alpha-beta", 1, [](auto& s) { s.rules.scout = s.rules.learn_order = s.aspiration = false; });
  add("without table", 1, [](auto& s) { s.table_bytes = 0; });
  add("table of one line", 1, [](auto& s) { s.table_bytes = 64; });
  add("principal variation", 1, [](auto&) {});
  add("random equals", 1, [](auto& s) { s.random_equal = true; });
  add("root split", 3, [](auto& s) { s.parallel = Parallel::RootSplit; });
  add("lazy", 3, [](auto& s) { s.parallel = Parallel::LazySmp; });
#ifndef __SANITIZE_THREAD__  // the thread sanitizer does not see the locks of OpenMP's library
  if (search::kHasTasks) add("tasks", 3, [](auto& s) { s.parallel = Parallel::Tasks; });
#endif
  return variants;
}

template <class P, class E>
void all_agree(const P& position, int depth, std::deque<search::AlphaBeta<P, E>>& searches,
               const std::vector<Variant>& variants) {
  E evaluator;
  const search::Score truth = minimax(position, evaluator, 0, depth);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const auto report = searches[i].think(position, to_depth(depth, variants[i].threads));
    ASSERT_EQ(report.score, truth) << variants[i].name << " at depth " << depth;
    P child = position;
    child.play(report.best);
    ASSERT_EQ(-minimax(child, evaluator, 1, depth - 1), truth)
        << variants[i].name << ": another move";
    ASSERT_EQ(report.proven, search::decided(truth)) << variants[i].name;
  }
}

template <class P, class E>
std::deque<search::AlphaBeta<P, E>> searches_of(const std::vector<Variant>& variants) {
  std::deque<search::AlphaBeta<P, E>> searches;
  for (const auto& variant : variants) searches.emplace_back(variant.settings, E{});
  return searches;
}

template <class P>
P random_position(P position, int plies, base::Random& random) {
  typename P::Moves moves;
  for (int i = 0; i < plies; ++i) {
    position.legal_moves(moves);
    P after = position;
    after.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (after.outcome() != game::Outcome::Ongoing) break;
    position = after;
  }
  return position;
}

TEST(AlphaBetaAgreement, HexEndingsToTheEnd) {
  const auto variants = exact_variants();
  auto searches = searches_of<hex::Position<2>, HashedHex<2>>(variants);
  base::Random random(1);
  for (int i = 0; i < 1200; ++i) {
    const int size = 3 + i % 2;
    const int empty = 2 + static_cast<int>(random.below(5));
    const auto position =
        random_position(hex::Position<2>(size, i % 3 == 0), size * size - empty, random);
    all_agree(position, empty + 1, searches, variants);
  }
}

TEST(AlphaBetaAgreement, HexAtEveryDepth) {
  const auto variants = exact_variants();
  auto searches = searches_of<hex::Position<2>, HashedHex<2>>(variants);
  base::Random random(2);
  for (int i = 0; i < 900; ++i) {
    const int size = 3 + i % 2;
    const auto position =
        random_position(hex::Position<2>(size, true), static_cast<int>(random.below(6)), random);
    all_agree(position, 1 + i % 3, searches, variants);
  }
}

TEST(AlphaBetaAgreement, LeapfrogWithDrawsAndRepetition) {
  const auto variants = exact_variants();
  auto searches = searches_of<LeapfrogPosition, LeapfrogEvaluator>(variants);
  base::Random random(3);
  for (int i = 0; i < 1200; ++i) {
    const auto position =
        random_position(LeapfrogPosition(), static_cast<int>(random.below(60)), random);
    all_agree(position, 1 + i % 6, searches, variants);
  }
}

// Captures go on past the horizon: plain negamax does so too, and is what the others are held to.
TEST(AlphaBetaAgreement, LeapfrogWithQuiescence) {
  const auto variants = exact_variants();
  auto searches = searches_of<LeapfrogPosition, NoisyLeapfrog>(variants);
  base::Random random(4);
  for (int i = 0; i < 1200; ++i) {
    const auto position =
        random_position(LeapfrogPosition(), static_cast<int>(random.below(40)), random);
    const int depth = 1 + i % 5;
    const auto truth = searches.front().think(position, to_depth(depth));
    for (std::size_t v = 1; v < variants.size(); ++v) {
      const auto report = searches[v].think(position, to_depth(depth, variants[v].threads));
      ASSERT_EQ(report.score, truth.score) << variants[v].name << " at depth " << depth;
    }
  }
}

// As it plays, with reductions and any table entry, it still finds who wins.
TEST(AlphaBetaAgreement, TheDefaultsFindTheWinner) {
  std::deque<search::AlphaBeta<hex::Position<2>, HashedHex<2>>> searches;
  for (const auto parallel : {Parallel::RootSplit, Parallel::LazySmp}) {
    AlphaBetaSettings settings;
    settings.parallel = parallel;
    settings.table_bytes = 1 << 20;
    searches.emplace_back(settings, HashedHex<2>{});
  }
  base::Random random(5);
  HashedHex<2> evaluator;
  for (int i = 0; i < 1000; ++i) {
    const int size = 3 + i % 2;
    const int empty = 3 + static_cast<int>(random.below(5));
    const auto position =
        random_position(hex::Position<2>(size, false), size * size - empty, random);
    const auto truth = minimax(position, evaluator, 0, empty + 1);
    for (auto& search : searches) {
      const auto report = search.think(position, to_depth(40, 1 + i % 2));
      ASSERT_TRUE(report.proven);
      ASSERT_EQ(report.value, truth > 0 ? 1.0 : -1.0);
    }
  }
}

}  // namespace
}  // namespace losange::testing_games
