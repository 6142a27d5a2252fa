// The closer look that a policy may offer (search/montecarlo/closer.h), over a toy game with draws: when it is asked, and what
// its answers change. By both kinds of workers.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "montecarlo_games.h"
#include "search/montecarlo/puct.h"

namespace losange::testing_games {
namespace {

// What is answered, and which positions it was asked about. Shared by the copies of a policy.
struct Oracle {
  game::Outcome outcome = game::Outcome::Ongoing;
  bool at_root = false;  // whether that holds for the root too
  std::vector<LeapfrogMove> lost;
  std::uint64_t root = 0;
  std::map<std::uint64_t, int> asked;  // by history

  struct Seen {
    game::Outcome outcome;
    std::vector<LeapfrogMove> lost;
    bool loses(const LeapfrogMove& move) const {
      return std::find(lost.begin(), lost.end(), move) != lost.end();
    }
  };
  Seen look(const LeapfrogPosition& position) {
    ++asked[position.history_hash()];
    const bool root = position.history_hash() == this->root;
    return {root && !at_root ? game::Outcome::Ongoing : outcome,
            root ? lost : std::vector<LeapfrogMove>{}};
  }
};

struct LookingGrowth : search::EveryMove<LeapfrogPosition> {
  std::shared_ptr<Oracle> oracle;
  Oracle::Seen look_closer(const LeapfrogPosition& position) { return oracle->look(position); }
};

// A leaf is worth nothing to either side.
struct LookingLeaf {
  struct Request {
    std::optional<LeapfrogPosition> position;
    LeapfrogMove last, before;
    bool must_list = false;
    search::Candidates<LeapfrogPosition> candidates;
    float value = 0;
    std::uint32_t shape = 0;
    search::Proof proof = search::Proof::Unknown;
  };
  std::shared_ptr<Oracle> oracle;

  bool prepare(Request& request) const {
    search::EveryMove<LeapfrogPosition>{}(*request.position, request.last, request.candidates);
    for (auto& candidate : request.candidates) {
      candidate.prior = 1.0F / static_cast<float>(request.candidates.size());
    }
    return true;
  }
  void evaluate(std::span<Request* const>) const {}
  Oracle::Seen look_closer(const LeapfrogPosition& position) { return oracle->look(position); }
};

using OneByOne = search::MonteCarlo<LeapfrogPosition, LeapfrogLeaf, LookingGrowth>;
using InBatches = search::MonteCarlo<LeapfrogPosition, LookingLeaf,
                                     search::EveryMove<LeapfrogPosition>, search::Puct>;

constexpr std::uint32_t kAfter = 10;

template <class Search>
Search make_search(const std::shared_ptr<Oracle>& oracle) {
  if constexpr (std::is_same_v<Search, OneByOne>) {
    SearchSettings settings;
    settings.select.exploration = 0.5;
    settings.stop_early = false;
    settings.rules.closer_after = kAfter;
    settings.memory_bytes = std::size_t{16} << 20;
    return Search(settings, LeapfrogLeaf{}, LookingGrowth{{}, oracle});
  } else {
    search::MonteCarloSettings<search::Puct> settings;
    settings.stop_early = false;
    settings.rules.closer_after = kAfter;
    settings.memory_bytes = std::size_t{16} << 20;
    return Search(settings, LookingLeaf{oracle});
  }
}

template <class Search>
class CloserLook : public testing::Test {
 protected:
  CloserLook() : search_(make_search<Search>(oracle_)) {
    // The first position has one move.
    for (root_.legal_moves(moves_); moves_.size() < 2; root_.legal_moves(moves_)) {
      root_.play(moves_[0]);
    }
    oracle_->root = root_.history_hash();
    search_.start(root_);
  }
  const auto& child(const LeapfrogMove& move) const {
    const auto children = search_.tree().children(search_.tree().root());
    return *std::find_if(children.begin(), children.end(),
                         [&](const auto& node) { return node.move == move; });
  }

  LeapfrogPosition root_;
  LeapfrogPosition::Moves moves_;
  std::shared_ptr<Oracle> oracle_ = std::make_shared<Oracle>();
  Search search_;
};

using Kinds = testing::Types<OneByOne, InBatches>;
TYPED_TEST_SUITE(CloserLook, Kinds);

TYPED_TEST(CloserLook, IsTakenOnceAtNodesWithSoManyVisits) {
  this->search_.think(descents(400));
  for (const auto& move : this->moves_) {
    auto after = this->root_;
    after.play(move);
    const auto at = this->oracle_->asked.find(after.history_hash());
    const int times = at == this->oracle_->asked.end() ? 0 : at->second;
    EXPECT_EQ(times, this->child(move).visit_count() > kAfter ? 1 : 0);
  }
  EXPECT_EQ(this->oracle_->asked[this->oracle_->root], 1);
  EXPECT_GT(this->oracle_->asked.size(), 3u);
}

TYPED_TEST(CloserLook, LeavesOutMovesThatLose) {
  for (std::size_t i = 1; i < this->moves_.size(); ++i) {
    this->oracle_->lost.push_back(this->moves_[i]);
  }
  const auto report = this->search_.think(descents(200));
  EXPECT_TRUE(report.best == this->moves_[0]);
  for (std::size_t i = 1; i < this->moves_.size(); ++i) {
    EXPECT_EQ(this->child(this->moves_[i]).known(), search::Proof::Loss);
    EXPECT_LE(this->child(this->moves_[i]).visit_count(), 1u);  // before the look
  }
}

TYPED_TEST(CloserLook, ProvesPositionsAndWhatStandsAboveThem) {
  this->oracle_->outcome = game::win_for(game::other(this->root_.to_move()));
  const auto report = this->search_.think(descents(1000));
  EXPECT_TRUE(report.proven);
  EXPECT_EQ(report.value, -1);
  EXPECT_LT(report.nodes, 1000u);
}

TYPED_TEST(CloserLook, IsNotTakenBelowALostRoot) {
  this->oracle_->outcome = game::win_for(game::other(this->root_.to_move()));
  this->oracle_->at_root = true;
  const auto report = this->search_.think(descents(400));
  EXPECT_FALSE(report.proven);
  EXPECT_EQ(report.nodes, 400u);
  EXPECT_EQ(this->oracle_->asked.size(), 1u);
  // The same when every move is known to lose.
  this->oracle_->at_root = false;
  this->oracle_->outcome = game::Outcome::Ongoing;
  this->oracle_->asked.clear();
  this->oracle_->lost.assign(this->moves_.begin(), this->moves_.end());
  this->search_.start(this->root_);
  EXPECT_FALSE(this->search_.think(descents(400)).proven);
  EXPECT_EQ(this->oracle_->asked.size(), 1u);
}

}  // namespace
}  // namespace losange::testing_games
