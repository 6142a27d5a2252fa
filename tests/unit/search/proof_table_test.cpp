// The table of a proof search against a plain map, while it grows, lets moves go and forgets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/random.h"
#include "search/proof/table.h"

namespace losange::search {
namespace {

struct Told {
  std::uint64_t of = 0;
  bool operator==(const Told&) const = default;
};
using Table = ProofTable<int, Told>;

struct Kept {
  ProofNumbers numbers;
  std::uint32_t work = 0;
  Told reason;
  std::vector<Table::Edge> edges;  // that are kept
  std::vector<Table::Edge> moves;  // that there are
};

std::vector<Table::Edge> some_edges(base::Random& random, std::uint32_t most) {
  std::vector<Table::Edge> edges(random.below(most + 1));
  for (auto& edge : edges) {
    edge = {random(), static_cast<int>(random.below(361)),
            static_cast<std::uint8_t>(1 + random.below(9)), 1};
  }
  return edges;
}

void expect_same(const Table& table, std::uint64_t key, const Kept& kept) {
  const auto* entry = table.find(key);
  ASSERT_NE(entry, nullptr);
  ASSERT_EQ(entry->key, key);
  ASSERT_EQ(entry->numbers, kept.numbers);
  ASSERT_EQ(entry->work, kept.work);
  ASSERT_EQ(entry->reason, kept.reason);
  ASSERT_EQ(entry->edges, kept.edges.size());
  for (std::size_t i = 0; i < kept.edges.size(); ++i) {
    const auto& edge = table.edges_of(*entry)[i];
    ASSERT_EQ(edge.key(), kept.edges[i].key());
    ASSERT_EQ(edge.move, kept.edges[i].move);
    ASSERT_EQ(edge.proof, kept.edges[i].proof);
  }
}

// A new position is open with its moves; one that is there is decided, with the first of them, or looked at again.
std::uint64_t store_one(Table& table, std::map<std::uint64_t, Kept>& model, base::Random& random) {
  const auto old = model.lower_bound(random());
  const bool again = random.below(4) == 0 && old != model.end();
  const std::uint64_t key = again ? old->first : random();
  Kept& kept = model[key];
  const bool is_new = kept.work == 0;
  if (is_new) kept.moves = some_edges(random, 60);
  if (!is_new && random.below(2) == 0) {
    kept.numbers = random.below(2) == 0 ? ProofNumbers::won() : ProofNumbers::lost();
    if (kept.moves.size() > 1) kept.moves.resize(1);
  } else if (!kept.numbers.decided()) {
    kept.numbers = {1 + random.below(100), 1 + random.below(100)};
  }
  kept.edges = kept.moves;
  const std::uint32_t work = 1 + random.below(1000);
  const auto before = table.collections();
  kept.work += work;
  kept.reason = {random()};
  table.store(key, kept.numbers, work, kept.edges, 7, kept.reason);
  // It may have been forgotten itself to make room for what is said of it.
  if (table.collections() > before && table.find(key)->work == work) kept.work = work;
  return key;
}

TEST(ProofTable, KnowsWhatItWasTold) {
  base::Random random(1);
  Table table(std::size_t{1} << 30);
  std::map<std::uint64_t, Kept> model;
  std::size_t edges = 0;
  for (int i = 0; i < 30'000; ++i) store_one(table, model, random);
  for (const auto& [key, kept] : model) {
    expect_same(table, key, kept);
    if (HasFatalFailure()) return;
    edges += kept.edges.size();
  }
  EXPECT_EQ(table.collections(), 0U);
  EXPECT_EQ(table.size(), model.size());
  EXPECT_EQ(table.find(random()), nullptr);
  // One move that nobody needs for three that somebody does, at most.
  EXPECT_LE(table.memory(), Table::bytes_for(model.size(), edges + edges / 3));
  std::size_t seen = 0;
  table.for_each([&](const auto& entry) { seen += model.count(entry.key); });
  EXPECT_EQ(seen, model.size());
}

// What little work was done for goes first: moves of open positions, all of a position's or none, and then positions.
TEST(ProofTable, ForgetsWhatIsFoundAgainSoon) {
  base::Random random(2);
  const std::size_t bytes = std::size_t{1} << 20;
  Table table(bytes);
  std::map<std::uint64_t, Kept> model;
  int times_moves_alone = 0, times_positions = 0;
  for (int i = 0; i < 30'000; ++i) {
    const auto before = table.collections();
    const auto stored = store_one(table, model, random);
    ASSERT_LE(table.memory(), bytes);
    if (table.collections() == before) continue;
    const std::size_t forgotten =
        std::erase_if(model, [&](const auto& one) { return table.find(one.first) == nullptr; });
    (forgotten > 0 ? times_positions : times_moves_alone) += 1;
    EXPECT_GT(model.size(), 100U);
    ASSERT_EQ(table.size(), model.size());
    std::uint32_t most_without = 0,
                  least_with = ~0U;  // work of those that lost their moves, and that did not
    for (auto& [key, kept] : model) {
      if (!kept.numbers.decided() && !kept.edges.empty() && key != stored) {
        const bool lost = table.find(key)->edges == 0;
        if (lost) most_without = std::max(most_without, kept.work);
        if (lost) kept.edges.clear();
        if (!lost) least_with = std::min(least_with, kept.work);
      }
      expect_same(table, key, kept);
      if (HasFatalFailure()) return;
    }
    EXPECT_LT(most_without, least_with) << i;
  }
  EXPECT_GT(times_moves_alone, 5);
  EXPECT_GT(times_positions, 2);
}

// With more, two positions would own the same edges.
TEST(ProofTable, TakesNoMoreMemoryThanItsNumbersReach) {
  EXPECT_EQ(Table(std::size_t{1} << 30).room(), std::size_t{1} << 30);
  EXPECT_LT(Table(~std::size_t{0}).room() / sizeof(Table::Edge),
            static_cast<std::uint64_t>(Table::Entry::kNoEdges));
}

TEST(ProofTable, ForgetsTheMovesOfWhatIsOpen) {
  base::Random random(3);
  Table table(std::size_t{1} << 30);
  std::map<std::uint64_t, Kept> model;
  for (int i = 0; i < 10'000; ++i) store_one(table, model, random);
  const std::size_t before = table.memory();
  table.forget_moves();
  EXPECT_LT(table.memory(), before / 2);
  for (auto& [key, kept] : model) {
    if (!kept.numbers.decided()) kept.edges.clear();
    expect_same(table, key, kept);
    if (HasFatalFailure()) return;
  }
  // They come back with the next look.
  const auto open = std::find_if(model.begin(), model.end(), [](const auto& one) {
    return !one.second.numbers.decided() && one.second.moves.size() > 3;
  });
  ASSERT_NE(open, model.end());
  auto& [key, kept] = *open;
  kept.edges = kept.moves;
  kept.work += 2;
  table.store(key, kept.numbers, 2, kept.edges, 7, kept.reason);
  expect_same(table, key, kept);
}

}  // namespace
}  // namespace losange::search
