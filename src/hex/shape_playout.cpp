#include "hex/shape_playout.h"

#include <bit>
#include <vector>

#include "hex/playout.h"
#include "hex/rows.h"
#include "hex/shapes.h"

namespace losange::hex {

namespace {

// A cell's state in a line. Kept neutral, a border is neither side's: then no bridge leads to the edge.
constexpr std::uint64_t kFirst = 1, kSecond = 2, kNeutral = 3;
constexpr std::uint64_t kLowBits = 0x5555555555555555ULL;

constexpr std::uint64_t state_of(int side) { return side == 0 ? kFirst : kSecond; }

// The bits of a row at every second place, and back.
constexpr std::uint64_t spread_bits(std::uint64_t x) {
  x = (x | x << 16) & 0x0000FFFF0000FFFFULL;
  x = (x | x << 8) & 0x00FF00FF00FF00FFULL;
  x = (x | x << 4) & 0x0F0F0F0F0F0F0F0FULL;
  x = (x | x << 2) & 0x3333333333333333ULL;
  return (x | x << 1) & kLowBits;
}
constexpr std::uint64_t gather_bits(std::uint64_t x) {
  x &= kLowBits;
  x = (x | x >> 1) & 0x3333333333333333ULL;
  x = (x | x >> 2) & 0x0F0F0F0F0F0F0F0FULL;
  x = (x | x >> 4) & 0x00FF00FF00FF00FFULL;
  x = (x | x >> 8) & 0x0000FFFF0000FFFFULL;
  return (x | x >> 16) & 0x00000000FFFFFFFFULL;
}

// A pattern has 14 bits: the states of above, above right; left, the cell itself, right; below left and
// below, from the low bits up. For each direction, where its state stands.
constexpr std::array<int, 6> kStateAt{8, 12, 10, 4, 0, 2};
constexpr int kCentreAt = 6;
// What a step in each direction adds to a Spot.
constexpr std::array<int, 6> kSpotStep{2, 64, 62, -2, -64, -62};

// The directions in which the opponent of the stone in the centre saves a bridge, a bit each: an empty
// cell between two of his stones.
constexpr std::array<std::uint8_t, 1 << 14> make_bridge_table() {
  std::array<std::uint8_t, 1 << 14> table{};
  for (unsigned pattern = 0; pattern < table.size(); ++pattern) {
    const auto state = [&](int direction) { return pattern >> kStateAt[direction] & 3; };
    const unsigned centre = pattern >> kCentreAt & 3;
    if (centre != kFirst && centre != kSecond) continue;
    const unsigned owner = kFirst + kSecond - centre;
    for (int d = 0; d < 6; ++d) {
      if (state(d) == 0 && state((d + 1) % 6) == owner && state((d + 5) % 6) == owner) {
        table[pattern] |= static_cast<std::uint8_t>(1u << d);
      }
    }
  }
  return table;
}
constexpr auto kBridgeTable = make_bridge_table();

// The ziggurat as it stands at one edge, one of its two mirror images. Lines are counted from the edge,
// columns from the stone.
struct Ziggurat {
  static constexpr int kHeight = 3, kCarrier = 8;
  static constexpr int kWindow = 16;  // the stone's own bit in `stones_of`

  struct Cell {
    int line;
    int shift;  // twice the columns to the right of the stone
  };
  std::array<Cell, kCarrier> carrier;
  std::array<std::uint8_t, kCarrier> replies;  // to an intrusion, a bit for each cell of the carrier
  // For an intrusion on a line, where the stone may stand: the intrusion's own column is bit kWindow.
  std::array<std::uint64_t, kHeight + 1> stones_of{};
};

std::array<std::array<Ziggurat, 2>, 2> make_ziggurats() {
  const Shape& shape = hex::shape("III");
  ShapeGame game(shape);
  std::array<std::array<Ziggurat, 2>, 2> result;
  for (int edge = 0; edge < 2; ++edge) {
    for (int mirror = 0; mirror < 2; ++mirror) {
      Ziggurat& z = result[edge][mirror];
      for (int i = 0; i < Ziggurat::kCarrier; ++i) {
        const Place place = mirror == 1 ? mirrored(shape.carrier[i]) : shape.carrier[i];
        z.carrier[i] = {shape.edge - place.down, 2 * (edge == 0 ? -place.right : place.right)};
        z.replies[i] = static_cast<std::uint8_t>(game.steady_replies(i));
        z.stones_of[z.carrier[i].line] |=
            std::uint64_t{1} << (Ziggurat::kWindow - z.carrier[i].shift);
      }
    }
  }
  return result;
}
const std::array<std::array<Ziggurat, 2>, 2> kZiggurats = make_ziggurats();

// A random one of the bits that are set.
int random_bit(unsigned bits, base::Random& random) {
  const int count = std::popcount(bits);
  for (auto skip = count == 1 ? 0 : random.below(static_cast<std::uint32_t>(count)); skip > 0; --skip) {
    bits &= bits - 1;
  }
  return std::countr_zero(bits);
}

}  // namespace

template <int W>
void ShapePlayout<W>::set_up(const Position<W>& from, base::Random& random) {
  const bool own_edges = type_ >= ShapeType::EdgeTwo;
  size_ = from.size();
  inside_ = kLowBits & ((std::uint64_t{1} << 2 * (size_ + 1)) - 4);
  lines_[0][0] = lines_[0][size_ + 1] = inside_ * (own_edges ? kFirst : kNeutral);
  const std::uint64_t border = own_edges ? kSecond : kNeutral;
  const std::uint64_t both_ends = border | border << 2 * (size_ + 1);
  lines_[0][0] |= kNeutral << 2 * (size_ + 1);
  lines_[0][size_ + 1] |= kNeutral;
  if (type_ == ShapeType::Ziggurats) lines_[1].fill(0);

  free_ = 0;
  for (int row = 0; row < size_; ++row) {
    const std::uint32_t first = bits_at(from.stones(Side::First), row * size_, size_);
    const std::uint32_t second = bits_at(from.stones(Side::Second), row * size_, size_);
    lines_[0][row + 1] = both_ends | spread_bits(first) << 2 | spread_bits(second) << 3;
    // Each cell goes to a random place among those before it: a shuffled deck at the end.
    for (std::uint32_t empty = ~(first | second) & ((1u << size_) - 1); empty != 0; empty &= empty - 1) {
      const auto spot = static_cast<Spot>((row + 1) << 6 | (2 * std::countr_zero(empty) + 2));
      const auto place = random.below(static_cast<std::uint32_t>(free_ + 1));
      deck_[free_++] = deck_[place];
      deck_[place] = spot;
    }
    if (type_ != ShapeType::Ziggurats) continue;
    for (std::uint32_t taken = first | second; taken != 0; taken &= taken - 1) {
      const int column = std::countr_zero(taken);
      lines_[1][column + 1] |= (first >> column & 1 ? kFirst : kSecond) << 2 * (row + 1);
    }
  }
}

// The pattern around the stone at `spot`, looked up; 0 if no bridge of the opponent is to be saved.
template <int W>
inline typename ShapePlayout<W>::Spot ShapePlayout<W>::bridge_reply(Spot spot,
                                                                    base::Random& random) const {
  const auto* line = &lines_[0][spot >> 6];
  const int shift = spot & 63;
  const unsigned pattern =
      static_cast<unsigned>((line[-1] >> shift & 15) | (line[0] >> (shift - 2) & 63) << 4 |
                            (line[1] >> (shift - 2) & 15) << 10);
  const unsigned replies = kBridgeTable[pattern];
  if (replies == 0) return 0;
  return static_cast<Spot>(spot + kSpotStep[random_bit(replies, random)]);
}

// The same for the ziggurats of the opponent of `side`, who just played at `spot`. All of an edge are
// found at once: the stones on the third line whose carrier was empty before this move.
template <int W>
typename ShapePlayout<W>::Spot ShapePlayout<W>::ziggurat_reply(Spot spot, int side,
                                                               base::Random& random) const {
  const int owner = 1 - side;
  const auto& lines = lines_[owner];  // in which the owner's edges are the first and the last line
  const int line = owner == 0 ? spot >> 6 : (spot & 63) >> 1;
  const int column = owner == 0 ? spot & 63 : (spot >> 6) * 2;

  struct Hit {
    const Ziggurat* ziggurat;
    int edge, cell, stone;
  };
  std::array<Hit, 4 * Ziggurat::kCarrier> hits;
  std::uint32_t count = 0;
  for (int edge = 0; edge < 2; ++edge) {
    const int height = edge == 0 ? line : size_ + 1 - line;
    if (height > Ziggurat::kHeight) continue;
    std::array<std::uint64_t, Ziggurat::kHeight + 1> empty;
    for (int h = 1; h <= Ziggurat::kHeight; ++h) {
      const std::uint64_t word = lines[edge == 0 ? h : size_ + 1 - h];
      empty[h] = ~(word | word >> 1) & inside_;
    }
    empty[height] |= std::uint64_t{1} << column;
    const std::uint64_t stones =
        lines[edge == 0 ? Ziggurat::kHeight : size_ + 1 - Ziggurat::kHeight] >> owner & inside_;
    for (const Ziggurat& z : kZiggurats[edge]) {
      std::uint64_t whole = stones;
      for (const auto& cell : z.carrier) {
        whole &= std::rotr(empty[cell.line], cell.shift);
      }
      const std::uint64_t near = (whole << Ziggurat::kWindow >> column) & z.stones_of[height];
      if (near == 0) continue;
      for (int i = 0; i < Ziggurat::kCarrier; ++i) {
        if (z.carrier[i].line != height) continue;
        if ((near >> (Ziggurat::kWindow - z.carrier[i].shift) & 1) == 0) continue;
        hits[count++] = {&z, edge, i, column - z.carrier[i].shift};
      }
    }
  }
  if (count == 0) return 0;
  const Hit& hit = hits[count == 1 ? 0 : random.below(count)];
  const auto& reply = hit.ziggurat->carrier[random_bit(hit.ziggurat->replies[hit.cell], random)];
  const int reply_line = hit.edge == 0 ? reply.line : size_ + 1 - reply.line;
  const int reply_column = hit.stone + reply.shift;
  return static_cast<Spot>(owner == 0 ? reply_line << 6 | reply_column
                                      : reply_column << 5 | reply_line * 2);
}

template <int W>
template <bool kShapes, bool kZiggurats>
void ShapePlayout<W>::fill(int side, Move last, base::Random& random) {
  const auto reply_to = [&](Spot spot, int mover) {
    Spot reply = 0;
    if constexpr (kShapes) reply = bridge_reply(spot, random);
    if constexpr (kZiggurats) {
      if (reply == 0) reply = ziggurat_reply(spot, mover, random);
    }
    return reply;
  };
  Spot next = 0;
  if (kShapes && last.is_cell()) {
    const int row = last.cell() / size_, column = last.cell() % size_;
    next = reply_to(static_cast<Spot>((row + 1) << 6 | 2 * (column + 1)), 1 - side);
  }
  for (int played = 0, dealt = 0; played < free_; ++played) {
    if (next == 0) {
      do {
        next = deck_[dealt++];
      } while (kShapes && (lines_[0][next >> 6] >> (next & 63) & 3) != 0);
    }
    lines_[0][next >> 6] |= state_of(side) << (next & 63);
    if constexpr (kZiggurats) lines_[1][(next & 63) >> 1] |= state_of(side) << 2 * (next >> 6);
    order_[played] = next;
    next = reply_to(next, side);
    side = 1 - side;
  }
}

// The number of moves after which the winner is joined, by the measure of end_. Later moves keep a chain
// and, but for rare intrusions into two shapes at once, a shape: so the moment is found by bisection.
template <int W>
int ShapePlayout<W>::decided_after(const Position<W>& from, int winner) const {
  const bool by_shapes = end_ == PlayoutEnd::Shapes && type_ >= ShapeType::Bridges;
  const auto flip = [&](Rows::Words& rows, int row, int column) {
    rows[Rows::kMargin + (winner == 0 ? row : column)] ^= 1u << (winner == 0 ? column : row);
  };
  Rows before;  // the board after `open` moves, turned so that the winner joins top and bottom
  before.size = size_;
  from.stones(static_cast<Side>(winner)).for_each([&](int cell) {
    flip(before.own, cell / size_, cell % size_);
  });
  for (int i = 0; i < free_; ++i) flip(before.empty, (order_[i] >> 6) - 1, (order_[i] & 63) / 2 - 1);

  int open = 0, joined = free_;  // known not to be joined, known to be
  const int winner_first = game::index(from.to_move()) == winner ? 0 : 1;
  const auto joins = [&](const Rows& rows) {
    return by_shapes ? rows.joined_by_shapes(type_ >= ShapeType::EdgeTwo,
                                             type_ >= ShapeType::Ziggurats)
                     : rows.joined();
  };
  if (by_shapes && joins(before)) return 0;
  while (joined - open > 1) {
    const int middle = (open + joined) / 2;
    Rows rows = before;
    for (int i = open; i < middle; ++i) {
      const int row = (order_[i] >> 6) - 1, column = (order_[i] & 63) / 2 - 1;
      flip(rows.empty, row, column);
      if ((i & 1) == winner_first) flip(rows.own, row, column);
    }
    if (joins(rows)) {
      joined = middle;
    } else {
      open = middle;
      before = rows;
    }
  }
  return joined;
}

template <int W>
PlayoutResult<W> ShapePlayout<W>::play(const Position<W>& from, Move last, base::Random& random) {
  const Bitboard<W> empty = from.empty();
  const auto& geometry = from.geometry();
  PlayoutResult<W> result;
  if (type_ == ShapeType::Uniform && end_ == PlayoutEnd::FullBoard) {
    const int to_first = (empty.count() + (from.to_move() == Side::First ? 1 : 0)) / 2;
    result.played[0] = random_subset(empty, to_first, geometry.cells, random);
    result.played[1] = empty & ~result.played[0];
    result.winner = winner_of_full_board(geometry, from.stones(Side::First) | result.played[0]);
    return result;
  }

  set_up(from, random);
  const int mover = game::index(from.to_move());
  switch (type_) {
    case ShapeType::Uniform: fill<false, false>(mover, last, random); break;
    case ShapeType::Bridges:
    case ShapeType::EdgeTwo: fill<true, false>(mover, last, random); break;
    case ShapeType::Ziggurats: fill<true, true>(mover, last, random); break;
  }
  Rows rows;
  rows.size = size_;
  Bitboard<W> first;
  for (int row = 0; row < size_; ++row) {
    const std::uint64_t bits = gather_bits((lines_[0][row + 1] & inside_) >> 2);
    rows.own[Rows::kMargin + row] = static_cast<std::uint32_t>(bits);
    set_bits_at(first, row * size_, size_, bits);
  }
  result.winner = rows.joined() ? Side::First : Side::Second;
  if (end_ == PlayoutEnd::FullBoard) {
    result.played = {first & empty, empty & ~first};
    return result;
  }
  const int length = decided_after(from, game::index(result.winner));
  for (int i = 0; i < length; ++i) result.played[(mover + i) & 1].set(cell_of(order_[i]));
  return result;
}

template class ShapePlayout<2>;
template class ShapePlayout<4>;
template class ShapePlayout<6>;

}  // namespace losange::hex
