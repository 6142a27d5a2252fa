#include "draughts/evaluation/patterns.h"

#include <algorithm>
#include <cstdlib>

namespace losange::draughts {

namespace {

// Square s of a block is digit s, the first the highest: 0 empty, 1 white, 2 black.
int turned(int arrangement) {
  int result = 0;
  for (int s = 0; s < 8; ++s) {
    const int digit = arrangement % 3;
    result = result * 3 + (digit == 0 ? 0 : 3 - digit);
    arrangement /= 3;
  }
  return result;
}

struct Shared {
  std::int32_t weight;
  std::int8_t sign;
};

// Of a block and the one half a turn away, the one with the smaller number owns the weights. A block that
// is its own counterpart shares within itself, and an arrangement that is its own has no weight.
template <int N>
Shared shared(int block, int arrangement) {
  using Shape = PatternShape<N>;
  const int partner = Shape::kBlocks - 1 - block;
  const int around = turned(arrangement);
  if (block < partner || (block == partner && arrangement <= around)) {
    const std::int8_t sign = block == partner && arrangement == around ? 0 : 1;
    return {block * Shape::kArrangements + arrangement, sign};
  }
  return {partner * Shape::kArrangements + around, -1};
}

// For a row of men, white and black, the pair of squares each block sees, in lanes of 16 bits.
template <int N>
constexpr std::array<std::uint64_t, (1 << N / 2) * (1 << N / 2)> make_pairs() {
  constexpr int kHalf = N / 2;
  std::array<std::uint64_t, (1 << kHalf) * (1 << kHalf)> pairs{};
  for (unsigned white = 0; white < 1u << kHalf; ++white) {
    for (unsigned black = 0; black < 1u << kHalf; ++black) {
      std::uint64_t lanes = 0;
      for (int p = 0; p < kHalf - 1; ++p) {
        const auto digit = [&](int s) -> std::uint64_t {
          return (white >> s & 1) != 0 ? 1 : (black >> s & 1) != 0 ? 2 : 0;
        };
        lanes |= (digit(p) * 3 + digit(p + 1)) << (16 * p);
      }
      pairs[white << kHalf | black] = lanes;
    }
  }
  return pairs;
}
template <int N>
constexpr auto kPairs = make_pairs<N>();

// Calls f(block, arrangement) for every block.
template <int N, class F>
inline void for_blocks(const Pieces<Bits64>& pieces, F&& f) {
  using G = Grid<N>;
  using Shape = PatternShape<N>;
  constexpr Bits64 kRow = (Bits64{1} << G::kHalf) - 1;
  const Bits64 white = pieces.men(Colour::White), black = pieces.men(Colour::Black);
  std::array<std::uint64_t, N> row;
  for (int r = 0; r < N; ++r) {
    const int at = G::index_of(r, 0);
    row[static_cast<std::size_t>(r)] =
        kPairs<N>[(white >> at & kRow) << G::kHalf | (black >> at & kRow)];
  }
  // No lane overflows: the largest arrangement is 6560.
  for (int r = 0; r < Shape::kHigh; ++r) {
    const auto* rows = &row[static_cast<std::size_t>(r)];
    const std::uint64_t lanes = ((rows[0] * 9 + rows[1]) * 9 + rows[2]) * 9 + rows[3];
    for (int p = 0; p < Shape::kWide; ++p) {
      f(r * Shape::kWide + p, static_cast<int>(lanes >> (16 * p) & 0xFFFF));
    }
  }
}

template <int N>
int king_moves(const Pieces<Bits64>& pieces, Colour colour) {
  using G = Grid<N>;
  const Bits64 all = pieces.all();
  int moves = 0;
  for_each_bit(pieces.kings_of(colour), [&](int from) {
    const auto line = [&]<int D>() {
      const int blocker = G::template first_on_ray<D>(from, all);
      const Bits64 ray = G::kRays[D][static_cast<std::size_t>(from)];
      moves += count(blocker < 0 ? ray
                                 : ray & ~(G::kRays[D][static_cast<std::size_t>(blocker)] |
                                           bit<Bits64>(blocker)));
    };
    line.template operator()<0>();
    line.template operator()<1>();
    line.template operator()<2>();
    line.template operator()<3>();
  });
  return moves;
}

// How far the men lean to one side, in columns.
template <int N>
int leaning(Bits64 men) {
  using G = Grid<N>;
  static constexpr auto kColumns = [] {
    std::array<Bits64, N> columns{};
    for (int r = 0; r < N; ++r) {
      for (int p = 0; p < G::kHalf; ++p)
        columns[2 * p + (r % 2 == 0 ? 1 : 0)] |= bit<Bits64>(G::index_of(r, p));
    }
    return columns;
  }();
  int lean = 0;
  for (int c = 0; c < N / 2; ++c) {
    lean += (N - 1 - 2 * c) * (count(men & kColumns[static_cast<std::size_t>(N - 1 - c)]) -
                               count(men & kColumns[static_cast<std::size_t>(c)]));
  }
  return std::abs(lean) / 2;
}

template <int N>
std::array<std::int16_t, PatternShape<N>::kOthers> others_of(const Pieces<Bits64>& pieces,
                                                             Colour to_move) {
  using Shape = PatternShape<N>;
  const Bits64 white = pieces.men(Colour::White), black = pieces.men(Colour::Black);
  const int white_kings = count(pieces.kings_of(Colour::White));
  const int black_kings = count(pieces.kings_of(Colour::Black));
  std::array<std::int16_t, Shape::kOthers> other{};
  const auto set = [&](int name, int value) {
    other[static_cast<std::size_t>(name)] = static_cast<std::int16_t>(value);
  };
  set(Shape::kMan, count(white) - count(black));
  set(Shape::kFirstKing, (white_kings > 0 ? 1 : 0) - (black_kings > 0 ? 1 : 0));
  set(Shape::kMoreKings, std::max(0, white_kings - 1) - std::max(0, black_kings - 1));
  if (pieces.kings != 0) {
    set(Shape::kKingMoves,
        king_moves<N>(pieces, Colour::White) - king_moves<N>(pieces, Colour::Black));
  }
  set(Shape::kBalance, leaning<N>(white) - leaning<N>(black));
  set(Shape::kTheMove, to_move == Colour::White ? 1 : -1);
  return other;
}

}  // namespace

template <int N>
PatternFeatures<N> pattern_features(const Pieces<Bits64>& pieces, Colour to_move) {
  using Shape = PatternShape<N>;
  PatternFeatures<N> features;
  for_blocks<N>(pieces, [&](int block, int arrangement) {
    const auto [weight, sign] = shared<N>(block, arrangement);
    features.weight[static_cast<std::size_t>(block)] = weight;
    features.sign[static_cast<std::size_t>(block)] = sign;
  });
  features.other = others_of<N>(pieces, to_move);
  features.full = static_cast<float>(std::min(count(pieces.all()), Shape::kMostPieces)) /
                  static_cast<float>(Shape::kMostPieces);
  return features;
}

template <int N>
PatternTables<N>::PatternTables(const PatternWeights<N>& weights)
    : blocks_(static_cast<std::size_t>(Shape::kBlocks) * Shape::kArrangements) {
  const auto pair = [&](std::size_t i, int sign) {
    return Pair{static_cast<std::int16_t>(sign * weights.phase[0][i]),
                static_cast<std::int16_t>(sign * weights.phase[1][i])};
  };
  for (int block = 0; block < Shape::kBlocks; ++block) {
    for (int a = 0; a < Shape::kArrangements; ++a) {
      const auto [weight, sign] = shared<N>(block, a);
      blocks_[static_cast<std::size_t>(block * Shape::kArrangements + a)] =
          pair(static_cast<std::size_t>(weight), sign);
    }
  }
  for (std::size_t i = 0; i < others_.size(); ++i) {
    others_[i] = pair(static_cast<std::size_t>(Shape::kOwnBlocks * Shape::kArrangements) + i, 1);
  }
}

template <int N>
int PatternTables<N>::evaluate(const Pieces<Bits64>& pieces, Colour to_move) const {
  int full = 0, empty = 0;
  for_blocks<N>(pieces, [&](int block, int arrangement) {
    const Pair& pair =
        blocks_[static_cast<std::size_t>(block * Shape::kArrangements + arrangement)];
    full += pair.full;
    empty += pair.empty;
  });
  const auto other = others_of<N>(pieces, to_move);
  for (std::size_t i = 0; i < other.size(); ++i) {
    full += others_[i].full * other[i];
    empty += others_[i].empty * other[i];
  }
  const int there = std::min(count(pieces.all()), Shape::kMostPieces);
  return (full * there + empty * (Shape::kMostPieces - there)) / Shape::kMostPieces;
}

template PatternFeatures<8> pattern_features<8>(const Pieces<Bits64>&, Colour);
template PatternFeatures<10> pattern_features<10>(const Pieces<Bits64>&, Colour);
template class PatternTables<8>;
template class PatternTables<10>;

}  // namespace losange::draughts
