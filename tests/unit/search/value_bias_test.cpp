// What an evaluation got wrong is learnt by shape: the sums that nodes of a shape keep, what is corrected by them, and a tree
// whose values add up whatever was corrected in it.
#include "search/montecarlo/value_bias.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "base/random.h"
#include "fake_evaluator.h"
#include "hex/shapes/local_shape.h"
#include "players/told/net_leaf.h"
#include "search/montecarlo/montecarlo.h"
#include "search/montecarlo/puct.h"

namespace losange::search {
namespace {

constexpr std::uint32_t kLadder = 0x80000001, kBridge = 0x40000001;

std::int64_t units(double value) { return static_cast<std::int64_t>(value / kValueUnit); }
double value(std::int64_t units) { return static_cast<double>(units) * kValueUnit; }

TEST(ValueBias, WhatWasFoundBelowOneNodeCorrectsOthersOfItsShape) {
  ValueBias bias(0.5);
  ValueNote seen;
  EXPECT_EQ(bias.begin(seen, 0.5f, kLadder), 0.5f) << "nothing is known of the shape";
  EXPECT_EQ(bias.learn(seen, units(0.5)), 0) << "its own evaluation tells nothing new";
  // One descent below it found -0.1: what was said is 0.6 too high, of which half is corrected.
  EXPECT_NEAR(value(bias.learn(seen, units(-0.1))), -0.3, 1e-5);
  ValueNote alike, other, without_shape;
  EXPECT_NEAR(bias.begin(alike, 0.2f, kLadder), 0.2 - 0.3, 1e-5);
  EXPECT_EQ(bias.begin(other, 0.2f, kBridge), 0.2f);
  EXPECT_EQ(bias.begin(without_shape, 0.2f, 0), 0.2f);
  bias.learn(without_shape, units(0.2));
  EXPECT_EQ(bias.learn(without_shape, units(-1)), 0);
  bias.clear();
  EXPECT_EQ(bias.begin(alike, 0.2f, kLadder), 0.2f) << "another game";
}

TEST(ValueBias, WithoutStrengthNothingIsCorrected) {
  ValueBias bias(0);
  EXPECT_FALSE(bias.used());
  ValueNote note;
  EXPECT_EQ(bias.begin(note, 0.7f, kLadder), 0.7f);
}

TEST(ValueBias, WhatIsCorrectedStaysAValue) {
  ValueBias bias(1);
  ValueNote seen, sure;
  bias.begin(seen, -1, kLadder);
  bias.learn(seen, units(-1));
  bias.learn(seen, units(1));
  EXPECT_EQ(bias.begin(sure, 0.9f, kLadder), 1.0f);
}

// Whatever comes in whatever order, a correction is the strength times the mean of how far off each node of the shape is, by
// its weight; and a note's sum is what came, with what was said as it is corrected now in the place of what was said.
TEST(ValueBias, AShapeHoldsWhatItsNodesLastToldIt) {
  constexpr double kStrength = 0.45;
  base::Random random(7);
  ValueBias bias(kStrength);
  std::array<ValueNote, 6> notes;
  std::array<double, 6> below{};
  for (auto& note : notes) {
    const auto said = static_cast<float>(random.unit() - 0.5);
    bias.learn(note, units(static_cast<double>(bias.begin(note, said, kLadder))));
  }
  for (int i = 0; i < 2000; ++i) {
    const std::size_t which = random.below(static_cast<std::uint32_t>(notes.size()));
    const double brought = random.unit() - 0.5;
    bias.learn(notes[which], units(brought));
    below[which] += brought;
  }
  double error = 0, weights = 0;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const double count = notes[i].visits - 1;
    const double weight = std::pow(count, 0.75);
    weights += weight;
    error += weight * (static_cast<double>(notes[i].said) - below[i] / count);
    const double own = static_cast<double>(notes[i].said + notes[i].correction);
    EXPECT_NEAR(value(notes[i].value_sum), below[i] + own, 1e-2);
  }
  ValueNote fresh;
  EXPECT_NEAR(bias.begin(fresh, 0, kLadder), -kStrength * error / weights, 1e-3);
}

using Position = hex::Position<2>;
using Search = MonteCarlo<Position, players::NetLeaf<2>, EveryMove<Position>, Puct>;

struct Sums {
  int nodes = 0, corrected = 0;
};

// Below a node: its sum is what was said of it, as corrected, less the sums of its children, who see it from the other side.
void check_sums(const Search& search, const LinkedNode<hex::Move>& node, Sums& sums) {
  if (!node.has_children() || node.known() != Proof::Unknown) return;
  const ValueNote& note = search.tree().note(node);
  double expected = static_cast<double>(note.said + note.correction);
  for (const auto& child : search.tree().children(node)) {
    expected -= value(child.value_sum);
    check_sums(search, child, sums);
  }
  ++sums.nodes;
  if (note.correction != 0) ++sums.corrected;
  EXPECT_EQ(note.visits, node.visits);
  EXPECT_NEAR(value(node.value_sum), expected, 1e-4 * node.visits);
  EXPECT_EQ(node.value_sum, note.value_sum) << "no virtual loss is left";
}

TEST(ValueBias, TheValuesOfATreeAddUp) {
  for (const int threads : {1, 3}) {
    MonteCarloSettings<Puct> settings;
    settings.rules = {.batch = 4, .correction = 0.45f};
    settings.stop_early = false;
    Search search(settings,
                  players::NetLeaf<2>(std::make_shared<testing_nets::CentreNet>(),
                                      std::make_shared<players::EvaluationCache>(1 << 20, 49),
                                      players::NetReading{}));
    Position position(7, false);
    search.start(position);
    Limits limits;
    limits.nodes = 3000;
    limits.threads = threads;
    const auto report = search.think(limits);
    Sums sums;
    check_sums(search, search.tree().root(), sums);
    EXPECT_GT(sums.nodes, 1000);
    EXPECT_GT(sums.corrected, sums.nodes / 2);
    for (const auto& line : report.lines) EXPECT_LE(std::abs(line.value), 1);
  }
}

// Notes that are no note's, such as what lay there before, would hold anything.
void check_notes(const Search& search, const LinkedNode<hex::Move>& node) {
  EXPECT_LE(std::abs(node.mean()), 1);
  if (!node.has_children()) return;
  const ValueNote& note = search.tree().note(node);
  EXPECT_LE(note.visits, node.visits);
  EXPECT_LE(std::abs(note.said + note.correction), 1);
  EXPECT_LE(std::abs(note.told), 2 * note.weight);
  for (const auto& child : search.tree().children(node)) check_notes(search, child);
}

// Forty moves with a memory that is full after a few: notes move with their nodes, and where there was no room for one,
// a node gets it later or never.
TEST(ValueBias, GoesOnAtTheMemoryCap) {
  MonteCarloSettings<Puct> settings;
  settings.rules = {.batch = 4, .correction = 0.45f};
  settings.memory_bytes = 1;
  Search search(settings,
                players::NetLeaf<2>(std::make_shared<testing_nets::CentreNet>(),
                                    std::make_shared<players::EvaluationCache>(1 << 20, 121),
                                    players::NetReading{}));
  Position position(11, false);
  search.start(position);
  Limits limits;
  limits.nodes = 400;
  for (int ply = 0; ply < 40 && position.outcome() == game::Outcome::Ongoing; ++ply) {
    const auto report = search.think(limits);
    check_notes(search, search.tree().root());
    position.play(report.best);
    if (!search.advance({report.best}, position.hash())) search.start(position, report.best);
  }
}

Position after(std::initializer_list<const char*> moves) {
  Position position(9, false);
  for (const char* move : moves) position.play(hex::Move::at(hex::checked_cell(9, move)));
  return position;
}
std::uint32_t shape(std::initializer_list<const char*> moves) {
  const std::vector<const char*> played(moves);
  const auto at = [&](std::size_t back) {
    return hex::Move::at(hex::checked_cell(9, played[played.size() - back]));
  };
  return hex::local_shape(after(moves), at(1), at(2));
}

TEST(LocalShape, IsThatOfTheLastMovesAndTheCellsAround) {
  const auto here = shape({"a9", "i1", "e5", "d6"});
  EXPECT_NE(here, 0u);
  EXPECT_EQ(shape({"a8", "i2", "e5", "d6"}), here) << "others stand elsewhere";
  EXPECT_NE(shape({"a9", "i1", "e6", "d6"}), here) << "another move before";
  EXPECT_NE(shape({"a9", "i1", "e5", "d7"}), here) << "another last move";
  EXPECT_NE(shape({"c7", "i1", "e5", "d6"}), here) << "another neighbour";
  EXPECT_NE(shape({"f6", "i1", "e5", "d6"}), here) << "two steps away counts";
  EXPECT_NE(shape({"i1", "e5", "d6"}), here) << "another side moved";
}

}  // namespace
}  // namespace losange::search
