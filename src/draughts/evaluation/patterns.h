// The evaluation by patterns: the board is seen as overlapping blocks of eight squares, four rows high and
// two squares wide, and each arrangement of men in each block has a weight; kings, their mobility, the
// balance of left and right, and the move have weights of their own. Every weight exists twice, for a full
// and for an empty board, and the number of pieces goes from one to the other.
//
// Both colours share weights: a block seen by Black is the block half a turn away seen by White. Features
// are what the trainer (train/draughts/fit.h) learns from; PatternTables is the same expanded for speed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "draughts/rules/grid.h"
#include "draughts/rules/move.h"

namespace losange::draughts {

// Score of a sure advantage of one in log-odds; a man is worth about twice as much.
inline constexpr int kScoreOfLogit = 500;

template <int N>
struct PatternShape {
  static_assert(N == 8 || N == 10, "four blocks side by side are all that fit a word");
  static constexpr int kWide = N / 2 - 1;  // blocks side by side
  static constexpr int kHigh = N - 3;      // rows a block may begin at
  static constexpr int kBlocks = kWide * kHigh;
  static constexpr int kArrangements = 6561;            // three states of eight squares
  static constexpr int kOwnBlocks = (kBlocks + 1) / 2;  // without those half a turn away
  enum Other { kMan, kFirstKing, kMoreKings, kKingMoves, kBalance, kTheMove, kOthers };
  static constexpr int kWeights = kOwnBlocks * kArrangements + kOthers;
  static constexpr int kMostPieces = N * (N - 2) / 2;
};

// The weights as they are learnt and kept: for each phase, for White.
template <int N>
struct PatternWeights {
  using Shape = PatternShape<N>;
  std::array<std::vector<std::int16_t>, 2> phase{std::vector<std::int16_t>(Shape::kWeights),
                                                 std::vector<std::int16_t>(Shape::kWeights)};
};

// What a position shows: which arrangement each block has, with the sign of its weight, and the others.
template <int N>
struct PatternFeatures {
  using Shape = PatternShape<N>;
  std::array<std::int32_t, Shape::kBlocks> weight;  // index of a weight
  std::array<std::int8_t, Shape::kBlocks> sign;
  std::array<std::int16_t, Shape::kOthers> other;
  float full;  // 1 on a full board, 0 on an empty one
};

template <int N>
PatternFeatures<N> pattern_features(const Pieces<Bits64>& pieces, Colour to_move);

template <int N>
class PatternTables {
 public:
  using Shape = PatternShape<N>;
  explicit PatternTables(const PatternWeights<N>& weights);

  // For White.
  int evaluate(const Pieces<Bits64>& pieces, Colour to_move) const;

 private:
  struct Pair {
    std::int16_t full = 0, empty = 0;
  };
  std::vector<Pair> blocks_;  // kBlocks * kArrangements
  std::array<Pair, Shape::kOthers> others_{};
};

extern template PatternFeatures<8> pattern_features<8>(const Pieces<Bits64>&, Colour);
extern template PatternFeatures<10> pattern_features<10>(const Pieces<Bits64>&, Colour);
extern template class PatternTables<8>;
extern template class PatternTables<10>;

}  // namespace losange::draughts
