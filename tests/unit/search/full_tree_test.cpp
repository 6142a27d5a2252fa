// A tree that has used up its memory forgets its least visited subtrees and the search goes on: it
// counts a visit only for something new, keeps within its memory, and finds the same moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "base/random.h"
#include "fake_evaluator.h"
#include "montecarlo_games.h"
#include "players/told/net_leaf.h"
#include "search/montecarlo/puct.h"

namespace losange::testing_games {
namespace {

using search::Proof;

// Counts what it answers: from the net or the cache, or by a proof.
struct CountingLeaf : players::NetLeaf<2> {
  using NetLeaf::NetLeaf;
  bool prepare(Request& request) {
    const bool answered = NetLeaf::prepare(request);
    if (answered) ++answers;
    return answered;
  }
  void evaluate(std::span<Request* const> requests) {
    NetLeaf::evaluate(requests);
    answers += requests.size();
  }
  static inline std::atomic<std::uint64_t> answers{0};
};

using NetSearch =
    search::MonteCarlo<HexPosition, CountingLeaf, search::EveryMove<HexPosition>, search::Puct>;

NetSearch net_search(std::size_t memory_bytes, float correction = 0.45f) {
  search::MonteCarloSettings<search::Puct> settings;
  settings.rules = {.batch = 4, .correction = correction};
  settings.stop_early = false;
  settings.memory_bytes = memory_bytes;
  CountingLeaf::answers = 0;
  return NetSearch(settings, CountingLeaf(std::make_shared<testing_nets::CentreNet>(),
                                          std::make_shared<players::EvaluationCache>(1 << 20, 121),
                                          players::NetReading{}));
}
constexpr std::size_t kSmall = 1;  // the least that a tree takes: four chunks
constexpr std::size_t kSmallestTree = 4 * search::Arena::kChunkBytes;
// Enough for so many threads: each fills two chunks while others may hold the rest.
constexpr std::size_t small_for(int threads) {
  return threads == 1 ? kSmall : std::size_t{1} << 20;
}
constexpr std::size_t kLarge = std::size_t{256} << 20;

// The visits that ended at a node whose result was known, at most.
template <class Tree, class Node>
std::uint64_t proven_visits(const Tree& tree, const Node& node) {
  if (node.known() != Proof::Unknown) return node.visit_count();
  std::uint64_t sum = 0;
  if (!node.has_children()) return 0;
  for (const auto& child : tree.children(node)) sum += proven_visits(tree, child);
  return sum;
}

TEST(FullTree, EveryVisitBroughtSomethingNew) {
  for (const int threads : {1, 3}) {
    auto search = net_search(small_for(threads));
    EXPECT_GE(search.tree().max_threads(), threads);
    search.start(hex_position(11, "a3 d8"));
    for (int round = 1; round <= 10; ++round) {
      const auto report = search.think(descents(2000, threads));
      EXPECT_EQ(report.nodes, 2000u);
      EXPECT_FALSE(report.out_of_memory);
      EXPECT_LE(report.tree_bytes, std::max(kSmallestTree, small_for(threads)));
      const auto& root = search.tree().root();
      EXPECT_LE(root.visit_count(), CountingLeaf::answers + proven_visits(search.tree(), root));
      // The most visited move has a line behind it, and no move has visits that its parent lacks.
      EXPECT_GE(report.lines.front().variation.size(), 2u);
      std::uint64_t visits = 0;
      for (const auto& line : report.lines) visits += line.visits;
      EXPECT_LE(visits, root.visit_count());
    }
  }
}

// A tree of four chunks has none for a second thread, which would end every round at once.
TEST(FullTree, ASmallTreeServesFewThreads) {
  auto search = net_search(kSmall);
  EXPECT_EQ(search.tree().max_threads(), 1);
  search.start(hex_position(11, "a3 d8"));
  const auto report = search.think(descents(3000, 64));
  EXPECT_EQ(report.nodes, 3000u);
  EXPECT_FALSE(report.out_of_memory);
}

// Ten times as many visits as fit, against a search that never forgets.
TEST(FullTree, FindsTheMovesOfAnUnlimitedSearch) {
  base::Random random(11);
  int same = 0;
  constexpr int kPositions = 20;
  for (int i = 0; i < kPositions; ++i) {
    HexPosition position(11, false);
    for (int ply = 0; ply < 6; ++ply) {
      const auto cells = position.empty();
      int skip = static_cast<int>(random.below(static_cast<std::uint32_t>(cells.count())));
      int chosen = -1;
      cells.for_each([&](int cell) {
        if (skip-- == 0) chosen = cell;
      });
      position.play(hex::Move::at(chosen));
    }
    const auto best = [&](std::size_t memory) {
      auto search = net_search(memory);
      search.start(position);
      const auto report = search.think(descents(8000));
      EXPECT_TRUE(memory != kSmall || report.tree_nodes < 2000);
      return report.best;
    };
    same += best(kSmall) == best(kLarge) ? 1 : 0;
  }
  EXPECT_GE(same, 18);
}

// The same for rollouts, where a leaf that cannot grow brings a new playout at each visit.
TEST(FullTree, RolloutsGoOnToo) {
  auto settings = rave_settings();
  settings.rules.expand_after = 1;
  for (const int threads : {1, 3}) {
    settings.memory_bytes = small_for(threads);
    auto search = hex_search(settings);
    search.start(hex_position(11, "a3"));
    std::uint64_t forgotten = 0, nodes = 0;
    for (int round = 0; round < 10; ++round) {
      const auto report = search.think(descents(3000, threads));
      EXPECT_EQ(report.nodes, 3000u);
      EXPECT_LE(report.tree_bytes, std::max(kSmallestTree, small_for(threads)));
      EXPECT_GE(report.lines.front().variation.size(), 2u);
      if (report.tree_nodes < nodes) ++forgotten;
      nodes = report.tree_nodes;
    }
    EXPECT_EQ(search.tree().root().visit_count(), 30'000u);
    EXPECT_GT(forgotten, 0u) << "the tree never made room";
  }
}

// The visits of all nodes that have children, and how many nodes there are.
struct Census {
  std::multiset<std::uint32_t> grown;
  std::uint64_t nodes = 0;
};
template <class Tree, class Node>
void take_census(const Tree& tree, const Node& node, Census& census) {
  ++census.nodes;
  if (!node.has_children()) return;
  census.grown.insert(node.visit_count());
  for (const auto& child : tree.children(node)) take_census(tree, child, census);
}

TEST(FullTree, MakingRoomForgetsTheLeastVisited) {
  auto search = net_search(std::size_t{2} << 20);
  search.start(hex_position(11, "a3 d8"));
  const auto report = search.think(descents(6000));
  auto& tree = const_cast<NetSearch::TreeType&>(search.tree());
  Census before, after, halted;
  take_census(tree, tree.root(), before);
  EXPECT_EQ(report.tree_nodes, before.nodes);

  EXPECT_FALSE(tree.make_room(std::atomic<bool>(true)));
  take_census(tree, tree.root(), halted);
  EXPECT_EQ(halted.grown, before.grown) << "a halt leaves the tree as it was";
  EXPECT_EQ(tree.arena().nodes(), before.nodes);

  ASSERT_TRUE(tree.make_room(std::atomic<bool>(false)));
  take_census(tree, tree.root(), after);
  EXPECT_EQ(tree.arena().nodes(), after.nodes);
  EXPECT_EQ(tree.root().visit_count(), *before.grown.rbegin());
  ASSERT_LT(after.grown.size(), before.grown.size());
  ASSERT_GT(after.grown.size(), before.grown.size() / 4);
  const std::uint32_t fewest = *after.grown.begin();
  const auto above = [&](const Census& census) {
    return std::distance(census.grown.upper_bound(fewest), census.grown.end());
  };
  EXPECT_EQ(above(after), above(before));

  // What was forgotten grows again: the same search goes on with the visits that it had.
  const auto visits = tree.root().visit_count();
  EXPECT_EQ(search.think(descents(1000)).nodes, 1000u);
  EXPECT_EQ(tree.root().visit_count(), visits + 1000);
}

// A policy that is nearly sure: most of its moves have no edge until the selection wants one.
TEST(FullTree, MovesOfSmallPriorsAreListedWhenTheyAreWanted) {
  class SureNet : public testing_nets::UniformNet {
   public:
    void evaluate(int size, std::span<const std::uint8_t> codes,
                  net::Evaluations& out) const override {
      UniformNet::evaluate(size, codes, out);
      // The likely moves are bad ones: after them the board looks lost.
      const auto cells = static_cast<std::size_t>(size * size);
      for (std::size_t i = 0; i < codes.size(); ++i) {
        if (i % cells < 6) out.policy[i] = 12;
        if (i % cells < 6 && codes[i] == 2) out.value[i / cells] = 4;
      }
    }
  };
  search::MonteCarloSettings<search::Puct> settings;
  settings.rules = {.batch = 1, .correction = 0};
  settings.stop_early = false;
  NetSearch search(settings, CountingLeaf(std::make_shared<SureNet>(),
                                          std::make_shared<players::EvaluationCache>(1 << 20, 25),
                                          players::NetReading{.policy_head = 1}));
  search.start(hex_position(5, ""));
  search.think(descents(20'000));
  const auto& tree = search.tree();
  using Layout = NetSearch::TreeType::Layout;
  int truncated = 0, extended = 0;
  const auto look = [&](const auto& self, const auto& node) -> void {
    if (!node.has_children() || node.known() != Proof::Unknown) return;
    const auto& e = Layout::expansion(tree.arena(), node);
    truncated += e.lists_all() ? 0 : 1;
    extended += e.rest != 0 ? 1 : 0;
    std::set<int> moves;
    for (const auto& child : tree.children(node)) {
      EXPECT_TRUE(moves.insert(child.move.cell()).second) << "one move, two nodes";
      self(self, child);
    }
    EXPECT_TRUE(e.rest == 0 || moves.size() > e.edge_count);
  };
  look(look, tree.root());
  EXPECT_GT(truncated, 10);
  EXPECT_GT(extended, 0);
  EXPECT_LT(extended, truncated);
}

}  // namespace
}  // namespace losange::testing_games
