// What a tree search does when something under it fails: an evaluation that throws on one of several threads, and
// memory that ends at the root.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "fake_evaluator.h"
#include "montecarlo_games.h"
#include "players/told/net_leaf.h"
#include "search/montecarlo/puct.h"

namespace {

std::atomic<bool> no_more_chunks{false};

}  // namespace

// The trees' own way to ask for memory, so that a test can have it end.
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  if (no_more_chunks) return nullptr;
  try {
    return ::operator new(bytes, alignment);
  } catch (...) {
    return nullptr;
  }
}

namespace losange::testing_games {
namespace {

// Playouts of which one fails, after so many: the thread that plays it is the only one to know.
struct BrokenLeaf : players::HexLeaf<2> {
  using HexLeaf::HexLeaf;
  auto operator()(const HexPosition& position, hex::Move last, base::Random& random,
                  const std::atomic<bool>& halt) {
    if (left-- == 0) throw std::runtime_error("broken");
    return HexLeaf::operator()(position, last, random, halt);
  }
  static inline std::atomic<int> left{0};
};

// Without a limit of its own the search would go on for ever.
TEST(MonteCarloFailure, APlayoutThatFailsEndsAllThreads) {
  search::MonteCarlo<HexPosition, BrokenLeaf, players::HexGrowth<2>> search(
      rave_settings(), BrokenLeaf(hex::ShapeType::EdgeTwo, hex::PlayoutEnd::FullBoard, 1));
  for (const int threads : {1, 3}) {
    for (const int playouts : {0, 1, 50, 3000}) {
      search.start(hex_position(11, "a2"));
      BrokenLeaf::left = playouts;
      search::Limits limits;
      limits.threads = threads;
      EXPECT_THROW(search.think(limits), std::runtime_error);
      BrokenLeaf::left = 1'000'000;
      EXPECT_EQ(search.think(descents(100, threads)).nodes, 100u) << "it works again";
    }
  }
}

// A net that fails once, after so many questions: what the thread that asked has claimed must not block the others.
class BrokenNet : public testing_nets::UniformNet {
 public:
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    if (left-- == 0) throw std::runtime_error("broken");
    UniformNet::evaluate(size, codes, out);
  }
  mutable std::atomic<int> left{0};
};

TEST(MonteCarloFailure, ANetThatFailsEndsAllThreads) {
  using Leaf = players::NetLeaf<2>;
  const auto net = std::make_shared<BrokenNet>();
  search::MonteCarloSettings<search::Puct> settings;
  settings.rules.batch = 4;
  settings.stop_early = false;
  search::MonteCarlo<HexPosition, Leaf, search::EveryMove<HexPosition>, search::Puct> search(
      settings, Leaf(net, std::make_shared<players::EvaluationCache>(1 << 20, 49), {}));
  for (const int threads : {1, 3}) {
    for (const int calls : {0, 1, 2, 30}) {
      search.start(hex_position(7, "a2"));
      net->left = calls;
      search::Limits limits;
      limits.threads = threads;
      EXPECT_THROW(search.think(limits), std::runtime_error);
      net->left = 1'000'000;
      EXPECT_EQ(search.think(descents(100, threads)).nodes, 100u) << "it works again";
    }
  }
}

template <class Search, class Report>
bool legal_move(const Search& search, const Report& report) {
  return search.tree().position().is_legal(report.best);
}

TEST(MonteCarloFailure, MemoryThatEndsAtTheRootIsTold) {
  auto search = hex_search();
  search.start(hex_position(7, "a2"));
  no_more_chunks = true;
  EXPECT_THROW(search.think(descents(100)), base::UserError);
  no_more_chunks = false;
  EXPECT_EQ(search.think(descents(100)).nodes, 100u);
}

// Memory that ends in the midst of a search ends it, with the best move so far, and the report says
// so. The next search starts again in the memory there is.
TEST(MonteCarloFailure, MemoryThatEndsLaterEndsTheSearch) {
  for (const int threads : {1, 3}) {
    auto search = hex_search();
    search.start(hex_position(11, "a2"));
    const auto before = search.think(descents(2000, threads));
    EXPECT_FALSE(before.out_of_memory);
    no_more_chunks = true;
    const auto ended = search.think(descents(1'000'000, threads));
    const auto again = search.think(descents(50, threads));
    no_more_chunks = false;
    EXPECT_TRUE(ended.out_of_memory);
    EXPECT_LT(ended.nodes, 1'000'000u);
    EXPECT_TRUE(legal_move(search, ended));
    EXPECT_GT(again.nodes, 0u);
    EXPECT_TRUE(legal_move(search, again));
    EXPECT_EQ(search.think(descents(1000, threads)).nodes, 1000u) << "it works again";
  }
}

// The tree kept from the move before holds all the memory there is: its chunks serve the new root.
TEST(MonteCarloFailure, ATreeThatWasKeptMakesRoomForItsRoot) {
  auto settings = rave_settings();
  settings.rules.expand_after = 1000;
  auto search = hex_search(settings);
  search.start(hex_position(7, "a2"));
  const auto report = search.think(descents(500));
  auto after = search.tree().position();
  after.play(report.best);
  ASSERT_TRUE(search.advance({report.best}, after.hash()));
  ASSERT_FALSE(search.tree().root().has_children());
  no_more_chunks = true;
  const auto next = search.think(descents(100));
  no_more_chunks = false;
  EXPECT_EQ(next.nodes, 100u);
  EXPECT_TRUE(after.is_legal(next.best));
}

}  // namespace
}  // namespace losange::testing_games
