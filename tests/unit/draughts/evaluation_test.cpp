// The static evaluations against slow and simple counts, their symmetries, and what they must know.
#include <gtest/gtest.h>

#include "base/random.h"
#include "hex/evaluation/mix.h"
#include "hex/evaluation/resistance.h"
#include "hex/evaluation/two_distance.h"
#include "players/told/hex_evaluator.h"

namespace losange::hex {
namespace {

constexpr MixWeights kAll{.distance = 701,
                          .threat = 10'007,
                          .joints = 53,
                          .bridges = 31,
                          .liberties = 7,
                          .centre = 3,
                          .stones = 11};

Position<2> random_position(int size, base::Random& random) {
  while (true) {
    Bitboard<2> first, second;
    const auto odds = 2 + random.below(6);
    for (int cell = 0; cell < size * size; ++cell) {
      const auto drawn = random.below(odds);
      if (drawn == 0) first.set(cell);
      if (drawn == 1) second.set(cell);
    }
    const auto side = random.below(2) == 0 ? Side::First : Side::Second;
    const auto position = Position<2>::from_stones(size, first, second, side);
    if (position.outcome() == Outcome::Ongoing && position.empty().any()) return position;
  }
}

// The mix by its definition, cell by cell.
int slow_mix(const MixWeights& w, const Position<2>& position) {
  const auto& geometry = position.geometry();
  const int size = position.size();
  int score = 0;
  for (const Side side : {position.to_move(), game::other(position.to_move())}) {
    const int sign = side == position.to_move() ? 1 : -1;
    const int s = game::index(side);
    const auto distances = edge_distances(position, side, 0);
    int distance = kUnreachable;
    geometry.edges[s][1].for_each(
        [&](int cell) { distance = std::min<int>(distance, distances[cell]); });
    int liberties = 0, joints = 0, bridges = 0, centre = 0, stones = 0;
    for (int cell = 0; cell < geometry.cells; ++cell) {
      int own_near = 0;
      for (const int near : geometry.around[cell]) {
        if (near >= 0 && position.stones(side).test(near)) ++own_near;
      }
      if (position.is_empty(cell)) {
        liberties += own_near;
        joints += std::max(0, own_near - 1);
      }
      if (!position.stones(side).test(cell)) continue;
      ++stones;
      const double middle = (size - 1) / 2.0;
      const int row = cell / size, column = cell % size;
      centre +=
          static_cast<int>(std::lround(size - std::abs(row - middle) - std::abs(column - middle)));
      for (std::size_t d = 0; d < 6; ++d) {
        const auto a = from_cube(size, to_cube(size, cell) + kDirections[d]);
        const auto b = from_cube(size, to_cube(size, cell) + kDirections[(d + 1) % 6]);
        if (!a || !b || !position.is_empty(*a) || !position.is_empty(*b)) continue;
        const auto end =
            from_cube(size, to_cube(size, cell) + kDirections[d] + kDirections[(d + 1) % 6]);
        if (end) {
          bridges += position.stones(side).test(*end) && *end > cell ? 1 : 0;
        } else {
          for (const auto& edge : geometry.edges[s])
            bridges += edge.test(*a) && edge.test(*b) ? 1 : 0;
        }
      }
    }
    score += sign * (-w.distance * distance + w.threat * (distance == 1 ? 1 : 0) +
                     w.joints * joints + w.bridges * bridges + w.liberties * liberties +
                     w.centre * centre + w.stones * stones);
  }
  return score;
}

TEST(Mix, IsWhatItsDefinitionSays) {
  base::Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto position = random_position(2 + i % 10, random);
    ASSERT_EQ(MixFrontier<2>(kAll, position).value(), slow_mix(kAll, position));
  }
}

// Every move's value without making it is what making it gives.
TEST(Mix, TheFrontierKnowsEveryChild) {
  base::Random random(2);
  int wins = 0, longer = 0;
  for (int i = 0; i < 600; ++i) {
    const auto position = random_position(2 + i % 10, random);
    const MixFrontier<2> frontier(kAll, position);
    position.empty().for_each([&](int cell) {
      auto child = position;
      child.play(Move::at(cell));
      if (child.outcome() != Outcome::Ongoing) {
        ++wins;
        ASSERT_EQ(frontier(cell), MixFrontier<2>::kWins);
      } else {
        longer += frontier.other_paths().pinned.test(cell) ? 1 : 0;
        ASSERT_EQ(frontier(cell), -MixFrontier<2>(kAll, child).value());
      }
    });
  }
  EXPECT_GT(wins, 0);
  EXPECT_GT(longer, 0);
}

TEST(Mix, S0sWeights) {
  const auto weights = hexproject_weights(7);
  EXPECT_EQ(weights.distance, 670);
  EXPECT_EQ(weights.threat, 14100);
  EXPECT_EQ(weights.joints, 13);
  EXPECT_EQ(centre_weight(7, 24), 7);
  EXPECT_EQ(centre_weight(7, 0), 1);
  EXPECT_EQ(centre_weight(4, 5), 3);
}

// By definition: relax until nothing changes, over neighbours through chains.
template <int W>
std::array<std::uint8_t, Bitboard<W>::kBits> slow_two_distance(const Position<W>& position,
                                                               Side side, int edge) {
  const auto& geometry = position.geometry();
  const auto empty = position.empty();
  const auto& own = position.stones(side);
  std::array<std::uint8_t, Bitboard<W>::kBits> distance;
  distance.fill(LeastPotential::kNone);
  for (bool changed = true; changed;) {
    changed = false;
    empty.for_each([&](int cell) {
      const auto start = Bitboard<W>::single(cell);
      const auto chain = geometry.flood(geometry.spread(start), own);
      auto near = (geometry.spread(start) | geometry.spread(chain)) & empty;
      near.reset(cell);
      const bool at_edge = geometry.edges[game::index(side)][edge].test(cell) ||
                           overlaps(chain, geometry.edges[game::index(side)][edge]);
      std::vector<int> found;
      near.for_each([&](int other) { found.push_back(distance[other]); });
      std::sort(found.begin(), found.end());
      int value = at_edge ? 1 : found.size() < 2 ? 100 : std::min(100, found[1] + 1);
      if (value < distance[cell]) {
        distance[cell] = static_cast<std::uint8_t>(value);
        changed = true;
      }
    });
  }
  return distance;
}

TEST(TwoDistance, IsWhatItsDefinitionSays) {
  base::Random random(3);
  for (int i = 0; i < 400; ++i) {
    const auto position = random_position(2 + i % 10, random);
    for (const Side side : {Side::First, Side::Second}) {
      const auto from = slow_two_distance(position, side, 0),
                 to = slow_two_distance(position, side, 1);
      const auto potentials = two_distances(position, side);
      int least = 100, count = 0;
      position.empty().for_each([&](int cell) {
        const int sum = std::min(100, from[cell] + to[cell]);
        ASSERT_EQ(potentials[cell], sum) << cell;
        if (sum < least) {
          least = sum;
          count = 0;
        }
        count += sum == least ? 1 : 0;
      });
      // Nothing within reach has no ways.
      EXPECT_EQ(least_two_distance(position, side).potential, least);
      EXPECT_EQ(least_two_distance(position, side).count, least == 100 ? 0 : count);
    }
  }
}

TEST(Resistance, OhmsLaw) {
  const ResistanceWeights no_wires{.bridge = 0, .template_ = 0, .least = 0.2};
  EXPECT_NEAR(circuit(Position<2>(1, false), Side::First, no_wires).resistance, 2.0, 1e-6);
  // 2x2, b1 and b2 Second's: a1 and a2 in a row, 1 to either edge and 2 between.
  const auto row = Position<2>::from_flat(std::vector<int>{0, 2, 0, 2}, Side::First);
  EXPECT_NEAR(circuit(row, Side::First, no_wires).resistance, 4.0, 1e-6);
  // b2 empty: from a2 on, 1 beside 2 + 1 by way of b2.
  const auto branch = Position<2>::from_flat(std::vector<int>{0, 2, 0, 0}, Side::First);
  EXPECT_NEAR(circuit(branch, Side::First, no_wires).resistance, 3.75, 1e-6);
  const auto flow = circuit(row, Side::First, no_wires).current;
  EXPECT_NEAR(flow[0], 1.0, 1e-6);
  EXPECT_NEAR(flow[2], 1.0, 1e-6);
}

TEST(Resistance, OwnStonesLowerItAndTheOthersRaiseIt) {
  base::Random random(4);
  for (int i = 0; i < 60; ++i) {
    const auto position = random_position(4 + i % 8, random);
    const double before = circuit(position, Side::First).resistance;
    const int cell = position.empty().first();
    for (const Side side : {Side::First, Side::Second}) {
      auto child = position;
      child.put(cell, side);
      if (child.outcome() != Outcome::Ongoing) continue;
      const double after = circuit(child, Side::First, {.bridge = 0, .template_ = 0}).resistance;
      const double plain = circuit(position, Side::First, {.bridge = 0, .template_ = 0}).resistance;
      if (side == Side::First) {
        EXPECT_LE(after, plain + 1e-6);
      } else {
        EXPECT_GE(after, plain - 1e-6);
      }
    }
    EXPECT_LE(before,
              circuit(position, Side::First, {.bridge = 0, .template_ = 0}).resistance + 1e-6);
  }
}

TEST(Resistance, BridgesAndTemplatesConduct) {
  // c3 on 5x5, a stone two rows from either edge: with wires almost joined.
  const auto position = Position<2>::from_stones(5, Bitboard<2>::single(12), {}, Side::Second);
  const double with = circuit(position, Side::First).resistance;
  const double without = circuit(position, Side::First, {.bridge = 0, .template_ = 0}).resistance;
  EXPECT_LT(with, 0.7 * without);
  auto broken = position;
  broken.put(16, Side::Second);  // into the ziggurat below
  EXPECT_GT(circuit(broken, Side::First).resistance, with);
}

// Nothing depends on which way round the board is looked at.
TEST(Evaluations, KnowTheSymmetriesOfTheBoard) {
  base::Random random(5);
  for (int i = 0; i < 90; ++i) {
    const auto position = random_position(3 + i % 9, random);
    for (const auto kind : {players::EvaluationKind::Mix, players::EvaluationKind::TwoDistance,
                            players::EvaluationKind::Resistance}) {
      const players::HexEvaluation settings{.kind = kind, .mix = kAll};
      players::HexEvaluator<2> evaluator(settings);
      const auto value = evaluator.evaluate(position);
      const int slack = kind == players::EvaluationKind::Resistance ? 1 : 0;  // rounding
      EXPECT_NEAR(evaluator.evaluate(position.rotated()), value, slack);
      EXPECT_NEAR(evaluator.evaluate(position.transposed()), value, slack);
      auto passed = position;
      passed.pass();
      EXPECT_NEAR(evaluator.evaluate(passed), -value, slack);
      players::HexEvaluator<2>::Map map{};
      evaluator.map(position, map);
      evaluator.look_at_frontier(position);
      auto child = position;
      const auto move = Move::at(position.empty().first());
      child.play(move);
      if (child.outcome() == Outcome::Ongoing) {
        EXPECT_NEAR(evaluator.at_frontier(position, move), -evaluator.evaluate(child), slack);
      }
    }
  }
}

}  // namespace
}  // namespace losange::hex
