// Every shape of the library is proved by exhaustive play of its carrier with the intruder to move.
#include "hex/shapes/shapes.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

namespace losange::hex {
namespace {

using Cells = ShapeGame::Cells;

// Plain minimax without the pruning of ShapeGame, on boards of cells kept as a map: slow and simple.
class PlainGame {
 public:
  explicit PlainGame(const Shape& shape) : shape_(shape), state_(shape.carrier.size(), '.') {}

  bool holds() { return survives(true); }

 private:
  bool owned(Place place) const {
    if (shape_.edge > 0 && place.down == shape_.edge) return true;
    for (const Place stone : shape_.stones) {
      if (stone == place) return true;
    }
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (shape_.carrier[i] == place) return state_[i] == 'O';
    }
    return false;
  }
  bool joined() const {
    std::vector<Place> seen{shape_.stones.front()};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      for (const Place step : kAround) {
        const Place next = seen[i] + step;
        if (!owned(next) || std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
        if (shape_.edge > 0 ? next.down == shape_.edge : next == shape_.stones.back()) return true;
        seen.push_back(next);
      }
    }
    return false;
  }
  bool survives(bool intruder_moves) {
    const std::string key(state_.begin(), state_.end());
    const auto known = table_[intruder_moves].find(key);
    if (known != table_[intruder_moves].end()) return known->second;
    bool result = joined();
    if (!result && key.find('.') != std::string::npos) {
      result = intruder_moves;
      for (char& cell : state_) {
        if (cell != '.' || result != intruder_moves) continue;
        cell = intruder_moves ? 'X' : 'O';
        if (survives(!intruder_moves) != intruder_moves) result = !intruder_moves;
        cell = '.';
      }
    }
    return table_[intruder_moves][key] = result;
  }

  const Shape& shape_;
  std::vector<char> state_;
  std::map<std::string, bool> table_[2];
};

TEST(Shapes, PicturesAreRead) {
  const Shape& bridge = shape("bridge");
  EXPECT_EQ(bridge.stones, (std::vector<Place>{{0, 0}, {2, -1}}));
  EXPECT_EQ(bridge.carrier, (std::vector<Place>{{1, -1}, {1, 0}}));
  EXPECT_EQ(bridge.edge, 0);
  const Shape& ziggurat = shape("III");
  EXPECT_EQ(ziggurat.stones, (std::vector<Place>{{0, 0}}));
  EXPECT_EQ(ziggurat.edge, 3);
  EXPECT_EQ(
      ziggurat.carrier,
      (std::vector<Place>{{0, 1}, {1, -1}, {1, 0}, {1, 1}, {2, -2}, {2, -1}, {2, 0}, {2, 1}}));
}

TEST(Shapes, MirrorKeepsNeighbours) {
  for (const Place step : kAround) {
    const Place image = mirrored(step);
    EXPECT_NE(std::find(kAround.begin(), kAround.end(), image), kAround.end());
    EXPECT_EQ(mirrored(image), step);
    EXPECT_EQ(image.down, step.down);
  }
}

TEST(Shapes, EveryShapeHoldsAndNeedsEveryCellOfItsCarrier) {
  for (const Shape& shape : shapes()) {
    EXPECT_TRUE(ShapeGame(shape).holds()) << shape.name;
    for (const Place cell : shape.carrier) {
      EXPECT_FALSE(ShapeGame(shape.without(cell)).holds())
          << shape.name << " without " << cell.down << "," << cell.right;
    }
  }
}

TEST(Shapes, PlainExhaustivePlayAgrees) {
  for (const Shape& shape : shapes()) {
    if (shape.carrier.size() > 10) continue;  // 3^10 positions; IV-1-a has 3^19
    EXPECT_TRUE(PlainGame(shape).holds()) << shape.name;
    for (const Place cell : shape.carrier) {
      EXPECT_FALSE(PlainGame(shape.without(cell)).holds()) << shape.name;
    }
  }
}

TEST(Shapes, EveryIntrusionIntoThePlayoutShapesHasASteadyReply) {
  for (const char* name : {"bridge", "II", "III"}) {
    const Shape& shape = hex::shape(name);
    ShapeGame game(shape);
    for (int i = 0; i < static_cast<int>(shape.carrier.size()); ++i) {
      const Cells steady = game.steady_replies(i);
      EXPECT_NE(steady, 0u) << name << " intrusion " << i;
      EXPECT_EQ(steady & ~game.saving_replies(i), 0u);
    }
  }
}

// The ziggurat by hand: an intrusion below the stone on the first row leaves only the far bridge, one
// beside the stone leaves both cells under it and the bridge to the edge between them.
TEST(Shapes, ZigguratRepliesAreTheKnownOnes) {
  const Shape& ziggurat = shape("III");
  ShapeGame game(ziggurat);
  const auto index = [&](Place place) {
    return static_cast<int>(std::find(ziggurat.carrier.begin(), ziggurat.carrier.end(), place) -
                            ziggurat.carrier.begin());
  };
  // The other saving replies are forcing moves after which the far bridge is still to be played.
  EXPECT_EQ(game.saving_replies(index({2, -1})),
            Cells{1} << index({1, 1}) | Cells{1} << index({1, -1}) | Cells{1} << index({2, -2}));
  EXPECT_EQ(game.steady_replies(index({2, -1})), Cells{1} << index({1, 1}));
  const Cells beside = game.steady_replies(index({0, 1}));
  EXPECT_TRUE(beside >> index({1, -1}) & 1);
  EXPECT_TRUE(beside >> index({1, 0}) & 1);
  EXPECT_EQ(game.steady_replies(index({1, -1})) >> index({1, 0}) & 1, 1u);
}

}  // namespace
}  // namespace losange::hex
