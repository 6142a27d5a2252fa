// The pattern tables of the inferior cells, each proved over every neighbourhood.
#include "hex/shapes/inferior.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "hex/shapes/shapes.h"

namespace losange::hex {
namespace {

// A few cells around a cell or a pair, in any state; connections of a side among the outer cells.
class Patch {
 public:
  explicit Patch(std::vector<Place> inner) : cells_(std::move(inner)), inner_(cells_.size()) {
    for (std::size_t i = 0; i < inner_; ++i) {
      for (const Place step : kAround) {
        const Place next = cells_[i] + step;
        if (std::find(cells_.begin(), cells_.end(), next) == cells_.end()) cells_.push_back(next);
      }
    }
    state_.assign(cells_.size(), 0);
  }

  std::vector<int>& state() { return state_; }
  std::size_t inner() const { return inner_; }
  Neighbourhood around(std::size_t cell) const {
    Neighbourhood result = 0;
    for (int d = 0; d < 6; ++d) {
      const auto found = std::find(cells_.begin(), cells_.end(), cells_[cell] + kAround[d]);
      result =
          neighbourhood::with(result, d, static_cast<unsigned>(state_[found - cells_.begin()]));
    }
    return result;
  }
  // For every outer cell of `side`, the first outer cell it is connected to within the patch.
  std::vector<int> links(int side) const {
    std::vector<int> root(cells_.size());
    for (std::size_t i = 0; i < root.size(); ++i) root[i] = static_cast<int>(i);
    for (std::size_t round = 0; round < root.size(); ++round) {
      for (std::size_t i = 0; i < root.size(); ++i) {
        for (std::size_t j = 0; j < root.size(); ++j) {
          const bool near =
              std::find(kAround.begin(), kAround.end(), cells_[i] - cells_[j]) != kAround.end();
          if (near && state_[i] == side && state_[j] == side) {
            root[i] = root[j] = std::max(root[i], root[j]);
          }
        }
      }
    }
    root.erase(root.begin(), root.begin() + static_cast<long>(inner_));
    return root;
  }
  // Calls f for each colouring of the empty outer cells.
  void for_each_completion(const std::function<void()>& f, std::size_t from) {
    while (from < state_.size() && state_[from] != 0) ++from;
    if (from == state_.size()) return f();
    for (const int side : {1, 2}) {
      state_[from] = side;
      for_each_completion(f, from + 1);
    }
    state_[from] = 0;
  }

 private:
  std::vector<Place> cells_;
  std::size_t inner_;
  std::vector<int> state_;
};

// In every completion the inner cells, set to `these` and then to `those`, make the same connections.
// The other side's follow: on a board without draws one side's paths decide.
bool same_connections(Patch patch, const std::vector<int>& these, const std::vector<int>& those) {
  bool same = true;
  patch.for_each_completion(
      [&] {
        if (!same) return;
        for (const int side : {1, 2}) {
          std::copy(these.begin(), these.end(), patch.state().begin());
          const auto links = patch.links(side);
          std::copy(those.begin(), those.end(), patch.state().begin());
          same = same && links == patch.links(side);
        }
        std::fill_n(patch.state().begin(), patch.inner(), 0);
      },
      patch.inner());
  return same;
}

TEST(Inferior, DeadPatternsAreExactlyTheOnesWhereTheCellJoinsNothing) {
  int dead = 0;
  for (int code = 0; code < 729; ++code) {
    Patch patch({{0, 0}});
    for (int i = 0, rest = code; i < 6; ++i, rest /= 3) patch.state()[1 + i] = rest % 3;
    const bool useless = same_connections(patch, {1}, {2});
    ASSERT_EQ(neighbourhood::is_dead(patch.around(0)), useless) << code;
    dead += useless ? 1 : 0;
  }
  EXPECT_GT(dead, 100);
}

TEST(Inferior, CornersCountAsEither) {
  // Three stones of First, then corner, then two of Second: dead whoever holds the corner.
  Neighbourhood around = 0;
  const unsigned states[6] = {1, 1, 1, 3, 2, 2};
  for (int d = 0; d < 6; ++d) around = neighbourhood::with(around, d, states[d]);
  EXPECT_TRUE(neighbourhood::is_dead(around));
  around = neighbourhood::with(around, 1, neighbourhood::Second);
  EXPECT_FALSE(neighbourhood::is_dead(around));
}

TEST(Inferior, KillersMakeTheCellDead) {
  for (Neighbourhood around = 0; around < kNeighbourhoods; ++around) {
    for (int side = 0; side < 2; ++side) {
      for (int d = 0; d < 6; ++d) {
        const bool kills = neighbourhood::killers(around, side) >> d & 1;
        const bool open = neighbourhood::state(around, d) == neighbourhood::Empty;
        const auto after = neighbourhood::with(around, d, neighbourhood::stone_of(side));
        ASSERT_EQ(kills, open && neighbourhood::is_dead(after));
      }
    }
  }
}

// Every pair of neighbours in every surrounding of eight cells. Where the tables call the pair captured,
// the owner's reply to either intrusion gives the connections of both cells being his; where they call
// it a mutual fill-in, each side's own cell makes the other one useless.
TEST(Inferior, CapturedPairsAndMutualFillInAreProvedInEverySurrounding) {
  int captured = 0, mutual = 0;
  for (int direction = 0; direction < 3; ++direction) {
    const unsigned forth = 1u << direction, back = 1u << (direction + 3);
    for (int code = 0; code < 6561; ++code) {
      Patch patch({{0, 0}, kAround[direction]});
      for (int i = 0, rest = code; i < 8; ++i, rest /= 3) patch.state()[2 + i] = rest % 3;
      const auto a = patch.around(0), b = patch.around(1);
      for (int side = 0; side < 2; ++side) {
        const int own = side + 1, foe = 2 - side;
        const bool other_kills_a = (neighbourhood::killers(a, side) & forth) != 0;
        if (other_kills_a && (neighbourhood::killers(b, side) & back) != 0) {
          ++captured;
          ASSERT_TRUE(same_connections(patch, {own, own}, {foe, own})) << code;
          ASSERT_TRUE(same_connections(patch, {own, own}, {own, foe})) << code;
        }
        if (other_kills_a && (neighbourhood::killers(b, 1 - side) & back) != 0) {
          ++mutual;
          ASSERT_TRUE(same_connections(patch, {foe, own}, {own, own})) << code;
          ASSERT_TRUE(same_connections(patch, {foe, own}, {foe, foe})) << code;
        }
      }
    }
  }
  EXPECT_GT(captured, 100);
  EXPECT_GT(mutual, 10);
}

Position<2> position(int size, std::string_view picture, Side to_move) {
  std::vector<int> flat;
  for (const char c : picture) {
    if (c != ' ' && c != '\n') flat.push_back(c == '.' ? 0 : c - '0');
  }
  EXPECT_EQ(static_cast<int>(flat.size()), size * size);
  return Position<2>::from_flat(flat, to_move);
}

int at(const char* name, int size = 5) { return *parse_cell(size, name); }

TEST(Inferior, TemplateTwoCapturesItsCells) {
  const auto board = position(7,
                              ". . . . . . .\n"
                              " . . . . . . .\n"
                              "  . . . . . . .\n"
                              "   . . . . . . .\n"
                              "    . . . . . . .\n"
                              "     . . . 1 . . .\n"
                              "      . . . . . . .\n",
                              Side::Second);
  const auto inferior = inferior_cells(board);
  EXPECT_TRUE(inferior.captured[0].test(at("c7", 7)));
  EXPECT_TRUE(inferior.captured[0].test(at("d7", 7)));
  EXPECT_EQ(inferior.filled().count(), 2);
  EXPECT_EQ(inferior.outcome, Outcome::Ongoing);
  const auto filled = filled_in(board, inferior);
  EXPECT_EQ(filled.stones(Side::First).count(), 3);
  EXPECT_EQ(filled.to_move(), Side::Second);
}

// A stone on the second row captures the two cells below it, so it is better than either.
TEST(Inferior, TheSecondRowDominatesTheFirst) {
  const auto first = inferior_cells(Position<2>(7, false));
  for (const char* cell : {"b1", "d1", "f1", "b7", "d7", "f7"}) {
    EXPECT_TRUE(first.dominated.test(at(cell, 7))) << cell;
    const int row = first.killer[at(cell, 7)] / 7;
    EXPECT_TRUE(row == 1 || row == 5) << cell;
  }
  EXPECT_FALSE(first.dominated.test(at("a4", 7)));  // Second's edge
  EXPECT_TRUE(first.consider.test(at("d4", 7)));
}

TEST(Inferior, AFillInMayDecideTheGame) {
  const auto board = position(3,
                              ". . .\n"
                              " . 1 .\n"
                              "  . . .\n",
                              Side::Second);
  EXPECT_EQ(inferior_cells(board).outcome, Outcome::FirstWins);
}

TEST(Inferior, EmptyBoardsHaveMovesToConsider) {
  for (int size = 2; size <= 11; ++size) {
    const auto inferior = inferior_cells(Position<2>(size, false));
    EXPECT_TRUE(inferior.consider.any());
    EXPECT_TRUE(inferior.filled().none());
  }
  EXPECT_TRUE(inferior_cells(Position<6>(19, false)).consider.any());
}

}  // namespace
}  // namespace losange::hex
