// The strategy zero: exact endings, swap and openings, batches, the cache, what repeats. Most of it with
// nets that know next to nothing, so that the search has to find it.
#include "players/trees/zero.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/error.h"
#include "fake_evaluator.h"
#include "players/game/session.h"
#include "players/registry.h"
#include "players/told/net_leaf.h"
#include "record_of.h"
#include "search/montecarlo/puct.h"

namespace losange::players {
namespace {

using game::Side;
using testing_games::record_of;
using testing_games::visits;
using testing_nets::CentreNet;
using testing_nets::UniformNet;

using Given = std::map<std::string, std::string>;

std::unique_ptr<Player> zero(std::shared_ptr<const net::Evaluator> evaluator, const Given& given) {
  return make_zero(Settings(zero_parameters(), given), std::move(evaluator));
}

TEST(Puct, FollowsTheFormula) {
  using Node = search::Node<hex::Move>;
  Node parent;
  std::array<Node, 2> nodes;
  const search::Children<Node> children(nodes.data(), nodes.size());
  parent.visits = 5;
  parent.value_sum = static_cast<std::int64_t>(-0.8 / Node::kValueUnit);  // of the four before
  children[0].prior = search::kMostPrior / 4 + 1;
  children[1].prior = search::kMostPrior * 3 / 4;
  children[0].visits = 3;
  children[0].value_sum = static_cast<std::int64_t>(0.9 / Node::kValueUnit);
  const search::Puct puct({.exploration = 2, .growth = 0, .urgency_reduction = 0.4});
  const auto shared = puct.at(parent, children);
  EXPECT_NEAR(shared.score(children[0]), 0.3 + 2 * 0.25 * std::sqrt(5.0) / 4, 1e-4);
  EXPECT_NEAR(shared.score(children[1]), 0.2 - 0.4 * std::sqrt(0.25) + 2 * 0.75 * std::sqrt(5.0),
              1e-4);
  const search::Puct growing({.exploration = 2, .growth = 1, .urgency_reduction = 0.4});
  EXPECT_GT(growing.at(parent, children).score(children[0]), shared.score(children[0]));

  // A node that lost its children and got new ones is explored by the visits of these.
  parent.visits = 1000;
  parent.value_sum = static_cast<std::int64_t>(-0.2 * 999 / Node::kValueUnit);
  EXPECT_NEAR(puct.at(parent, children).score(children[0]), shared.score(children[0]), 1e-6);
  EXPECT_NEAR(puct.at(parent, children).score(children[1]), shared.score(children[1]), 1e-4);
}

TEST(Zero, WinsAtOnce) {
  const auto record = record_of(5, {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"});
  const auto answer =
      zero(std::make_shared<UniformNet>(), {{"visits", "1"}})->choose(record, {}, {}, {});
  EXPECT_TRUE(answer.move == "c5" || answer.move == "b5") << answer.move;
  EXPECT_TRUE(answer.report.proven);
  EXPECT_EQ(answer.report.value, 1.0);
}

TEST(Zero, BlocksTheOnlyThreat) {
  // First stands on column c down to row 4; b5 and c5 are the ways on, and Second has b5.
  const auto record = record_of(5, {"c1", "e1", "c2", "e2", "c3", "b5", "c4"});
  const auto answer =
      zero(std::make_shared<UniformNet>(), {{"visits", "1"}})->choose(record, {}, {}, {});
  EXPECT_EQ(answer.move, "c5");
}

TEST(Zero, WithoutVisitsOfItsOwnTheLimitsDecide) {
  const auto record = record_of(9, {"c2", "e5"});
  search::Limits limits;
  limits.nodes = 40;
  const auto nodes = [&](const char* visits) {
    return zero(std::make_shared<UniformNet>(), {{"visits", visits}, {"early", "false"}})
        ->choose(record, limits, {}, {})
        .report.nodes;
  };
  EXPECT_EQ(nodes("0"), 40u);
  EXPECT_EQ(nodes("20"), 20u) << "the smaller of both";
}

TEST(Zero, RepeatsAtOneThread) {
  const auto record = record_of(9, {"c2", "e5"});
  for (const char* batch : {"1", "6"}) {
    const Given given{{"visits", "300"}, {"batch", batch}, {"early", "false"}};
    const auto one = zero(std::make_shared<CentreNet>(), given)->choose(record, {}, {}, {});
    const auto again = zero(std::make_shared<CentreNet>(), given)->choose(record, {}, {}, {});
    EXPECT_EQ(one.move, again.move);
    EXPECT_EQ(one.report.value, again.report.value);
    EXPECT_EQ(one.report.nodes, 300u);
    EXPECT_EQ(visits(one), 300u);
  }
}

TEST(Zero, AsksAboutSeveralPositionsAtOnce) {
  const auto net = std::make_shared<UniformNet>();
  zero(net, {{"visits", "200"}, {"batch", "8"}})->choose(record_of(9, {"c2"}), {}, {}, {});
  EXPECT_EQ(net->largest, 8u);
  const auto alone = std::make_shared<UniformNet>();
  zero(alone, {{"visits", "200"}, {"batch", "1"}})->choose(record_of(9, {"c2"}), {}, {}, {});
  EXPECT_EQ(alone->largest, 1u);
}

TEST(Zero, ThreadsShareTheTree) {
  search::Limits limits;
  limits.threads = 3;
  const auto answer =
      zero(std::make_shared<CentreNet>(), {{"visits", "2000"}, {"batch", "4"}, {"early", "false"}})
          ->choose(record_of(9, {"c2"}), limits, {}, {});
  EXPECT_EQ(answer.report.nodes, 2000u);
  EXPECT_EQ(visits(answer), 2000u);
}

hex::Position<2> position_of(std::initializer_list<const char*> moves) {
  hex::Position<2> position(7, false);
  for (const char* move : moves) position.play(hex::Move::at(hex::checked_cell(7, move)));
  return position;
}

// The same stones in another order, turned by half, or mirrored with the colours exchanged: one question,
// and the answer is turned with it.
TEST(Zero, TheCacheKnowsSymmetricPositions) {
  NetLeaf<2> leaf(std::make_shared<CentreNet>(),
                  std::make_shared<EvaluationCache>(std::size_t{1} << 20, 49), NetReading{});
  const auto ask = [&](std::initializer_list<const char*> moves) {
    NetLeaf<2>::Request request;
    request.position = position_of(moves);
    const bool known = leaf.prepare(request);
    NetLeaf<2>::Request* asked = &request;
    if (!known) leaf.evaluate(std::span(&asked, 1));
    return std::pair(known, request);
  };
  const auto prior_at = [](const NetLeaf<2>::Request& request, const char* cell) {
    for (const auto& candidate : request.candidates) {
      if (candidate.move.cell() == hex::checked_cell(7, cell)) return candidate.prior;
    }
    return -1.0f;
  };
  const auto [known, first] = ask({"b2", "d4", "c5"});
  EXPECT_FALSE(known);
  EXPECT_TRUE(ask({"c5", "d4", "b2"}).first);
  const auto [turned_known, turned] = ask({"f6", "d4", "e3"});
  EXPECT_TRUE(turned_known);
  EXPECT_EQ(turned.value, first.value);
  EXPECT_GT(prior_at(first, "e5"), 0);
  EXPECT_EQ(prior_at(turned, "c3"), prior_at(first, "e5"));
  EXPECT_EQ(prior_at(turned, "b5"), prior_at(first, "f3"));
  EXPECT_FALSE(ask({"b2", "d4", "c6"}).first);
  // Second's stone of this one is First's stone of that one, on the long diagonal.
  EXPECT_FALSE(ask({"c2"}).first);
  auto mirrored = NetLeaf<2>::Request{};
  mirrored.position = position_of({"c2"}).transposed();
  EXPECT_TRUE(leaf.prepare(mirrored));
}

// One leaf at a time; in a batch, what is known need not wait for the others.
TEST(Zero, TheCacheChangesNoAnswer) {
  const auto record = record_of(7, {"b2", "d4"});
  const Given with{{"visits", "400"}, {"early", "false"}, {"batch", "1"}};
  Given without = with;
  without["cache"] = "0";
  const auto one = zero(std::make_shared<CentreNet>(), with)->choose(record, {}, {}, {});
  const auto two = zero(std::make_shared<CentreNet>(), without)->choose(record, {}, {}, {});
  EXPECT_EQ(one.move, two.move);
  EXPECT_EQ(one.report.value, two.report.value);
}

TEST(Zero, SwapsAStrongStoneAndNoWeakOne) {
  for (const int size : {7, 11, 14}) {
    const auto centre = hex::cell_name(size, size / 2 * size + size / 2);
    const auto player = zero(std::make_shared<CentreNet>(), {{"visits", "60"}});
    EXPECT_EQ(player->choose(record_of(size, {centre}, true), {}, {}, {}).move, "swap-pieces");
    EXPECT_NE(player->choose(record_of(size, {"a1"}, true), {}, {}, {}).move, "swap-pieces");
    EXPECT_NE(player->choose(record_of(size, {centre}, false), {}, {}, {}).move, "swap-pieces");
  }
}

TEST(Zero, OffersAnEvenStoneWhereItMayBeSwapped) {
  const auto player = zero(std::make_shared<CentreNet>(), {{"visits", "60"}});
  EXPECT_EQ(player->choose(record_of(9, {}, false), {}, {}, {}).move, "e5");
  const auto offered = player->choose(record_of(9, {}, true), {}, {}, {});
  EXPECT_NE(offered.move, "e5");
  EXPECT_NE(offered.move, "a1");
  EXPECT_NEAR(offered.report.value, 0, 0.25);
}

TEST(Zero, TemperatureDrawsMoves) {
  std::set<std::string> seen, cold;
  for (int seed = 1; seed <= 12; ++seed) {
    search::Limits limits;
    limits.seed = static_cast<std::uint64_t>(seed);
    const auto record = record_of(7, {"b2"});
    const auto net = std::make_shared<UniformNet>();
    seen.insert(
        zero(net, {{"visits", "60"}, {"temperature", "1"}})->choose(record, limits, {}, {}).move);
    cold.insert(zero(net, {{"visits", "60"}})->choose(record, limits, {}, {}).move);
  }
  EXPECT_GT(seen.size(), 2u);
  EXPECT_EQ(cold.size(), 1u);
}

// A hot temperature does not give away what is proven.
TEST(Zero, TemperatureNeverMissesAWin) {
  const auto record = record_of(5, {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"});
  for (int seed = 1; seed <= 8; ++seed) {
    search::Limits limits;
    limits.seed = static_cast<std::uint64_t>(seed);
    const auto move =
        zero(std::make_shared<UniformNet>(), {{"visits", "40"}, {"temperature", "10"}})
            ->choose(record, limits, {}, {})
            .move;
    EXPECT_TRUE(move == "c5" || move == "b5") << move;
  }
}

TEST(Zero, PlaysEverySize) {
  for (int size = 1; size <= 19; ++size) {
    Session session(game::GameSetup{.size = size, .swap = true});
    session.set_player(Side::First, zero(std::make_shared<UniformNet>(), {{"visits", "8"}}),
                       "zero");
    session.set_player(Side::Second, make_player("random"), "random");
    while (!session.over()) {
      const auto answer = session.ask();
      ASSERT_NO_THROW(session.play(answer.move)) << size;
    }
  }
}

TEST(Zero, KeepsItsTreeAndPonders) {
  auto record = record_of(9, {"c2"});
  const auto player = zero(std::make_shared<CentreNet>(), {{"visits", "300"}, {"early", "false"}});
  const auto first = player->choose(record, {}, {}, {});
  const auto& line = first.report.lines.front();
  ASSERT_GE(line.variation.size(), 2u);
  record.play({Side::Second, line.variation[0]});
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source.request_stop();
  });
  player->ponder(record, {}, source.get_token());
  record.play({Side::First, line.variation[1]});
  EXPECT_GT(visits(player->choose(record, {}, {}, {})), 300u);
}

// A net that takes its time: the search still ends when told and when its time is up. It keeps when each question came,
// and may say stop itself.
class SlowNet : public UniformNet {
 public:
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    questions.push_back(base::Clock::now());
    if (questions.size() == stop_at) stop.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    UniformNet::evaluate(size, codes, out);
  }

  mutable std::vector<base::Clock::time_point> questions;
  mutable std::stop_source stop;
  std::size_t stop_at = 0;
};

TEST(Zero, KeepsToItsTime) {
  const auto net = std::make_shared<SlowNet>();
  const auto player = zero(net, {{"early", "false"}});
  search::Limits limits;
  limits.time = base::Millis(150);
  const auto begun = base::Clock::now();
  player->choose(record_of(11, {"c2"}), limits, {}, {});
  EXPECT_GE(base::Clock::now() - begun, base::Millis(100));
  const auto late = std::count_if(net->questions.begin(), net->questions.end(),
                                  [&](auto when) { return when >= begun + base::Millis(150); });
  EXPECT_LE(late, 2) << "two at the root are always asked, else the one under way is the last";

  limits.time = base::Millis(3'600'000);
  net->questions.clear();
  net->stop_at = 10;
  player->choose(record_of(11, {"c3"}), limits, {}, net->stop.get_token());
  EXPECT_EQ(net->questions.size(), 10u) << "nothing is asked after a stop";
}

TEST(Zero, SaysWhatIsMissing) {
  EXPECT_THROW(make_player("zero:model=no-such-file.safetensors"), base::UserError);
  EXPECT_THROW(make_player("zero:visits=-1"), base::UserError);
  EXPECT_THROW(make_player("zero:cpuct=-1"), base::UserError);
}

}  // namespace
}  // namespace losange::players
