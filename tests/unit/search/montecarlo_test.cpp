#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cpu_time.h"
#include "montecarlo_games.h"
#include "oracle.h"

namespace losange::testing_games {
namespace {

using game::Side;

bool legal(const HexPosition& position, const search::Report<hex::Move>& report) {
  auto along = position;
  for (const auto move : report.lines.front().variation) {
    if (!along.is_legal(move)) return false;
    along.play(move);
  }
  return position.is_legal(report.best);
}

TEST(LogOfCount, AgreesWithTheLibrary) {
  EXPECT_EQ(search::log_of_count(1), 0.0);
  for (std::uint32_t n = 2; n < 4'000'000'000u; n += n / 3 + 1) {
    EXPECT_NEAR(search::log_of_count(n), std::log(static_cast<double>(n)), 2e-9) << n;
  }
}

using Formula = search::Selection::Formula;

// A node and what all moves as first say of it.
struct Known : search::Node<hex::Move> {
  search::AmafWord amaf;
};

float score(const search::Selection::Constants& constants, Known& node,
            std::uint32_t parent_visits) {
  search::Node<hex::Move> parent;
  parent.visits = parent_visits;
  const search::Children<search::Node<hex::Move>> children(&node, 1, &node.amaf);
  return search::Selection(constants).with_scorer(
      parent, children, [&](const auto& scorer) { return scorer.score(children, 0); });
}

// With few visits the terms come from the table, with many they are computed.
TEST(Selection, FollowsTheFormulas) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double s : {1.0, 100.0, 1023.0, 1024.0, 50'000.0}) {
    Known node;
    node.visits = static_cast<std::uint32_t>(s);
    node.value_sum = static_cast<std::int64_t>(0.2 * s * (1 << 20));
    node.amaf.word = 400ull | (static_cast<std::uint64_t>(200) << 32);  // mean 0.5
    const double explore = std::sqrt(std::log(100'000.0) / s), uct = 0.2 + 0.3 * explore;
    EXPECT_NEAR(score({.exploration = 0.3}, node, 100'000), uct, 1e-5);
    EXPECT_NEAR(score({.exploration = -0.1}, node, 100'000), 0.2 - 0.1 * explore, 1e-5);
    EXPECT_NEAR(score({}, node, 100'000), 0.2, 1e-5);
    double beta = std::sqrt(16000.0 / (3 * s + 16000));
    EXPECT_NEAR(score({.exploration = 0.3, .rave = 16000}, node, 100'000),
                beta * 0.5 + (1 - beta) * uct, 1e-5);
    EXPECT_NEAR(score({.exploration = 0.3, .rave = kInfinity}, node, 100'000), 0.5, 1e-5);
    beta = std::sqrt(16000.0 / (3 * 100'000.0 + 16000));
    EXPECT_NEAR(score({.exploration = 0.3, .rave = 16000, .formula = Formula::Node}, node, 100'000),
                beta * 0.5 + (1 - beta) * uct, 1e-5);
    EXPECT_NEAR(
        score({.exploration = 0.3, .rave = kInfinity, .formula = Formula::Node}, node, 100'000),
        0.5, 1e-5);
    beta = 400 / (s + 400 + s * 400 / 16000.0);
    EXPECT_NEAR(
        score({.exploration = 0.3, .rave = 16000, .formula = Formula::Silver}, node, 100'000),
        beta * 0.5 + (1 - beta) * uct, 1e-5);
    beta = 400 / (s + 400);
    EXPECT_NEAR(
        score({.exploration = 0.3, .rave = kInfinity, .formula = Formula::Silver}, node, 100'000),
        beta * 0.5 + (1 - beta) * uct, 1e-5);
    node.prior = search::kMostPrior;
    EXPECT_NEAR(score({.bias = 2}, node, 100'000), 0.2 + 2 / (s + 1), 1e-5);
  }
}

TEST(Selection, AMoveNeverTriedHasItsUrgencyUntilAmafKnowsMore) {
  Known node;
  for (const auto formula : {Formula::Classic, Formula::Node, Formula::Silver}) {
    const search::Selection::Constants constants{
        .exploration = 1, .rave = 100, .formula = formula, .urgency = 0.25};
    node.amaf.word = 0;
    EXPECT_FLOAT_EQ(score(constants, node, 1000), 0.25f);
    node.amaf.add(search::AmafWord::delta(-1));
    EXPECT_FLOAT_EQ(score(constants, node, 1000), -1.0f);
    node.amaf.add(search::AmafWord::delta(1));
    EXPECT_FLOAT_EQ(score(constants, node, 1000), 0.0f);
  }
}

// What waits in a thread reaches the counts whole, in whatever order its nodes are told.
TEST(AmafBuffer, TellsAllThatItWasTold) {
  using Node = search::Node<hex::Move>;
  using MoveSet = players::CellSet<2>;
  constexpr int kNodes = 3000, kChildren = 5;  // more nodes than the buffer has places for
  std::vector<Node> nodes(kNodes * kChildren);
  std::vector<search::AmafWord> told(nodes.size()), expected(nodes.size());
  base::Random random(5);
  for (Node& node : nodes) node.move = hex::Move::at(static_cast<int>(random.below(121)));
  nodes[2].move = hex::Move::swap();
  search::AmafBuffer<Node, MoveSet> buffer;
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t first = kChildren * (i % 3 == 0 ? 0 : random.below(kNodes));
    const int result = static_cast<int>(random.below(3)) - 1;
    MoveSet moves;
    for (int cell = 0; cell < 121; ++cell) {
      if (random.below(2) == 0) moves.insert(hex::Move::at(cell));
    }
    buffer.add({&nodes[first], kChildren, &told[first]}, 100 + random.below(1000), result, moves);
    for (std::size_t j = first; j < first + kChildren; ++j) {
      if (moves.contains(nodes[j].move)) expected[j].add(search::AmafWord::delta(result));
    }
  }
  EXPECT_NE(told[0].load(), expected[0].load());  // some of it waits
  buffer.flush();
  for (std::size_t i = 0; i < nodes.size(); ++i) ASSERT_EQ(told[i].load(), expected[i].load()) << i;
}

// A thousand playouts take tens of milliseconds, on every thread of a search that was told to stop.
TEST(HexLeaf, PlaysNoFurtherPlayoutOnceTheSearchIsHalted) {
  players::HexLeaf<2> leaf(hex::ShapeType::Ziggurats, hex::PlayoutEnd::FullBoard, 1000);
  const auto position = hex_position(11, "a3");
  base::Random random(1);
  EXPECT_EQ(leaf(position, hex::Move{}, random, std::atomic<bool>(false)).size(), 1000u);
  EXPECT_EQ(leaf(position, hex::Move{}, random, std::atomic<bool>(true)).size(), 1u);
}

TEST(MonteCarloTree, CountsEveryDescentOnce) {
  auto search = hex_search();
  search.start(hex_position(11, "a3"));
  const auto report = search.think(descents(3000));
  EXPECT_EQ(report.nodes, 3000u);
  EXPECT_EQ(search.tree().root().visit_count(), 3000u);
  std::uint64_t visits = 0;
  for (const auto& line : report.lines) visits += line.visits;
  EXPECT_EQ(visits, 3000u);
  EXPECT_TRUE(legal(search.tree().position(), report));
  EXPECT_GT(report.depth, 1);
}

// YOPT's algorithm 3: no child is visited twice before all were visited once.
TEST(MonteCarloTree, EachOnceFirst) {
  auto settings = rave_settings();
  settings.select.urgency.reset();
  settings.rules.expand_after = 1;
  auto search = hex_search(settings);
  search.start(hex_position(5, "a3"));
  EXPECT_EQ(search.think(descents(23)).lines.size(), 23u);
  EXPECT_EQ(search.think(descents(1)).lines.size(), 24u);
  EXPECT_EQ(search.tree().root().visit_count(), 24u);
}

TEST(MonteCarloTree, NodesGrowOnlyAfterTheGivenVisits) {
  auto settings = rave_settings();
  settings.rules.expand_after = 7;
  auto search = hex_search(settings);
  search.start(hex_position(7, ""));
  search.think(descents(2000));
  const auto& tree = search.tree();
  int grown = 0;
  for (const auto& child : tree.children(tree.root())) {
    EXPECT_EQ(child.has_children(), child.visit_count() > 7);
    grown += child.has_children() ? 1 : 0;
  }
  EXPECT_GT(grown, 0);
}

TEST(MonteCarloTree, AllMovesAsFirstCountsMovesOfTheRightSideOnly) {
  auto search = hex_search();
  search.start(hex_position(3, ""));
  search.think(descents(1));
  // A full-board playout of 3x3: First plays five cells, one of them the tree's; Second the others.
  const auto& tree = search.tree();
  const auto children = tree.children(tree.root());
  ASSERT_EQ(children.size(), 9u);
  std::uint32_t counted = 0;
  for (int i = 0; i < 9; ++i) counted += search::AmafWord::count(children.amaf[i].load());
  EXPECT_EQ(counted, 5u);
}

TEST(MonteCarloTree, SwapIsAMoveButNeverCountsAsFirst) {
  auto search = hex_search();
  search.start(hex_position(5, "c3", true), hex::Move::at(12));
  const auto report = search.think(descents(4000));
  EXPECT_TRUE(report.best.is_swap());  // the centre is too good to leave
  const auto& tree = search.tree();
  const auto children = tree.children(tree.root());
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto count = search::AmafWord::count(children.amaf[i].load());
    if (children[i].move.is_swap()) {
      EXPECT_EQ(count, 0u);
    } else {
      // What happens below the swap happens on another board.
      EXPECT_LE(count, tree.root().visit_count() - report.lines.front().visits);
    }
  }
}

TEST(MonteCarloTree, SeveralPlayoutsALeafCountAsOneVisit) {
  auto search = hex_search(rave_settings(), true, 8);
  search.start(hex_position(7, ""));
  const auto report = search.think(descents(200));
  EXPECT_EQ(search.tree().root().visit_count(), 200u);
  for (const auto& line : report.lines) EXPECT_LE(std::abs(line.value), 1.0);
}

// b4-c2 is a bridge of First through b3 and c3; Second intrudes at b3. a5-edge likewise.
TEST(HexGrowth, ThePriorIsOnTheSavedBridge) {
  const auto saves = [](const HexPosition& position, int last) {
    return players::HexGrowth<2>::bridge_saves(position, hex::Move::at(last));
  };
  const auto bridge = hex_position(5, "c2 e1 b4 b3");
  EXPECT_EQ(saves(bridge, 11), hex::Bitboard<2>::single(12));
  const auto edge = hex_position(5, "c4 c5");
  EXPECT_EQ(saves(edge, 22), hex::Bitboard<2>::single(21));
  EXPECT_TRUE(saves(hex_position(5, "c3 a5"), 20).none());
  search::Candidates<HexPosition> candidates;
  players::HexGrowth<2>{}(bridge, hex::Move::at(11), candidates);
  for (const auto& candidate : candidates) {
    EXPECT_EQ(candidate.prior, candidate.move == hex::Move::at(12) ? 1.0f : 0.0f);
  }
}

TEST(MonteCarlo, TheBiasBringsThePriorFirst) {
  auto settings = rave_settings();
  settings.select.bias = 50;
  auto search = hex_search(settings);
  search.start(hex_position(5, "c2 e1 b4 b3"), hex::Move::at(11));
  EXPECT_EQ(search.think(descents(3)).best, hex::Move::at(12));
}

TEST(MonteCarlo, FindsTheWinInOne) {
  for (const bool threats : {true, false}) {
    auto search = hex_search(rave_settings(), threats);
    search.start(hex_position(5, "c1 a1 c2 a2 c3 a3 c4 a4"));
    const auto report = search.think(descents(500));
    EXPECT_TRUE(report.best == hex::Move::at(22) || report.best == hex::Move::at(21));
    EXPECT_TRUE(report.proven);
    EXPECT_EQ(report.value, 1.0);
    EXPECT_LT(report.nodes, 500u);
  }
}

// c1-c4 stand in a column, b5 is taken: Second must play c5.
TEST(MonteCarlo, FindsTheOnlyBlock) {
  for (const bool threats : {true, false}) {
    auto search = hex_search(rave_settings(), threats);
    search.start(hex_position(5, "c1 b5 c2 a1 c3 a2 c4"));
    EXPECT_EQ(search.think(descents(2000)).best, hex::Move::at(22)) << threats;
  }
}

TEST(MonteCarlo, RepeatsWithASeed) {
  const auto answer = [](std::uint64_t seed) {
    auto search = hex_search();
    search.start(hex_position(11, "a3"));
    return search.think(descents(2000, 1, seed));
  };
  const auto one = answer(5), again = answer(5), other = answer(6);
  ASSERT_EQ(one.lines.size(), again.lines.size());
  for (std::size_t i = 0; i < one.lines.size(); ++i) {
    EXPECT_EQ(one.lines[i].move, again.lines[i].move);
    EXPECT_EQ(one.lines[i].visits, again.lines[i].visits);
    EXPECT_EQ(one.lines[i].value, again.lines[i].value);
  }
  EXPECT_NE(one.value, other.value);
}

TEST(MonteCarlo, ThreadsShareOneTree) {
  auto search = hex_search();
  search.start(hex_position(11, "a3"));
  const auto report = search.think(descents(6000, 4));
  EXPECT_EQ(report.nodes, 6000u);
  EXPECT_EQ(search.tree().root().visit_count(), 6000u);
  std::uint64_t visits = 0;
  for (const auto& line : report.lines) {
    visits += line.visits;
    EXPECT_LE(std::abs(line.value), 1.0);  // no virtual loss is left behind
  }
  EXPECT_EQ(visits, 6000u);
  EXPECT_TRUE(legal(search.tree().position(), report));

  auto small = hex_search();
  small.start(hex_position(4, "a1"));
  const auto proven = small.think(descents(2'000'000, 4));
  oracle::Solver solver;
  EXPECT_TRUE(proven.proven);
  EXPECT_EQ(proven.value > 0, solver.winner(small.tree().position()) == Side::Second);
}

TEST(MonteCarlo, AdvancingKeepsWhatIsBelow) {
  auto search = hex_search();
  search.start(hex_position(7, ""));
  const auto report = search.think(descents(5000));
  const auto& variation = report.lines.front().variation;
  ASSERT_GE(variation.size(), 2u);
  const auto& tree = search.tree();
  const auto find = [&](const auto& node, hex::Move move) -> const auto& {
    const auto children = tree.children(node);
    return *std::find_if(children.begin(), children.end(),
                         [&](const auto& child) { return child.move == move; });
  };
  const auto& reply = find(find(tree.root(), variation[0]), variation[1]);
  const auto visits = reply.visit_count();
  const double mean = reply.mean();
  ASSERT_GT(visits, 10u);

  auto after = tree.position();
  after.play(variation[0]);
  after.play(variation[1]);
  EXPECT_FALSE(search.advance({variation[0], variation[1]}, after.hash() ^ 1));
  EXPECT_FALSE(search.advance({variation[0], variation[0]}, after.hash()));
  EXPECT_EQ(tree.root().visit_count(), 5000u);
  ASSERT_TRUE(search.advance({variation[0], variation[1]}, after.hash()));
  EXPECT_EQ(tree.root().visit_count(), visits);
  EXPECT_EQ(tree.root().mean(), mean);
  EXPECT_EQ(tree.position(), after);
  const auto next = search.think(descents(100));
  EXPECT_EQ(next.nodes, 100u);
  EXPECT_EQ(tree.root().visit_count(), visits + 100);
}

// A tree of one MiB fills in no time; the search goes on, and making room keeps the top of the tree.
TEST(MonteCarlo, GoesOnAtTheMemoryCap) {
  auto settings = rave_settings();
  settings.memory_bytes = std::size_t{1} << 20;
  settings.rules.expand_after = 1;
  for (const int threads : {1, 3}) {
    auto search = hex_search(settings);
    search.start(hex_position(11, "a3"));
    auto report = search.think(descents(5000, threads));
    EXPECT_EQ(report.nodes, 5000u);
    EXPECT_TRUE(legal(search.tree().position(), report));
    for (int move = 0; move < 20; ++move) {
      auto after = search.tree().position();
      after.play(report.best);
      const auto visits = report.lines.front().visits;
      ASSERT_TRUE(search.advance({report.best}, after.hash()));
      report = search.think(descents(1000, threads));
      EXPECT_EQ(search.tree().root().visit_count(), visits + report.nodes);
      EXPECT_TRUE(legal(after, report));
    }
  }
}

TEST(MonteCarlo, RefusesAFinishedGame) {
  auto search = hex_search();
  search.start(hex_position(2, "a1 b1 a2"));
  EXPECT_THROW(search.think(descents(10)), base::UserError);
}

TEST(MonteCarlo, ReportsWhileItRunsAndStopsWhenTold) {
  auto search = hex_search();
  search.start(hex_position(11, "a3"));
  std::stop_source source;
  testing_time::CpuWatch since_stop;
  int reports = 0;
  const auto report = search.think(
      search::Limits{}, {},
      [&](const search::Report<hex::Move>& running) {
        EXPECT_TRUE(legal(search.tree().position(), running));
        EXPECT_GT(running.nodes, 0u);
        if (++reports == 2) {
          since_stop.restart();
          source.request_stop();
        }
      },
      source.get_token());
  EXPECT_LT(since_stop.seconds(), testing_time::kPromise_s);
  EXPECT_EQ(reports, 2);
  EXPECT_TRUE(legal(search.tree().position(), report));
}

TEST(MonteCarlo, KeepsToATimeLimit) {
  auto search = hex_search();
  search.start(hex_position(11, "a3"));
  search::Limits limits;
  limits.time = base::Millis(100);
  const base::Stopwatch watch;
  const testing_time::CpuWatch used;
  search.think(limits);
  EXPECT_GE(watch.seconds(), 0.099);
  EXPECT_LT(used.seconds(), 0.1 + testing_time::kPromise_s);
}

TEST(MonteCarlo, StopsEarlyOnlyWhenTheLeaderCannotBeOvertaken) {
  auto settings = rave_settings();
  settings.stop_early = true;
  int early = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto search = hex_search(settings);
    search.start(hex_position(7, "a2"));
    const auto report = search.think(descents(3000, 1, seed));
    if (report.proven || report.nodes == 3000) continue;
    ++early;
    const auto second =
        report.lines.size() > 1 && !report.lines[1].proven ? report.lines[1].visits : 0;
    EXPECT_GT(report.lines.front().visits, second + (3000 - report.nodes));
  }
  EXPECT_GT(early, 3);
}

// Nobody gets back what is left of a time for each move, and a tree that is kept grows meanwhile.
TEST(MonteCarlo, UsesATimeForEachMoveWholeUnlessSomebodyWaits) {
  auto settings = rave_settings();
  settings.stop_early = settings.keep_tree = true;
  search::Limits limits;
  limits.time = base::Millis(150);
  double soonest = 1;
  for (limits.seed = 1; limits.seed <= 5; ++limits.seed) {
    for (const bool prompt : {false, true}) {
      limits.prompt = prompt;
      auto search = hex_search(settings);
      search.start(hex_position(7, "a2"));
      const base::Stopwatch watch;
      const auto report = search.think(limits);
      if (report.proven) continue;
      if (prompt) {
        soonest = std::min(soonest, watch.seconds());
      } else {
        EXPECT_GE(watch.seconds(), 0.149);
      }
    }
  }
  EXPECT_LT(soonest, 0.149);
}

TEST(MonteCarlo, LeapfrogWithDraws) {
  auto search = leapfrog_search();
  search.start(Leapfrog::initial({}));
  const auto report = search.think(descents(20'000));
  LeapfrogPosition::Moves moves;
  search.tree().position().legal_moves(moves);
  EXPECT_NE(std::find(moves.begin(), moves.end(), report.best), moves.end());
  for (const auto& line : report.lines) EXPECT_LE(std::abs(line.value), 1.0);

  // First leaps over the piece before it wherever that wins material; draws stand between.
  auto threads = leapfrog_search();
  threads.start(Leapfrog::initial({}));
  EXPECT_EQ(threads.think(descents(5000, 3)).nodes, 5000u);
}

}  // namespace
}  // namespace losange::testing_games
