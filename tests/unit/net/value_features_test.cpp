// What value nets are asked about: the node features of the graph net, the same in C++ and Python, and the numbers
// of the heuristics for the perceptron.
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/system/file.h"
#include "json.h"
#include "net/input/board_graph.h"
#include "net/input/position_features.h"
#include "places.h"

namespace losange::net {
namespace {

using game::Side;

hex::Position<2> random_position(int size, int stones, base::Random& random) {
  hex::Position<2> position(size, false);
  for (int i = 0; i < stones && position.outcome() == game::Outcome::Ongoing; ++i) {
    hex::Position<2>::Moves moves;
    position.legal_moves(moves);
    auto after = position;
    after.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (after.outcome() == game::Outcome::Ongoing) position = after;
  }
  return position;
}

std::vector<float> features_of(const hex::Position<2>& position) {
  std::vector<float> features(kPositionFeatures);
  write_position_features(position, features.data());
  return features;
}

std::size_t place(const char* name) {
  const auto found = std::find(kSideFeatures.begin(), kSideFeatures.end(), name);
  EXPECT_NE(found, kSideFeatures.end());
  return static_cast<std::size_t>(found - kSideFeatures.begin());
}

TEST(BoardGraph, IsWhatPythonSays) {
  const testing_files::Json examples(
      base::read_file(testing_places::source() + "/tests/truth/node-features.json"));
  ASSERT_GE(examples.size(), 4u);
  for (const auto& example : examples.items()) {
    const auto whole = [&](const auto& list) {
      const auto numbers = list.numbers();
      return std::vector<std::int64_t>(numbers.begin(), numbers.end());
    };
    const int size = static_cast<int>(example.at("size").number());
    const auto& graph = board_graph(size);
    EXPECT_EQ(graph.sources, whole(example.at("edges").item(0)));
    EXPECT_EQ(graph.targets, whole(example.at("edges").item(1)));
    const auto cells = whole(example.at("board"));
    const std::vector<int> board(cells.begin(), cells.end());
    const auto position = hex::Position<2>::from_flat(
        board, example.at("to_move").number() == 1 ? Side::First : Side::Second);
    const NodeFeatures features(position);
    ASSERT_EQ(features.values().size(), board.size() * kNodeFeatures);
    const auto wanted = example.at("features").numbers();
    ASSERT_EQ(wanted.size(), features.values().size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_NEAR(features.values()[i], wanted[i], 1e-6) << "size " << size << ", place " << i;
    }
  }
}

TEST(BoardGraph, MovesChangeTheFeaturesToThoseOfTheNewPosition) {
  base::Random random(4);
  auto position = random_position(7, 6, random);
  NodeFeatures features(position);
  hex::Position<2>::Moves moves;
  for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
    const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    features.put(move.cell(), position.to_move());
    features.set_to_move(game::other(position.to_move()));
    position.play(move);
    const NodeFeatures anew(position);
    ASSERT_TRUE(std::equal(anew.values().begin(), anew.values().end(), features.values().begin()));
  }
}

TEST(PositionFeatures, AreTheSameForTheSameGameSeenFromTheOtherSideOrTurned) {
  base::Random random(5);
  for (int i = 0; i < 50; ++i) {
    const auto position = random_position(4 + static_cast<int>(random.below(6)), 2 + i % 9, random);
    EXPECT_EQ(features_of(position), features_of(position.transposed()));
    EXPECT_EQ(features_of(position), features_of(position.rotated()));
  }
}

TEST(PositionFeatures, ChangeSidesWithTheTurn) {
  base::Random random(6);
  auto position = random_position(7, 9, random);
  const auto before = features_of(position);
  position.set_to_move(game::other(position.to_move()));
  const auto after = features_of(position);
  for (std::size_t i = 0; i < kSideFeatures.size(); ++i) {
    EXPECT_EQ(before[i], after[kSideFeatures.size() + i]) << kSideFeatures[i];
    EXPECT_EQ(after[i], before[kSideFeatures.size() + i]) << kSideFeatures[i];
  }
}

TEST(PositionFeatures, CountWhatTheirNamesSay) {
  // First holds b1 and b2 of 4x4, Second a4 and d1; First is to move and needs two stones.
  const std::vector<int> board{0, 1, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0};
  const auto features = features_of(hex::Position<2>::from_flat(board, Side::First));
  EXPECT_FLOAT_EQ(features[place("distance")], 2 / 4.0f);
  EXPECT_FLOAT_EQ(features[place("threat")], 0);
  EXPECT_FLOAT_EQ(features[place("stones")], 2 / 16.0f);
  EXPECT_FLOAT_EQ(features[kSideFeatures.size() + place("stones")], 2 / 16.0f);
  EXPECT_FLOAT_EQ(features[kPositionFeatures - 2], 4 / 11.0f);
  EXPECT_FLOAT_EQ(features[kPositionFeatures - 1], 12 / 16.0f);
}

}  // namespace
}  // namespace losange::net
