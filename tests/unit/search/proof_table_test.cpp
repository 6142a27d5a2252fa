// The table of a proof search against a plain map, while it grows, lets moves go and forgets.
#include <gtest/gtest.h>

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
  std::vector<Table::Edge> edges;
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
void store_one(Table& table, std::map<std::uint64_t, Kept>& model, base::Random& random) {
  const auto old = model.lower_bound(random());
  const bool again = random.below(4) == 0 && old != model.end();
  const std::uint64_t key = again ? old->first : random();
  Kept& kept = model[key];
  const bool is_new = kept.work == 0;
  std::vector<Table::Edge> given = is_new ? some_edges(random, 60) : kept.edges;
  if (is_new) kept.edges = given;
  if (!is_new && random.below(2) == 0) {
    kept.numbers = random.below(2) == 0 ? ProofNumbers::won() : ProofNumbers::lost();
    if (given.size() > 1) given.resize(1);
    kept.edges = given;
  } else if (!kept.numbers.decided()) {
    kept.numbers = {1 + random.below(100), 1 + random.below(100)};
  }
  const std::uint32_t work = 1 + random.below(1000);
  const auto before = table.collections();
  kept.work += work;
  kept.reason = {random()};
  table.store(key, kept.numbers, work, given, 7, kept.reason);
  // It may have been forgotten itself to make room for what is said of it.
  if (table.collections() > before && table.find(key)->work == work) kept.work = work;
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

TEST(ProofTable, WhatItForgetsItForgetsWhole) {
  base::Random random(2);
  const std::size_t bytes = std::size_t{1} << 20;
  Table table(bytes);
  std::map<std::uint64_t, Kept> model;
  for (int i = 0; i < 30'000; ++i) {
    const auto before = table.collections();
    store_one(table, model, random);
    ASSERT_LE(table.memory(), bytes);
    if (table.collections() == before) continue;
    std::erase_if(model, [&](const auto& one) { return table.find(one.first) == nullptr; });
    EXPECT_GT(model.size(), 100U);
    ASSERT_EQ(table.size(), model.size());
    for (const auto& [key, kept] : model) {
      expect_same(table, key, kept);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(table.collections(), 5U);
}

}  // namespace
}  // namespace losange::search
